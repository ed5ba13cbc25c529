import WireCoding

extension JSONScanner {
    /// Moves over a number and returns its nearest `Double`.
    ///
    /// - Throws: A number that is too large, or that is not 0 and would become 0, is an error.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func readNumber() throws(JSONDecodingError) -> Double {
        _ = try nextToken()
        let start = position
        var cursor = start
        let isNegative = text[cursor] == UInt8(ascii: "-")
        if isNegative { cursor &+= 1 }
        let firstDigit = cursor
        guard cursor < text.count, text[cursor] &- 0x30 < 10 else {
            throw isNegative ? JSONDecodingError(.invalidNumber, offset: cursor) : wrongType()
        }

        var digits: UInt64 = 0
        // Above 19 digits this wraps, and the value is not used.
        readDigits(&cursor, into: &digits)
        var digitCount = cursor &- firstDigit
        guard digitCount == 1 || text[firstDigit] != 0x30 else {
            throw JSONDecodingError(.invalidNumber, offset: firstDigit)
        }
        var decimals = 0
        if cursor < text.count, text[cursor] == UInt8(ascii: ".") {
            cursor &+= 1
            let fraction = cursor
            readDigits(&cursor, into: &digits)
            decimals = cursor &- fraction
            guard decimals > 0 else { throw JSONDecodingError(.invalidNumber, offset: cursor) }
            digitCount &+= decimals
        }
        var exponent = 0
        if cursor < text.count, text[cursor] | 0x20 == UInt8(ascii: "e") { exponent = try readExponent(&cursor) }
        position = cursor

        let magnitude: Double
        if digitCount <= 19, let exact = DecimalNumber.double(digits, exponent: exponent &- decimals) {
            magnitude = exact
        } else {
            magnitude = try parseSlowly(firstDigit..<cursor)
        }
        return isNegative ? -magnitude : magnitude
    }

    @inline(__always)
    private func readDigits(_ cursor: inout Int, into digits: inout UInt64) {
        var count = 8
        while count == 8 {
            let word = loadTail(at: cursor)
            let values = word ^ 0x3030_3030_3030_3030
            // From the lowest byte on: a digit's value stays below 0x80, and what another byte carries into those above
            // it does not matter.
            let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
            count = others.trailingZeroBitCount &>> 3
            // The digits go to the top, where the last ones belong; below them are zeros. A shift by 64 gives 0.
            digits = digits &* Self.powersOfTen[count] &+ Self.number(values << UInt64(64 &- 8 &* count))
            cursor &+= count
        }
    }

    /// The eight bytes at the position, with zeros after the end of the text.
    @inline(__always)
    private func loadTail(at position: Int) -> UInt64 {
        if position &+ 8 <= text.count { return text.loadUInt64(at: position) }
        return loadTailSlowly(at: position)
    }

    private func loadTailSlowly(at position: Int) -> UInt64 {
        let missing = position &+ 8 &- text.count
        guard text.count >= 8 else {
            var word: UInt64 = 0
            for index in position..<text.count { word |= UInt64(text[index]) << UInt64(8 &* (index &- position)) }
            return word
        }
        return text.loadUInt64(at: text.count &- 8) >> UInt64(8 &* missing)
    }

    /// The number of eight digits, given by their values, the first one lowest: pairs, then fours, then all.
    @inline(__always)
    private static func number(_ values: UInt64) -> UInt64 {
        let pairs = values &* 10 &+ values >> 8
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let first = (pairs & mask) &* (100 &+ 1_000_000 << 32)
        let second = (pairs >> 16 & mask) &* (1 &+ 10_000 << 32)
        return (first &+ second) >> 32
    }

    private static let powersOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

    /// The exponent, held at ±100,000, which is infinity or 0 with the digits that fit there.
    @inline(never)
    private func readExponent(_ cursor: inout Int) throws(JSONDecodingError) -> Int {
        cursor &+= 1
        var isNegative = false
        if cursor < text.count, text[cursor] == UInt8(ascii: "-") || text[cursor] == UInt8(ascii: "+") {
            isNegative = text[cursor] == UInt8(ascii: "-")
            cursor &+= 1
        }
        let start = cursor
        var value = 0
        while cursor < text.count, text[cursor] &- 0x30 < 10 {
            value = min(value &* 10 &+ Int(text[cursor] &- 0x30), 100_000)
            cursor &+= 1
        }
        guard cursor > start else { throw JSONDecodingError(.invalidNumber, offset: cursor) }
        return isNegative ? -value : value
    }

    /// For numbers of many digits or large exponents, which no clock writes.
    @inline(never)
    private func parseSlowly(_ range: Range<Int>) throws(JSONDecodingError) -> Double {
        let number = text.copied(range)
        guard let value = Double(String(decoding: number, as: UTF8.self)), value.isFinite,
            value != 0 || Self.isZero(number)
        else { throw JSONDecodingError(.numberOutOfRange, offset: range.lowerBound) }
        return value
    }

    private static func isZero(_ number: [UInt8]) -> Bool {
        for byte in number {
            if byte | 0x20 == UInt8(ascii: "e") { return true }
            if (0x31...0x39).contains(byte) { return false }
        }
        return true
    }
}
