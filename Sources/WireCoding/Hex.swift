/// Hexadecimal text, lower case and without separators.
public enum Hex {
    /// The ASCII code of the digit for a number from 0 to 15.
    @inlinable
    public static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Adds the two digits of a byte.
    @inlinable
    public static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digit(byte >> 4))
        text.append(digit(byte & 15))
    }

    /// Two digits for each byte.
    @inlinable
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes { append(byte, to: &digits) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes that the digits represent, or nil if a character is not a digit or the number of digits is odd. White
    /// space, and `:` between bytes, are skipped.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 where !(character == 0x20 || (9...13).contains(character) || character == 0x3A) {
            guard let value = value(of: character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Nil for a character that is not a digit.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
