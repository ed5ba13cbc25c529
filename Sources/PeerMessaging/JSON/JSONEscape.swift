import WireCoding

/// An escape in a JSON string (RFC 8259 §7); a surrogate pair is one.
struct JSONEscape {
    let scalar: Unicode.Scalar
    /// Bytes from the backslash to the end: 2, 6 or 12.
    let length: Int
}

extension JSONEscape {
    /// The escape whose backslash is at `position`, or nil if there is no valid one.
    init?(in text: Span<UInt8>, at position: Int, end: Int) {
        guard position < end &- 1 else { return nil }
        if text[position &+ 1] == UInt8(ascii: "u") {
            self.init(unicodeIn: text, at: position, end: end)
        } else if let scalar = Self.scalar(named: text[position &+ 1]) {
            self.init(scalar: scalar, length: 2)
        } else {
            return nil
        }
    }

    private init?(unicodeIn text: Span<UInt8>, at position: Int, end: Int) {
        guard let first = Self.codeUnit(in: text, at: position, end: end) else { return nil }
        guard UTF16.isLeadSurrogate(first) else {
            // A trailing surrogate alone is not a scalar.
            guard let scalar = Unicode.Scalar(first) else { return nil }
            self.init(scalar: scalar, length: 6)
            return
        }
        guard let second = Self.codeUnit(in: text, at: position &+ 6, end: end), UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
        else { return nil }
        self.init(scalar: scalar, length: 12)
    }

    private static func scalar(named letter: UInt8) -> Unicode.Scalar? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    /// The value of an escape with four hexadecimal digits.
    private static func codeUnit(in text: Span<UInt8>, at position: Int, end: Int) -> UInt16? {
        guard position <= end &- 6, text[position] == UInt8(ascii: "\\"), text[position &+ 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt16 = 0
        for index in position &+ 2..<position &+ 6 {
            guard let digit = Hex.value(of: text[index]) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
