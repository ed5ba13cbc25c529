import WireCoding

/// The check at the end of an 802.11 frame (IEEE 802.11 §9.2.4.8): CRC-32 over header and body, stored with its lowest
/// byte first.
public enum FrameCheckSequence {
    /// Bytes of the check.
    public static let size = 4

    /// The polynomial of IEEE 802.3, lowest bit first, for each value of a byte.
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// The check of these bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        let table = table
        var value = UInt32.max
        for index in bytes.indices {
            value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])]
        }
        return ~value
    }

    /// Whether a frame's last four bytes are the check of those before; false for fewer than four bytes.
    public static func isValid(_ frame: Span<UInt8>) -> Bool {
        guard frame.count >= size else { return false }
        let end = frame.count - size
        return of(frame.extracting(0..<end)) == frame.littleEndianUInt32(at: end)
    }
}
