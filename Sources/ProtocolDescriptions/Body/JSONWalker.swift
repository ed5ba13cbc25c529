import WireCoding

/// Reads a JSON text (RFC 8259) once, to the letter, and picks the values of paths on the way, without allocating.
struct JSONWalker: ~Escapable {
    /// Arrays and objects within each other.
    static let maximumDepth = 512

    private let text: Span<UInt8>
    private let table: PathTable
    private(set) var position: Int
    /// The values by path.
    private(set) var values: [MessageValue]
    /// Paths whose `key` has found a preferred name.
    private var chosen: UInt64 = 0

    /// - Parameter values: As many as there are paths, all absent.
    @_lifetime(copy text)
    init(_ text: Span<UInt8>, _ table: PathTable, values: consuming [MessageValue]) {
        self.text = text
        self.table = table
        self.values = values
        let hasMark = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
        position = hasMark ? 3 : 0
    }

    /// Reads the whole text.
    ///
    /// - Returns: Whether it is JSON. If not, ``position`` is where it stops being so.
    @_lifetime(self: copy self)
    mutating func read() -> Bool {
        guard readValue(table.all, depth: 0) else { return false }
        skipSpace()
        return position == text.count
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func skipSpace() {
        while position < text.count {
            let byte = text[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position &+= 1
        }
    }

    /// The next byte after white space; 0, which begins nothing, at the end.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func next() -> UInt8 {
        skipSpace()
        return position < text.count ? text[position] : 0
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func readValue(_ active: UInt64, depth: Int) -> Bool {
        let byte = next()
        let start = position
        let ending = depth < table.ends.count ? active & table.ends[depth] : 0
        switch byte {
        case UInt8(ascii: "\""):
            guard let (place, hasEscapes) = readString() else { return false }
            if ending != 0 { store(.text(place, hasEscapes: hasEscapes), ending) }
        case UInt8(ascii: "{"):
            guard depth < Self.maximumDepth, readObject(active & ~ending, depth: depth) else { return false }
            if ending != 0 { store(.json(ValueRange(start, position)), ending) }
        case UInt8(ascii: "["):
            guard depth < Self.maximumDepth, readArray(active & ~ending, depth: depth) else { return false }
            if ending != 0 { store(.json(ValueRange(start, position)), ending) }
        case UInt8(ascii: "t"):
            guard skipWord("true") else { return false }
            if ending != 0 { store(.boolean(true), ending) }
        case UInt8(ascii: "f"):
            guard skipWord("false") else { return false }
            if ending != 0 { store(.boolean(false), ending) }
        case UInt8(ascii: "n"):
            guard skipWord("null") else { return false }
            if ending != 0 { store(.null, ending) }
        default:
            return readNumber(for: ending)
        }
        return true
    }

    /// The first branch that has a value counts.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func store(_ value: MessageValue, _ paths: UInt64) {
        for path in PathBits(paths) where !values[path].isPresent { values[path] = value }
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func readObject(_ active: UInt64, depth: Int) -> Bool {
        position &+= 1
        if next() == UInt8(ascii: "}") {
            position &+= 1
            return true
        }
        var members = 0
        while true {
            guard next() == UInt8(ascii: "\""), let (name, hasEscapes) = readString(), next() == UInt8(ascii: ":")
            else {
                return false
            }
            position &+= 1
            members &+= 1
            let inside = active == 0 ? 0 : named(name, hasEscapes, active, depth: depth, isFirst: members == 1)
            guard readValue(inside, depth: depth &+ 1) else { return false }
            let byte = next()
            position &+= 1
            if byte == UInt8(ascii: "}") { return true }
            guard byte == UInt8(ascii: ",") else {
                position &-= 1
                return false
            }
        }
    }

    /// The paths that go on with a member.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func named(
        _ place: ValueRange, _ hasEscapes: Bool, _ active: UInt64, depth: Int, isFirst: Bool
    ) -> UInt64 {
        guard !hasEscapes else { return escaped(place, active, depth: depth, isFirst: isFirst) }
        let value = MessageValue.text(place, hasEscapes: false)
        return named(text.extracting(place.range), value, active, depth: depth, isFirst: isFirst)
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func escaped(_ place: ValueRange, _ active: UInt64, depth: Int, isFirst: Bool) -> UInt64 {
        let plain = JSONTree.utf8(text.extracting(place.range))
        return named(plain.span, .text(place, hasEscapes: true), active, depth: depth, isFirst: isFirst)
    }

    /// - Parameter value: The name as the value of a `key`.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func named(
        _ name: Span<UInt8>, _ value: MessageValue, _ active: UInt64, depth: Int, isFirst: Bool
    ) -> UInt64 {
        var inside: UInt64 = 0
        for index in table.branches(at: depth) {
            let branch = table.branch(index)
            let paths = branch.paths & active
            guard paths != 0 else { continue }
            switch branch.step.kind {
            case .name: if table.isName(branch.step, name) { inside |= paths }
            case .any: inside |= paths
            case .index: break
            case .key: choose(paths, name, value, isFirst: isFirst)
            }
        }
        return inside
    }

    /// Takes the name of a member for that of the one that a `key` is about, unless a better one was there.
    ///
    /// - Parameter path: Its bit.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func choose(_ path: UInt64, _ name: Span<UInt8>, _ value: MessageValue, isFirst: Bool) {
        guard chosen & path == 0 else { return }
        let index = path.trailingZeroBitCount
        if table.isPreferred(index, name) {
            chosen |= path
            values[index] = value
        } else if !table.isStrict(index) {
            // One member alone names the case; with a second one none does.
            values[index] = isFirst ? value : .absent
        }
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func readArray(_ active: UInt64, depth: Int) -> Bool {
        position &+= 1
        if next() == UInt8(ascii: "]") {
            position &+= 1
            return true
        }
        var index = 0
        while true {
            var inside: UInt64 = 0
            if active != 0 {
                for number in table.branches(at: depth) {
                    let branch = table.branch(number)
                    let isTaken = branch.step.kind == .any || branch.step.kind == .index && branch.step.number == index
                    if isTaken { inside |= branch.paths & active }
                }
            }
            guard readValue(inside, depth: depth &+ 1) else { return false }
            index &+= 1
            let byte = next()
            position &+= 1
            if byte == UInt8(ascii: "]") { return true }
            guard byte == UInt8(ascii: ",") else {
                position &-= 1
                return false
            }
        }
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func skipWord(_ word: StaticString) -> Bool {
        guard text.starts(with: word, at: position) else { return false }
        position &+= word.utf8CodeUnitCount
        return true
    }
}

// MARK: - Strings and numbers

extension JSONWalker {
    /// Moves over a string: UTF-8 without control characters, with proper escapes.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func readString() -> (ValueRange, hasEscapes: Bool)? {
        let start = position &+ 1
        let end = plainEnd(start)
        guard end < text.count, text[end] == UInt8(ascii: "\"") else { return readStringSlowly(start, from: end) }
        position = end &+ 1
        return (ValueRange(start, end), false)
    }

    /// Goes on at the first byte that is not plain.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func readStringSlowly(_ start: Int, from special: Int) -> (ValueRange, hasEscapes: Bool)? {
        var cursor = special
        var hasEscapes = false
        while true {
            guard cursor < text.count else {
                position = cursor
                return nil
            }
            let byte = text[cursor]
            if byte == UInt8(ascii: "\"") {
                position = cursor &+ 1
                return (ValueRange(start, cursor), hasEscapes)
            }
            let length: Int
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                length = JSONTree.escape(text, cursor)?.length ?? 0
            } else {
                length = byte < 0x20 ? 0 : UTF8Text.sequenceLength(in: text, at: cursor)
            }
            guard length > 0 else {
                position = cursor
                return nil
            }
            cursor = plainEnd(cursor &+ length)
        }
    }

    /// The first byte from there on that is a quote, a backslash, a control character or not ASCII.
    @inline(__always)
    private func plainEnd(_ start: Int) -> Int {
        var cursor = start
        while cursor &+ 16 <= text.count {
            let marks = Self.specialBytes(text.loadVector(at: cursor))
            guard marks.isEmpty else { return cursor &+ marks.first }
            cursor &+= 16
        }
        return plainEnd(inTailFrom: cursor)
    }

    /// The same where less than sixteen bytes are left.
    @inline(__always)
    private func plainEnd(inTailFrom start: Int) -> Int {
        let block = text.count &- 16
        if block >= 0 { return block &+ Self.specialBytes(text.loadVector(at: block)).from(start &- block).first }
        var cursor = start
        while cursor < text.count {
            let byte = text[cursor]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                return cursor
            }
            cursor &+= 1
        }
        return cursor
    }

    @inline(__always)
    private static func specialBytes(_ bytes: SIMD16<UInt8>) -> ByteMarks {
        // Less than 0x20 becomes as large as 0x80 and above.
        let outside = .!bytes.minus(0x20).isBelow(0x60)
        return ByteMarks(outside .| bytes.equals(UInt8(ascii: "\"")) .| bytes.equals(UInt8(ascii: "\\")))
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func readNumber(for paths: UInt64) -> Bool {
        let start = position
        let isNegative = position < text.count && text[position] == UInt8(ascii: "-")
        if isNegative { position &+= 1 }
        let first = position
        var digits: UInt64 = 0
        var isExact = true
        skipDigits(&digits, &isExact)
        guard position > first, position == first &+ 1 || text[first] != 0x30 else { return false }
        let whole = position
        if position < text.count, text[position] == UInt8(ascii: ".") {
            position &+= 1
            let fraction = position
            skipDigits(&digits, &isExact)
            guard position > fraction else { return false }
        }
        let decimals = max(0, position &- whole &- 1)
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            isExact = false
            guard skipExponent() else { return false }
        }
        guard paths != 0 else { return true }
        if isExact, position == whole, !isNegative {
            store(.number(digits), paths)
        } else if isExact, position == whole, digits <= 1 << 63 {
            store(.integer(Int64(bitPattern: 0 &- digits)), paths)
        } else if isExact, position > whole, decimals <= DecimalQuotient.maximumPower {
            let value = Self.quotient(digits, decimals)
            store(.real(isNegative ? -value : value), paths)
        } else {
            let value = Double(String(decoding: text.copied(start..<position), as: UTF8.self))
            store(value.map { $0.isFinite ? .real($0) : .null } ?? .null, paths)
        }
        return true
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func skipExponent() -> Bool {
        position &+= 1
        if position < text.count, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
            position &+= 1
        }
        let start = position
        while position < text.count, text[position] &- 0x30 < 10 { position &+= 1 }
        return position > start
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func skipDigits(_ digits: inout UInt64, _ isExact: inout Bool) {
        while position < text.count, text[position] &- 0x30 < 10 {
            let digit = UInt64(text[position] &- 0x30)
            if digits >= UInt64.max / 10, digits > UInt64.max / 10 || digit > UInt64.max % 10 { isExact = false }
            digits = digits &* 10 &+ digit
            position &+= 1
        }
    }

    /// The value nearest to `digits` / 10^`decimals`.
    private static func quotient(_ digits: UInt64, _ decimals: Int) -> Double {
        // Both are exact, so that one rounded division gives the nearest value.
        if digits <= 1 << 53, decimals < powersOfTen.count { return Double(digits) / powersOfTen[decimals] }
        return digits == 0 ? 0 : DecimalQuotient.double(digits, power: decimals)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
