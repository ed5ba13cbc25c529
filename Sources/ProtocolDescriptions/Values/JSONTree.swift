import WireCoding

/// A JSON text as a value, for what is shown as a whole.
enum JSONTree {
    /// Values that are made of one text; what comes after them is left out.
    static let maximumCount = 4096
    private static let maximumDepth = 64
    /// No JSON text that is read here has more.
    private static let greatestDepth = 512

    /// The value of a text that is JSON; null of another one.
    static func value(_ text: Span<UInt8>) -> FieldValue {
        var reader = Reader(text, isComplete: false)
        return reader.value(depth: 0)
    }

    /// The value of a text that a user wrote, all of it whatever its size, and where the first number is that 64 bits cannot
    /// hold.
    static func written(_ text: Span<UInt8>) -> (value: FieldValue, unheldNumber: Int?) {
        var reader = Reader(text, isComplete: true)
        let value = reader.value(depth: 0)
        return (value, reader.unheldNumber)
    }

    /// The bytes of a string between its quotes, without escapes.
    static func utf8(_ text: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "\\"), let escape = escape(text, position) {
                output.append(contentsOf: Character(escape.scalar).utf8)
                position &+= escape.length
            } else {
                output.append(text[position])
                position &+= 1
            }
        }
        return output
    }

    /// The character of the escape whose backslash is at the position, and its length: 2, 6 or 12.
    static func escape(_ text: Span<UInt8>, _ position: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        guard position &+ 1 < text.count else { return nil }
        switch text[position &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(text[position &+ 1]), 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            guard let first = codeUnit(text, position) else { return nil }
            guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first).map { ($0, 6) } }
            guard let second = codeUnit(text, position &+ 6), UTF16.isTrailSurrogate(second),
                let scalar = Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
            else { return nil }
            return (scalar, 12)
        default: return nil
        }
    }

    private static func codeUnit(_ text: Span<UInt8>, _ position: Int) -> UInt16? {
        guard position &+ 6 <= text.count, text[position] == UInt8(ascii: "\\"),
            text[position &+ 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt16 = 0
        for index in position &+ 2..<position &+ 6 {
            guard let digit = Hex.value(of: text[index]) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// Reads what ``JSONWalker`` found sound, or anything else as null.
    private struct Reader: ~Escapable {
        let text: Span<UInt8>
        let maximumCount: Int
        let maximumDepth: Int
        var position = 0
        var count = 0
        /// Where the first number is that would become another one.
        var unheldNumber: Int?

        @_lifetime(copy text)
        init(_ text: Span<UInt8>, isComplete: Bool) {
            self.text = text
            maximumCount = isComplete ? .max : JSONTree.maximumCount
            maximumDepth = isComplete ? JSONTree.greatestDepth : JSONTree.maximumDepth
        }

        @_lifetime(self: copy self)
        mutating func next() -> UInt8 {
            while position < text.count, text[position] <= 0x20 { position &+= 1 }
            return position < text.count ? text[position] : 0
        }

        @_lifetime(self: copy self)
        mutating func value(depth: Int) -> FieldValue {
            count += 1
            guard depth < maximumDepth, count <= maximumCount else {
                position = text.count
                return .null
            }
            switch next() {
            case UInt8(ascii: "\""): return .text(string())
            case UInt8(ascii: "{"): return object(depth: depth)
            case UInt8(ascii: "["): return array(depth: depth)
            case 0:
                position = text.count
                return .null
            default: return word()
            }
        }

        @_lifetime(self: copy self)
        mutating func string() -> String {
            let start = position &+ 1
            position = start
            while position < text.count, text[position] != UInt8(ascii: "\"") {
                position &+= text[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(position, text.count)
            let bytes = JSONTree.utf8(text.extracting(min(start, position)..<position))
            position = min(position &+ 1, text.count)
            return String(decoding: bytes, as: UTF8.self)
        }

        @_lifetime(self: copy self)
        mutating func object(depth: Int) -> FieldValue {
            position &+= 1
            var fields: [FrameField] = []
            while next() == UInt8(ascii: "\"") {
                let name = string()
                if next() == UInt8(ascii: ":") { position &+= 1 }
                fields.append(FrameField(name, value(depth: depth + 1)))
                if next() == UInt8(ascii: ",") { position &+= 1 }
            }
            position = min(position &+ 1, text.count)
            return .object(fields)
        }

        @_lifetime(self: copy self)
        mutating func array(depth: Int) -> FieldValue {
            position &+= 1
            var elements: [FieldValue] = []
            while next() != UInt8(ascii: "]"), position < text.count {
                elements.append(value(depth: depth + 1))
                if next() == UInt8(ascii: ",") { position &+= 1 }
            }
            position = min(position &+ 1, text.count)
            return .list(elements)
        }

        /// A number, `true`, `false` or `null`.
        @_lifetime(self: copy self)
        mutating func word() -> FieldValue {
            let start = position
            while position < text.count, !",]} \n\r\t".utf8.contains(text[position]) { position &+= 1 }
            if position == start { position &+= 1 }
            let word = String(decoding: text.copied(start..<position), as: UTF8.self)
            switch word {
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            default:
                if let number = Int64(word) { return .integer(number) }
                if let number = UInt64(word) { return .unsigned(number) }
                let number = Double(word).flatMap { $0.isFinite ? $0 : nil }
                if word.first != "n", !Self.isHeld(word, by: number) { unheldNumber = unheldNumber ?? start }
                return number.map { .real($0) } ?? .null
            }
        }

        /// Whether a `Double` can stand for a number that is not a 64-bit integer. A fraction may lose its last digits; an integer
        /// may not, and no other number may become 0.
        private static func isHeld(_ word: String, by number: Double?) -> Bool {
            guard let number, word.utf8.contains(where: { ".eE".utf8.contains($0) }) else { return false }
            let digits = word.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
            return number != 0 || !digits.contains { (0x31...0x39).contains($0) }
        }
    }
}
