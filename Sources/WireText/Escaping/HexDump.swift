import WireCoding

/// Bytes as hexadecimal digits with their text beside them: `00000010  de ad be ef …  |....|`.
package enum HexDump {
    private static let offsetDigits = 8

    /// - Parameters:
    ///   - offset: Of the first byte.
    ///   - width: Columns of a line; from 30 on they are enough.
    package static func lines(_ bytes: [UInt8], from offset: Int = 0, width: Int) -> [String] {
        let count = bytesPerLine(width: width)
        return stride(from: 0, to: bytes.count, by: count).map { start in
            line(bytes[start..<min(start + count, bytes.count)], at: offset + start, of: count)
        }
    }

    /// 16, or fewer where a line has no room for them: three digits and a character each, with gaps.
    private static func bytesPerLine(width: Int) -> Int { width >= 76 ? 16 : width >= 43 ? 8 : 4 }

    private static func line(_ bytes: ArraySlice<UInt8>, at offset: Int, of count: Int) -> String {
        var digits = ""
        for (index, byte) in bytes.enumerated() {
            digits += (index == 0 ? "" : index == 8 ? "  " : " ") + Hex.encode([byte])
        }
        let room = count * 3 - 1 + (count > 8 ? 1 : 0)
        let padding = String(repeating: " ", count: room - digits.utf8.count)
        let text = bytes.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "." }.joined()
        return "\(UInt64(clamping: offset).digits(offsetDigits, radix: 16))  \(digits)\(padding)  \(text)"
    }
}
