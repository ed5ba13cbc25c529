import WireCoding

/// Bytes as Swift source, to be pasted into a test.
public enum SwiftLiteral {
    /// An array of hexadecimal numbers: `[0x01, 0xFF]`, more than 16 of them in lines of 16 each.
    ///
    /// - Parameters:
    ///   - bytes: All of them are written.
    ///   - indentation: Spaces before the closing bracket; lines of numbers have four more.
    public static func bytes(_ bytes: [UInt8], indentation: Int = 0) -> String {
        let numbers = bytes.map(number)
        guard numbers.count > 16 else { return "[" + numbers.joined(separator: ", ") + "]" }
        let margin = String(repeating: " ", count: indentation)
        let lines = stride(from: 0, to: numbers.count, by: 16).map {
            margin + "    " + numbers[$0..<min($0 + 16, numbers.count)].joined(separator: ", ") + ",\n"
        }
        return "[\n" + lines.joined() + margin + "]"
    }

    private static func number(_ byte: UInt8) -> String { "0x" + Hex.encode([byte]).uppercased() }

    /// Bytes as Swift source of bounded length.
    ///
    /// Long runs of the same byte are written as such: `[0x01] + [UInt8](repeating: 0x00, count: 700)`. Of what is too
    /// long without them, a comment says how much is left out.
    static func excerpt(of bytes: [UInt8], indentation: Int = 0) -> String {
        let pieces = pieces(of: bytes)
        if (2...5).contains(pieces.count) || pieces.contains(where: \.isRun) && pieces.count == 1 {
            let count = pieces.reduce(0) { $0 + ($1.isRun ? 0 : $1.bytes.count) }
            if count <= mostNumbers {
                return pieces.map { piece in
                    guard piece.isRun, let byte = piece.bytes.first else {
                        return self.bytes(Array(piece.bytes), indentation: indentation)
                    }
                    return "[UInt8](repeating: \(number(byte)), count: \(piece.bytes.count))"
                }.joined(separator: " + ")
            }
        }
        guard bytes.count > mostNumbers else { return self.bytes(bytes, indentation: indentation) }
        return self.bytes(Array(bytes.prefix(mostNumbers)), indentation: indentation)
            + "  // and \(bytes.count - mostNumbers) more bytes"
    }

    /// The most numbers of an excerpt.
    private static let mostNumbers = 256
    /// From how many on equal bytes are a run.
    private static let shortestRun = 32

    /// Runs, and what is between them.
    private static func pieces(of bytes: [UInt8]) -> [(bytes: ArraySlice<UInt8>, isRun: Bool)] {
        var pieces: [(bytes: ArraySlice<UInt8>, isRun: Bool)] = []
        var (start, position) = (0, 0)
        while position < bytes.count {
            let end = bytes[position...].firstIndex { $0 != bytes[position] } ?? bytes.count
            if end - position >= shortestRun {
                if start < position { pieces.append((bytes[start..<position], false)) }
                pieces.append((bytes[position..<end], true))
                start = end
            }
            position = end
        }
        if start < bytes.count { pieces.append((bytes[start...], false)) }
        return pieces
    }
}
