import WireCoding

/// The escapes of JSON strings (RFC 8259 §7).
enum QUICLogEscape {
    /// The text with escapes for what may not be in a string, and for DEL and the record separator's kin.
    static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: escaped += [0x5C, byte]
            case 0x0A: escaped += "\\n".utf8
            case 0x0D: escaped += "\\r".utf8
            case 0x09: escaped += "\\t".utf8
            case 0x00..<0x20, 0x7F:
                escaped += "\\u00".utf8
                Hex.append(byte, to: &escaped)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The text that the escapes mean; nil for half of a surrogate pair and for an escape that JSON does not have.
    static func unescape(_ escaped: String) -> String? {
        guard escaped.utf8.contains(0x5C) else { return escaped }
        let bytes = Array(escaped.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            guard bytes[position] == 0x5C else {
                text.append(bytes[position])
                position += 1
                continue
            }
            guard let scalar = scalar(bytes, &position) else { return nil }
            text += Character(scalar).utf8
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The scalar of an escape, and of its second half where it is a pair.
    private static func scalar(_ bytes: [UInt8], _ position: inout Int) -> Unicode.Scalar? {
        guard position + 1 < bytes.count else { return nil }
        let kind = bytes[position + 1]
        guard kind == UInt8(ascii: "u") else {
            position += 2
            return short(kind)
        }
        guard let first = unit(bytes, position) else { return nil }
        position += 6
        guard 0xD800..<0xDC00 ~= first else { return Unicode.Scalar(first) }
        guard let second = unit(bytes, position), 0xDC00..<0xE000 ~= second else { return nil }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func short(_ kind: UInt8) -> Unicode.Scalar? {
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(kind)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    /// The UTF-16 unit of `\u1234` at a position.
    private static func unit(_ bytes: [UInt8], _ position: Int) -> UInt32? {
        guard position + 6 <= bytes.count, bytes[position] == 0x5C, bytes[position + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for byte in bytes[position + 2..<position + 6] {
            guard let digit = Hex.value(of: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
