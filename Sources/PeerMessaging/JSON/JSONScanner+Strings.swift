import WireCoding

extension JSONScanner {
    /// Moves over a string that must be valid: UTF-8, no control characters, proper escapes.
    ///
    /// - Returns: The place between its quotes.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func readString() throws(JSONDecodingError) -> JSONStringRange {
        guard try nextToken() == UInt8(ascii: "\"") else { throw wrongType() }
        let start = position &+ 1
        let end = Self.plainEnd(in: text, from: start)
        guard end < text.count, text[end] == UInt8(ascii: "\"") else { return try readStringSlowly(start, from: end) }
        position = end &+ 1
        return JSONStringRange(start..<end, hasEscapes: false)
    }

    /// Goes on at the first byte that is not plain.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func readStringSlowly(
        _ start: Int, from special: Int
    ) throws(JSONDecodingError) -> JSONStringRange {
        var cursor = special
        var hasEscapes = false
        while cursor < text.count {
            let byte = text[cursor]
            switch byte {
            case UInt8(ascii: "\""):
                position = cursor &+ 1
                return JSONStringRange(start..<cursor, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                guard let escape = JSONEscape(in: text, at: cursor, end: text.count) else {
                    throw JSONDecodingError(.invalidEscape, offset: cursor)
                }
                hasEscapes = true
                cursor &+= escape.length
            case 0..<0x20:
                throw JSONDecodingError(.controlCharacter, offset: cursor)
            default:
                let length = UTF8Text.sequenceLength(in: text, at: cursor)
                guard length > 0 else { throw JSONDecodingError(.invalidUTF8, offset: cursor) }
                cursor &+= length
            }
            cursor = Self.plainEnd(in: text, from: cursor)
        }
        throw JSONDecodingError(.unexpectedEnd, offset: cursor)
    }

    /// The first position from `start` on with a quote, a backslash, a control character or a byte of 0x80 and above;
    /// otherwise the end of the text.
    @inline(__always)
    private static func plainEnd(in text: Span<UInt8>, from start: Int) -> Int {
        var cursor = start
        while cursor &+ 16 <= text.count {
            let marks = specialBytes(text.loadVector(at: cursor))
            guard marks.isEmpty else { return cursor &+ marks.first }
            cursor &+= 16
        }
        return plainEnd(inTailOf: text, from: cursor)
    }

    /// Less than sixteen bytes.
    @inline(__always)
    private static func plainEnd(inTailOf text: Span<UInt8>, from start: Int) -> Int {
        let block = text.count &- 16
        if block >= 0 {
            let marks = specialBytes(text.loadVector(at: block)).from(start &- block)
            return block &+ marks.first
        }
        var cursor = start
        while cursor < text.count {
            let byte = text[cursor]
            guard byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") else {
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

    /// Moves over a string of which only the outline matters.
    @_lifetime(self: copy self)
    mutating func skipString() throws(JSONDecodingError) {
        position &+= 1
        while true {
            position = Self.plainEnd(in: text, from: position)
            guard position < text.count else { throw JSONDecodingError(.unexpectedEnd, offset: position) }
            switch text[position] {
            case UInt8(ascii: "\""):
                position &+= 1
                return
            case UInt8(ascii: "\\"):
                try skipEscape()
            default:
                position &+= 1
            }
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipEscape() throws(JSONDecodingError) {
        guard position &+ 1 < text.count else { throw JSONDecodingError(.unexpectedEnd, offset: text.count) }
        let isUnicode = text[position &+ 1] == UInt8(ascii: "u")
        let length = isUnicode ? 6 : 2
        guard position <= text.count &- length else { throw JSONDecodingError(.unexpectedEnd, offset: text.count) }
        if isUnicode {
            for index in position &+ 2..<position &+ 6 where text[index] == UInt8(ascii: "\"") {
                throw JSONDecodingError(.invalidEscape, offset: position)
            }
        }
        position &+= length
    }
}
