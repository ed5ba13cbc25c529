import WireCoding

/// Base64 with padding (RFC 4648 §4).
enum Base64 {
    /// The bytes that valid base64 represents; everything after a character that is not base64 is left out.
    static func decode(_ characters: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(characters.count / 4 * 3)
        var position = 0
        // Four characters are three bytes; characters that are not base64 have bits beyond the six.
        while position &+ 4 <= characters.count {
            let first = value(of: characters[position])
            let second = value(of: characters[position &+ 1])
            let third = value(of: characters[position &+ 2])
            let fourth = value(of: characters[position &+ 3])
            guard first | second | third | fourth < 64 else { break }
            output.append(first << 2 | second >> 4)
            output.append(second << 4 | third >> 2)
            output.append(third << 6 | fourth)
            position &+= 4
        }
        var bits: UInt32 = 0
        var count = 0
        while position < characters.count, case let value = value(of: characters[position]), value < 64 {
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            position &+= 1
        }
        return output
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start...].prefix(3)
            let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0...3 {
                output.append(index <= group.count ? alphabet[word >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
            }
        }
        return output
    }

    /// The six bits of a character, or 255.
    @inline(__always)
    private static func value(of character: UInt8) -> UInt8 { values[Int(character)] }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
