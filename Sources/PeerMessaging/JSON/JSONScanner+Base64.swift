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

    /// Moves over as many whole blocks of bytes as hold base64 and `\/` only.
    ///
    /// - Returns: The number of backslashes among them.
    @inline(__always)
    private func skipBlocks(_ cursor: inout Int) -> Int {
        var escapes = 0
        var isPlain = true
        // The byte after a block tells whether a backslash at its end escapes a slash.
        while isPlain && cursor &+ 33 <= text.count {
            // A lane counts at most four backslashes a turn, so that it cannot overflow in 63 turns.
            var counts: UInt64 = 0
            var turns = 0
            while turns < 63 && cursor &+ 33 <= text.count {
                let first = Base64Word(text, at: cursor)
                let second = Base64Word(text, at: cursor &+ 8)
                let third = Base64Word(text, at: cursor &+ 16)
                let fourth = Base64Word(text, at: cursor &+ 24)
                guard first.valid & second.valid & third.valid & fourth.valid == Base64Word.topBits else {
                    isPlain = false
                    break
                }
                counts &+= first.backslashes >> 7 &+ second.backslashes >> 7
                counts &+= third.backslashes >> 7 &+ fourth.backslashes >> 7
                cursor &+= 32
                turns &+= 1
            }
            for lane in 0..<8 { escapes &+= Int(truncatingIfNeeded: counts >> UInt64(8 &* lane) & 0xFF) }
        }
        while cursor &+ 9 <= text.count {
            let word = Base64Word(text, at: cursor)
            guard word.valid == Base64Word.topBits else { break }
            if word.backslashes != 0 { escapes &+= word.backslashes.nonzeroBitCount }
            cursor &+= 8
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

/// Eight characters of base64, looked at together: the top bit of each byte tells of that byte.
private struct Base64Word {
    static let topBits: UInt64 = 0x8080_8080_8080_8080

    /// Which bytes are base64 characters, or backslashes with a slash behind them.
    let valid: UInt64
    /// Which bytes are backslashes.
    let backslashes: UInt64

    /// - Precondition: Nine bytes lie within the text.
    @inline(__always)
    init(_ text: Span<UInt8>, at position: Int) {
        let word = text.loadUInt64(at: position)
        let following = text.loadUInt64(at: position &+ 1)
        let low = word & ~Self.topBits
        backslashes = ~Self.differs(low, from: 0x5C) & ~word & Self.topBits
        let letters = Self.isWithin(low | Self.every(0x20), 0x61, 0x7A)
        let digitsAndSlash = Self.isWithin(low, 0x2F, 0x39)
        let noPlus = Self.differs(low, from: 0x2B)
        let noSlashFollows = Self.differs(following & ~Self.topBits, from: 0x2F) | following
        valid = (letters | digitsAndSlash | ~noPlus) & ~word & Self.topBits | backslashes & ~noSlashFollows
    }

    @inline(__always)
    private static func every(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// Sets the top bit of bytes from `first` through `last`. `low` has no top bits, so that nothing carries from one
    /// byte into the next: one sum has its top bit from `first` on, the other beyond `last`.
    @inline(__always)
    private static func isWithin(_ low: UInt64, _ first: UInt8, _ last: UInt8) -> UInt64 {
        (low &+ every(0x80 &- first)) & ~(low &+ every(0x7F &- last))
    }

    /// Sets the top bit of bytes other than `byte`.
    @inline(__always)
    private static func differs(_ low: UInt64, from byte: UInt8) -> UInt64 { (low ^ every(byte)) &+ every(0x7F) }
}
