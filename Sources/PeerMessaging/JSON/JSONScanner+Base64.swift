import WireCoding

extension JSONScanner {
    /// Moves over a string of base64 (RFC 4648 §4, with padding; bits beyond the last byte may be set).
    ///
    /// - Returns: The range between its quotes, and the number of bytes that it represents.
    @_lifetime(self: copy self)
    mutating func readBase64() throws(JSONDecodingError) -> (text: JSONStringRange, length: Int) {
        guard try nextToken() == UInt8(ascii: "\"") else { throw wrongType() }
        let start = position &+ 1
        var cursor = start
        // The bytes of escapes beyond the one character that each represents.
        var surplus = 0
        while true {
            surplus &+= skipPlainBase64(&cursor)
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
        return (JSONStringRange(start..<cursor, hasEscapes: surplus > 0), characters >> 2 &* 3 &- padding)
    }

    /// Moves over base64 and `\/`, to the last byte of the text at most.
    ///
    /// - Returns: The number of backslashes.
    @inline(__always)
    private func skipPlainBase64(_ cursor: inout Int) -> Int {
        var escapes = 0
        // The byte after a block shows whether a backslash at its end escapes a slash.
        while cursor &+ 17 <= text.count {
            // Each byte of the sum counts one of a block, so that it cannot overflow in 255 turns.
            var counts = SIMD16<UInt8>(repeating: 0)
            let end = min(cursor &+ 255 &* 16, text.count &- 16)
            while cursor < end {
                let block = Base64Block(text, at: cursor)
                guard block.others.isEmpty else {
                    let place = block.others.first
                    cursor &+= place
                    return escapes &+ counts.byteSum &+ ByteMarks(block.backslashes).before(place).count
                }
                counts.replace(with: counts &+ SIMD16<UInt8>(repeating: 1), where: block.backslashes)
                cursor &+= 16
            }
            escapes &+= counts.byteSum
        }
        let start = text.count &- 17
        guard start >= 0 && cursor < text.count else { return escapes }
        let block = Base64Block(text, at: start)
        let place = block.others.from(cursor &- start).first
        let backslashes = ByteMarks(block.backslashes).from(cursor &- start).before(place)
        cursor = start &+ place
        return escapes &+ backslashes.count
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

/// Sixteen characters of base64, looked at together.
private struct Base64Block {
    /// The bytes that are neither base64 characters nor backslashes followed by a slash.
    let others: ByteMarks
    /// Which bytes are backslashes.
    let backslashes: SIMDMask<SIMD16<Int8>>

    /// - Precondition: Seventeen bytes lie within the text.
    @inline(__always)
    init(_ text: Span<UInt8>, at position: Int) {
        let bytes = text.loadVector(at: position)
        let following = text.loadVector(at: position &+ 1)
        backslashes = bytes.equals(UInt8(ascii: "\\"))
        let letters = (bytes | SIMD16<UInt8>(repeating: 0x20)).minus(UInt8(ascii: "a")).isBelow(26)
        let digitsAndSlash = bytes.minus(UInt8(ascii: "/")).isBelow(11)
        let plus = bytes.equals(UInt8(ascii: "+"))
        let escapes = backslashes .& following.equals(UInt8(ascii: "/"))
        others = ByteMarks(.!(letters .| digitsAndSlash .| plus .| escapes))
    }
}
