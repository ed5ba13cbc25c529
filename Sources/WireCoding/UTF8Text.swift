/// UTF-8 (RFC 3629) in place.
public enum UTF8Text {
    /// The length of the sequence whose first byte is 0x80 or above, or 0 if it is invalid (RFC 3629 §4).
    public static func sequenceLength(in text: Span<UInt8>, at position: Int) -> Int {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch text[position] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: length = 3
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard position <= text.count &- length, second.contains(text[position &+ 1]) else { return 0 }
        for index in position &+ 2..<position &+ length where text[index] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// The offset of the first byte that is not UTF-8; nil if all are.
    public static func firstError(_ text: Span<UInt8>) -> Int? {
        var position = 0
        while position < text.count {
            while position &+ 8 <= text.count, text.loadUInt64(at: position) & 0x8080_8080_8080_8080 == 0 {
                position &+= 8
            }
            guard position < text.count else { return nil }
            if text[position] < 0x80 {
                position &+= 1
            } else {
                let length = sequenceLength(in: text, at: position)
                guard length > 0 else { return position }
                position &+= length
            }
        }
        return nil
    }
}
