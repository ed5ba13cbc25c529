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
        append(bytes, escapingSlashes: false, to: &output)
        return output
    }

    /// - Parameter escapingSlashes: Whether `/` becomes `\/`.
    static func append(_ bytes: [UInt8], escapingSlashes: Bool, to output: inout [UInt8]) {
        // A slash in 64 characters is escaped.
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4 + bytes.count / 32)
        var position = 0
        while position &+ 3 <= bytes.count {
            let (first, second, third) = (bytes[position], bytes[position &+ 1], bytes[position &+ 2])
            append(first >> 2, escapingSlashes, to: &output)
            append((first << 4 | second >> 4) & 63, escapingSlashes, to: &output)
            append((second << 2 | third >> 6) & 63, escapingSlashes, to: &output)
            append(third & 63, escapingSlashes, to: &output)
            position &+= 3
        }
        guard position < bytes.count else { return }
        let first = bytes[position]
        let second = position &+ 1 < bytes.count ? bytes[position &+ 1] : nil
        append(first >> 2, escapingSlashes, to: &output)
        append((first << 4 | (second ?? 0) >> 4) & 63, escapingSlashes, to: &output)
        if let second {
            append(second << 2 & 63, escapingSlashes, to: &output)
        } else {
            output.append(UInt8(ascii: "="))
        }
        output.append(UInt8(ascii: "="))
    }

    @inline(__always)
    private static func append(_ value: UInt8, _ escapingSlashes: Bool, to output: inout [UInt8]) {
        let character = alphabet[Int(value)]
        if escapingSlashes && character == UInt8(ascii: "/") { output.append(UInt8(ascii: "\\")) }
        output.append(character)
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
