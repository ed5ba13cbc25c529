import WireCoding

/// A property list in XML, without what XML has beyond it: no entities of its own, no processing instructions.
struct XMLPropertyList: ~Escapable {
    private let text: Span<UInt8>
    private var position = 0
    private var count = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) { self.text = text }

    /// The value in the `plist` element; nil for anything else.
    @_lifetime(self: copy self)
    mutating func read() -> FieldValue? {
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { position = 3 }
        guard let root = nextTag(), root.name == "plist", !root.isClosing, !root.isEmpty else { return nil }
        guard let tag = nextTag(), let value = value(tag, depth: 0) else { return nil }
        guard let end = nextTag(), end.name == "plist", end.isClosing else { return nil }
        skipSpace()
        return position == text.count ? value : nil
    }

    private struct Tag {
        var name: String
        var isClosing: Bool
        /// `<true/>`.
        var isEmpty: Bool
    }

    @_lifetime(self: copy self)
    private mutating func skipSpace() {
        while position < text.count, " \n\r\t".utf8.contains(text[position]) { position += 1 }
    }

    /// The next tag after white space, comments and what stands before the root.
    @_lifetime(self: copy self)
    private mutating func nextTag() -> Tag? {
        while true {
            skipSpace()
            guard position < text.count, text[position] == UInt8(ascii: "<") else { return nil }
            if text.starts(with: "<!--", at: position) {
                guard skip(past: "-->") else { return nil }
            } else if text.starts(with: "<?", at: position) {
                guard skip(past: "?>") else { return nil }
            } else if text.starts(with: "<!DOCTYPE", at: position) {
                while position < text.count, text[position] != UInt8(ascii: ">") {
                    // A document type with entities is refused.
                    if text[position] == UInt8(ascii: "[") { return nil }
                    position += 1
                }
                position = min(position + 1, text.count)
            } else {
                return readTag()
            }
        }
    }

    @_lifetime(self: copy self)
    private mutating func skip(past end: StaticString) -> Bool {
        while position < text.count {
            if text.starts(with: end, at: position) {
                position += end.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }

    @_lifetime(self: copy self)
    private mutating func readTag() -> Tag? {
        position += 1
        var tag = Tag(name: "", isClosing: false, isEmpty: false)
        if position < text.count, text[position] == UInt8(ascii: "/") {
            tag.isClosing = true
            position += 1
        }
        let start = position
        while position < text.count, (0x61...0x7A).contains(text[position]) { position += 1 }
        guard position - start <= 16 else { return nil }
        tag.name = String(decoding: text.copied(start..<position), as: UTF8.self)
        while position < text.count, text[position] != UInt8(ascii: ">") {
            tag.isEmpty = text[position] == UInt8(ascii: "/")
            position += 1
        }
        guard position < text.count else { return nil }
        position += 1
        return tag
    }

    @_lifetime(self: copy self)
    private mutating func value(_ tag: Tag, depth: Int) -> FieldValue? {
        count += 1
        guard !tag.isClosing, depth < BinaryPropertyList.maximumDepth, count <= BinaryPropertyList.maximumCount else {
            return nil
        }
        switch tag.name {
        case "dict": return tag.isEmpty ? .object([]) : dictionary(depth: depth)
        case "array": return tag.isEmpty ? .list([]) : array(depth: depth)
        case "true", "false":
            if !tag.isEmpty { guard content(tag.name) == "" else { return nil } }
            return .boolean(tag.name == "true")
        case "string": return tag.isEmpty ? .text("") : content(tag.name).map { .text($0) }
        case "data":
            guard let text = tag.isEmpty ? "" : content(tag.name) else { return nil }
            return Self.base64(text).map { .hex($0) }
        case "integer":
            guard let word = content(tag.name).map(Self.trimmed) else { return nil }
            if word.hasPrefix("0x") { return UInt64(word.dropFirst(2), radix: 16).map { .number($0) } }
            return Int64(word).map { .integer($0) } ?? UInt64(word).map { .unsigned($0) }
        case "real":
            guard let number = content(tag.name).map(Self.trimmed).flatMap({ Double($0) }) else { return nil }
            return number.isFinite ? .real(number) : .null
        case "date":
            guard let word = content(tag.name).map(Self.trimmed), RFC3339.nanoseconds(word) != nil else { return nil }
            return .text(word)
        default: return nil
        }
    }

    @_lifetime(self: copy self)
    private mutating func dictionary(depth: Int) -> FieldValue? {
        var fields: [FrameField] = []
        while let tag = nextTag() {
            if tag.isClosing { return tag.name == "dict" ? .object(fields) : nil }
            guard tag.name == "key", let name = tag.isEmpty ? "" : content("key"), let next = nextTag(),
                let value = value(next, depth: depth + 1)
            else { return nil }
            fields.append(FrameField(name, value))
        }
        return nil
    }

    @_lifetime(self: copy self)
    private mutating func array(depth: Int) -> FieldValue? {
        var elements: [FieldValue] = []
        while let tag = nextTag() {
            if tag.isClosing { return tag.name == "array" ? .list(elements) : nil }
            guard let value = value(tag, depth: depth + 1) else { return nil }
            elements.append(value)
        }
        return nil
    }

    /// The text up to a closing tag, with entities replaced.
    @_lifetime(self: copy self)
    private mutating func content(_ name: String) -> String? {
        var output: [UInt8] = []
        while position < text.count {
            let byte = text[position]
            if text.starts(with: "<![CDATA[", at: position) {
                let start = position + 9
                guard skip(past: "]]>") else { return nil }
                output += text.copied(start..<position - 3)
            } else if byte == UInt8(ascii: "<") {
                guard let tag = readTag(), tag.isClosing, tag.name == name else { return nil }
                return String(validUTF8: output)
            } else if byte == UInt8(ascii: "&") {
                guard let scalar = readEntity() else { return nil }
                output.append(contentsOf: Character(scalar).utf8)
            } else {
                output.append(byte)
                position += 1
            }
        }
        return nil
    }

    @_lifetime(self: copy self)
    private mutating func readEntity() -> Unicode.Scalar? {
        let start = position + 1
        var end = start
        while end < text.count, end - start < 12, text[end] != UInt8(ascii: ";") { end += 1 }
        guard end < text.count, text[end] == UInt8(ascii: ";") else { return nil }
        position = end + 1
        let name = String(decoding: text.copied(start..<end), as: UTF8.self)
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap { Unicode.Scalar($0) }
        }
    }

    private static func trimmed(_ text: String) -> String {
        let space = " \n\r\t".utf8
        let bytes = text.utf8.drop { space.contains($0) }
        let end = bytes.lastIndex { !space.contains($0) }.map { bytes.index(after: $0) } ?? bytes.startIndex
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func base64(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (word, count, padding): (UInt32, Int, Int) = (0, 0, 0)
        for byte in text.utf8 where !" \n\r\t".utf8.contains(byte) {
            let digit: UInt32
            switch byte {
            case 0x41...0x5A: digit = UInt32(byte) - 0x41
            case 0x61...0x7A: digit = UInt32(byte) - 0x61 + 26
            case 0x30...0x39: digit = UInt32(byte) - 0x30 + 52
            case UInt8(ascii: "+"): digit = 62
            case UInt8(ascii: "/"): digit = 63
            case UInt8(ascii: "="):
                padding += 1
                continue
            default: return nil
            }
            guard padding == 0 else { return nil }
            word = word << 6 | digit
            count += 1
            if count % 4 == 0 { bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
        }
        switch count % 4 {
        case 0: return bytes
        case 2: return bytes + [UInt8(truncatingIfNeeded: word >> 4)]
        case 3: return bytes + [UInt8(truncatingIfNeeded: word >> 10), UInt8(truncatingIfNeeded: word >> 2)]
        default: return nil
        }
    }
}
