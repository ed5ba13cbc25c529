import WireCoding

/// Bytes as Swift source, to be pasted into a test.
public enum SwiftLiteral {
    /// An array of hexadecimal numbers: `[0x01, 0xFF]`, more than 16 of them in lines of 16 each.
    ///
    /// - Parameter indentation: Spaces before the closing bracket; lines of numbers have four more.
    public static func bytes(_ bytes: [UInt8], indentation: Int = 0) -> String {
        let numbers = bytes.map { "0x" + Hex.encode([$0]).uppercased() }
        guard numbers.count > 16 else { return "[" + numbers.joined(separator: ", ") + "]" }
        let margin = String(repeating: " ", count: indentation)
        let lines = stride(from: 0, to: numbers.count, by: 16).map {
            margin + "    " + numbers[$0..<min($0 + 16, numbers.count)].joined(separator: ", ") + ",\n"
        }
        return "[\n" + lines.joined() + margin + "]"
    }
}
