import WireCoding

extension JSONScanner {
    /// Moves over a string of base64 (RFC 4648 §4, with padding; bits beyond the last byte may be set).
    ///
    /// - Returns: The place between its quotes, and the number of bytes that it stands for.
    @_lifetime(self: copy self)
    mutating func readBase64() throws(JSONDecodingError) -> (text: JSONText, length: Int) {
        guard try nextToken() == UInt8(ascii: "\"") else { throw wrongType() }
        let start = position &+ 1
        var cursor = start
        // Bytes of escapes beyond the one character that each stands for.
        var surplus = 0
        while true {
            surplus &+= skipBlocks(&cursor)
            var byte = cursor < text.count ? text[cursor] : 0
            while Self.isBase64(byte) {
                cursor &+= 1
                byte = cursor < text.count ? text[cursor] : 0
            }
            guard byte == UInt8(ascii: "\\") else { break }
            guard let escape = JSONEscape(in: text, at: cursor, end: text.count) else {
                throw JSONDecodingError(.invalidEscape, offset: cursor)
            }
            guard escape.scalar != "=" else { break }
            guard escape.scalar.isASCII, Self.isBase64(UInt8(truncatingIfNeeded: escape.scalar.value)) else {
                throw JSONDecodingError(.invalidBase64, offset: cursor)
            }
            surplus &+= escape.length &- 1
            cursor &+= escape.length
        }
        let padding = try skipPadding(&cursor, surplus: &surplus)
        guard cursor < text.count else { throw JSONDecodingError(.unexpectedEnd, offset: cursor) }
        let characters = cursor &- start &- surplus
        guard text[cursor] == UInt8(ascii: "\""), characters & 3 == 0, padding <= 2 else {
            throw JSONDecodingError(.invalidBase64, offset: cursor)
        }
        position = cursor &+ 1
        return (JSONText(start..<cursor, hasEscapes: surplus > 0), characters >> 2 &* 3 &- padding)
    }

    /// Moves over as many whole blocks of sixteen bytes as hold base64 and `\/` only.
    ///
    /// - Returns: The number of backslashes among them.
    @inline(__always)
    private func skipBlocks(_ cursor: inout Int) -> Int {
        var escapes = 0
        // The byte after a block tells whether a backslash at its end escapes a slash.
        while cursor &+ 17 <= text.count {
            let block = text.loadVector16(at: cursor)
            let following = text.loadVector16(at: cursor &+ 1)
            let letters = (block | 0x20) &- UInt8(ascii: "a") .< 26
            let digits = block &- UInt8(ascii: "/") .< 11
            let backslashes = block .== UInt8(ascii: "\\")
            let escaped = backslashes .& (following .== UInt8(ascii: "/"))
            let valid = letters .| digits .| (block .== UInt8(ascii: "+")) .| escaped
            guard all(valid) else { return escapes }
            if any(backslashes) {
                escapes &+= Int(truncatingIfNeeded: SIMD16<UInt8>().replacing(with: 1, where: backslashes).wrappedSum())
            }
            cursor &+= 16
        }
        return escapes
    }

    @_lifetime(self: copy self)
    private mutating func skipPadding(_ cursor: inout Int, surplus: inout Int) throws(JSONDecodingError) -> Int {
        var padding = 0
        while cursor < text.count {
            if text[cursor] == UInt8(ascii: "=") {
                cursor &+= 1
            } else if text[cursor] == UInt8(ascii: "\\"),
                let escape = JSONEscape(in: text, at: cursor, end: text.count), escape.scalar == "="
            {
                surplus &+= escape.length &- 1
                cursor &+= escape.length
            } else {
                break
            }
            padding &+= 1
        }
        return padding
    }

    @inline(__always)
    static func isBase64(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "/") < 11 || byte == UInt8(ascii: "+")
    }
}
