/// A tag of XML; what attributes it has does not matter to property lists.
struct XMLTag {
    enum Form {
        /// `<name>`
        case start
        /// `</name>`
        case end
        /// `<name/>`
        case empty
    }

    let name: String
    let form: Form
    /// The offset where it begins.
    let offset: Int
}

/// Reads tags and text of an XML document in order, limited to the XML that property lists use.
struct XMLScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    var isAtEnd: Bool { position == bytes.count }
    var isAtTag: Bool { position < bytes.count && bytes[position] == 0x3C }

    // MARK: Between elements

    /// Passes what may come before the first element.
    mutating func skipProlog() throws(PropertyListError) {
        try skipMisc()
        guard starts(with: "<!DOCTYPE") else { return }
        let start = position
        try passTag(.documentType)
        guard !bytes[start..<position].contains(0x5B) else {
            throw PropertyListError(.malformed(.documentType), at: start)
        }
        try skipMisc()
    }

    /// Passes white space, comments and processing instructions.
    mutating func skipMisc() throws(PropertyListError) {
        while position < bytes.count {
            if Self.isSpace(bytes[position]) {
                position += 1
            } else if starts(with: "<!--") {
                try pass("-->", from: position + 4, .comment)
            } else if starts(with: "<?") {
                try pass("?>", from: position + 2, .processingInstruction)
            } else {
                return
            }
        }
    }

    // MARK: Tags

    mutating func readTag() throws(PropertyListError) -> XMLTag {
        let start = position
        guard position < bytes.count else { throw PropertyListError(.endsEarly(.element), at: position) }
        guard bytes[position] == 0x3C else { throw PropertyListError(.malformed(.element), at: position) }
        position += 1
        let isEnd = position < bytes.count && bytes[position] == 0x2F
        if isEnd { position += 1 }
        let nameStart = position
        while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
        let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
        let nameEnd = position
        try passTag(isEnd ? .endTag : .attribute)
        let isEmpty = position - 2 >= nameEnd && bytes[position - 2] == 0x2F
        guard !name.isEmpty, !(isEnd && isEmpty) else { throw PropertyListError(.malformed(.element), at: start) }
        return XMLTag(name: name, form: isEnd ? .end : isEmpty ? .empty : .start, offset: start)
    }

    /// Skips the `>` that ends a tag; a `>` within quotes before it does not end the tag.
    private mutating func passTag(_ part: PropertyListError.Part) throws(PropertyListError) {
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x3E {
                position += 1
                return
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3C, part != .documentType {
                throw PropertyListError(.malformed(part), at: position)
            }
            position += 1
        }
        throw PropertyListError(.endsEarly(part), at: position)
    }

    // MARK: Text

    /// The text up to the next tag, with entities, character references and CDATA sections resolved.
    mutating func readText() throws(PropertyListError) -> String {
        let start = position
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x26 {
                try readEntity(into: &text)
            } else if byte != 0x3C {
                text.append(byte)
                position += 1
            } else if starts(with: "<![CDATA[") {
                let content = position + 9
                try pass("]]>", from: content, .cdata)
                text += bytes[content..<position - 3]
            } else if starts(with: "<!--") {
                try pass("-->", from: position + 4, .comment)
            } else {
                guard let text = String(strictUTF8: text) else {
                    throw PropertyListError(.malformed(.text), at: start)
                }
                return text
            }
        }
        throw PropertyListError(.endsEarly(.text), at: position)
    }

    private mutating func readEntity(into text: inout [UInt8]) throws(PropertyListError) {
        let start = position
        // The longest one is a character reference with leading zeros; none needs to be longer.
        guard let end = bytes[start..<min(bytes.count, start + 16)].firstIndex(of: 0x3B),
            let resolved = Self.character(String(decoding: bytes[start + 1..<end], as: UTF8.self))
        else { throw PropertyListError(.malformed(.entity), at: start) }
        text += Array(String(Character(resolved)).utf8)
        position = end + 1
    }

    private static func character(_ entity: String) -> Unicode.Scalar? {
        switch entity {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.first == "#" else { return nil }
            let digits = entity.dropFirst()
            let isHexadecimal = digits.first == "x"
            // A sign is not a digit.
            guard let first = digits.dropFirst(isHexadecimal ? 1 : 0).first, first.isHexDigit else { return nil }
            let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init)
        }
    }

    // MARK: Bytes

    /// Passes the next occurrence of a text.
    private mutating func pass(
        _ text: String, from start: Int, _ part: PropertyListError.Part
    ) throws(PropertyListError) {
        position = start
        while let next = bytes[position...].firstIndex(where: { $0 == text.utf8.first }) {
            position = next
            if starts(with: text) {
                position += text.utf8.count
                return
            }
            position += 1
        }
        position = bytes.count
        throw PropertyListError(.endsEarly(part), at: position)
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
    }
}
