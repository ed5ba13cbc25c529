import WireCoding

/// Goes over a JSON text (RFC 8259) once, in place and without allocating.
///
/// It accepts what Foundation's `JSONDecoder` accepts, so that a message that peers understand is not refused: a comma
/// before a closing bracket, and within values that are skipped, numbers and strings of the right outline only.
struct JSONScanner: ~Escapable {
    /// Arrays and objects within each other; Foundation's limit.
    static let maximumDepth = 512

    let text: Span<UInt8>
    /// The position from which the next token is read.
    var position: Int

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
        // A byte order mark may be before the text, and nothing else.
        let hasMark = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
        position = hasMark ? 3 : 0
    }

    /// Moves to the next token.
    ///
    /// - Returns: Its first byte.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func nextToken() throws(JSONDecodingError) -> UInt8 {
        while position < text.count {
            let byte = text[position]
            if byte > 0x20 { return byte }
            guard Self.isWhiteSpace(byte) else { return byte }
            position &+= 1
        }
        throw JSONDecodingError(.unexpectedEnd, offset: position)
    }

    @inline(__always)
    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Moves into an array or object.
    ///
    /// - Parameters:
    ///   - opening: `[` or `{`.
    ///   - closing: Its counterpart.
    /// - Returns: Whether it has an element.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func enter(_ opening: UInt8, _ closing: UInt8) throws(JSONDecodingError) -> Bool {
        guard try nextToken() == opening else { throw wrongType() }
        position &+= 1
        guard try nextToken() == closing else { return true }
        position &+= 1
        return false
    }

    /// Moves over the comma after an element, or over the closing bracket.
    ///
    /// - Returns: Whether another element follows.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func nextElement(before closing: UInt8) throws(JSONDecodingError) -> Bool {
        var byte = try nextToken()
        if byte == UInt8(ascii: ",") {
            position &+= 1
            byte = try nextToken()
            guard byte == closing else { return true }
        }
        guard byte == closing else { throw JSONDecodingError(.unexpectedByte, offset: position) }
        position &+= 1
        return false
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func enterObject() throws(JSONDecodingError) -> Bool { try enter(UInt8(ascii: "{"), UInt8(ascii: "}")) }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func nextMember() throws(JSONDecodingError) -> Bool { try nextElement(before: UInt8(ascii: "}")) }

    /// Moves over a member's name and the colon.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func readMemberName() throws(JSONDecodingError) -> JSONStringRange {
        let name = try readString()
        try readColon()
        return name
    }

    /// Throws unless only white space is left.
    @_lifetime(self: copy self)
    mutating func expectEnd() throws(JSONDecodingError) {
        while position < text.count {
            guard Self.isWhiteSpace(text[position]) else { throw JSONDecodingError(.trailingBytes, offset: position) }
            position &+= 1
        }
    }

    /// An error about the value at the position: of another type, or no value at all.
    @inline(never)
    func wrongType() -> JSONDecodingError {
        guard position < text.count else { return JSONDecodingError(.unexpectedEnd, offset: position) }
        return JSONDecodingError(Self.beginsValue(text[position]) ? .wrongType : .unexpectedByte, offset: position)
    }

    /// Whether a value of any type begins with the byte.
    static func beginsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            true
        default: false
        }
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func readColon() throws(JSONDecodingError) {
        guard try nextToken() == UInt8(ascii: ":") else { throw JSONDecodingError(.unexpectedByte, offset: position) }
        position &+= 1
    }
}

extension JSONScanner {
    /// Moves over one value of any type, looking only at its outline.
    ///
    /// - Parameter depth: How many arrays and objects the value is in.
    @inline(never)
    @_lifetime(self: copy self)
    mutating func skipValue(depth: Int) throws(JSONDecodingError) {
        switch try nextToken() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"): try skipElements("{", "}", depth: depth)
        case UInt8(ascii: "["): try skipElements("[", "]", depth: depth)
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        case UInt8(ascii: "-"), 0x30...0x39: skipNumber()
        default: throw JSONDecodingError(.unexpectedByte, offset: position)
        }
    }

    /// Moves over an object, whose elements have names, or an array.
    @_lifetime(self: copy self)
    private mutating func skipElements(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, depth: Int
    ) throws(JSONDecodingError) {
        guard depth < Self.maximumDepth else { throw JSONDecodingError(.tooDeep, offset: position) }
        var hasElement = try enter(UInt8(ascii: opening), UInt8(ascii: closing))
        while hasElement {
            if opening == "{" {
                guard try nextToken() == UInt8(ascii: "\"") else {
                    throw JSONDecodingError(.unexpectedByte, offset: position)
                }
                try skipString()
                try readColon()
            }
            try skipValue(depth: depth &+ 1)
            hasElement = try nextElement(before: UInt8(ascii: closing))
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipWord(_ word: StaticString) throws(JSONDecodingError) {
        for scalar in "\(word)".utf8 {
            guard position < text.count else { throw JSONDecodingError(.unexpectedEnd, offset: position) }
            guard text[position] == scalar else { throw JSONDecodingError(.unexpectedByte, offset: position) }
            position &+= 1
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipNumber() {
        while position < text.count {
            switch text[position] {
            case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                position &+= 1
            default: return
            }
        }
    }
}
