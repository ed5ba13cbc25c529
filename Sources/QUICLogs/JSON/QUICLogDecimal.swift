/// Decimal numbers of JSON as whole numbers, without the detour over `Double`: a time in milliseconds since 1970 with
/// four decimals has more digits than it holds.
enum QUICLogDecimal {
    /// The magnitude of a number times a power of ten, rounded to the nearest whole number.
    ///
    /// - Returns: Nil for a text that is not a JSON number, and beyond 64 bits.
    static func magnitude(
        _ text: some StringProtocol, shift: Int = 0
    ) -> (value: UInt64, isNegative: Bool, isExact: Bool)? {
        var digits: [UInt8] = []
        var exponent = shift
        var position = Substring(text).utf8[...]
        let isNegative = position.first == UInt8(ascii: "-")
        if isNegative { position.removeFirst() }
        var hasDigit = false
        var isFraction = false
        while let byte = position.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            position.removeFirst()
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            guard 0x30...0x39 ~= byte else { return nil }
            hasDigit = true
            if isFraction { exponent -= 1 }
            if !(digits.isEmpty && byte == 0x30) { digits.append(byte &- 0x30) }
        }
        guard hasDigit else { return nil }
        if !position.isEmpty {
            position.removeFirst()
            guard let power = power(position) else { return nil }
            exponent += power
        }
        guard let (value, isExact) = scaled(digits, by: exponent) else { return nil }
        return (value, isNegative, isExact)
    }

    /// The number times a power of ten with its sign, rounded.
    static func signed(_ text: some StringProtocol, shift: Int) -> Int64? {
        guard let (value, isNegative, _) = magnitude(text, shift: shift) else { return nil }
        guard value <= UInt64(Int64.max) else { return nil }
        return isNegative ? -Int64(value) : Int64(value)
    }

    /// The text of a number divided by a power of ten, without zeros at its end.
    static func text(_ value: Int64, shift: Int) -> String {
        let digits = Array(String(value.magnitude).utf8)
        let padded = [UInt8](repeating: 0x30, count: max(0, shift + 1 - digits.count)) + digits
        var fraction = padded.suffix(shift)
        while fraction.last == 0x30 { fraction.removeLast() }
        let sign = value < 0 ? "-" : ""
        let whole = String(decoding: padded.dropLast(shift), as: UTF8.self)
        return sign + whole + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
    }

    private static func power(_ text: Substring.UTF8View.SubSequence) -> Int? {
        var text = text
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { text.removeFirst() }
        guard !text.isEmpty else { return nil }
        var value = 0
        for byte in text {
            guard 0x30...0x39 ~= byte else { return nil }
            // More than any number of digits in memory.
            value = min(value * 10 + Int(byte - 0x30), 1 << 40)
        }
        return isNegative ? -value : value
    }

    private static func scaled(_ digits: [UInt8], by exponent: Int) -> (value: UInt64, isExact: Bool)? {
        guard !digits.isEmpty else { return (0, true) }
        let count = digits.count + exponent
        guard count <= 20 else { return nil }
        var value: UInt64 = 0
        for index in 0..<max(0, count) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = product.addingReportingOverflow(
                index < digits.count ? UInt64(digits[index]) : 0)
            guard !overflows, !isTooLarge else { return nil }
            value = sum
        }
        guard count < digits.count else { return (value, true) }
        if count >= 0, digits[count] >= 5 {
            guard value < .max else { return nil }
            value += 1
        }
        return (value, digits[max(0, count)...].allSatisfy { $0 == 0 })
    }
}
