import CDeflate
import WireCoding

/// The check at the end of an 802.11 frame (IEEE 802.11 §9.2.4.8): CRC-32 over header and body, stored with its lowest
/// byte first.
///
/// It is the CRC-32 of gzip, and counted by libdeflate: with the processor's instructions for it, in a tenth of the time that
/// tables take. A monitor capture has a check for each frame.
public enum FrameCheckSequence {
    /// Bytes of the check.
    public static let size = 4

    /// The check of these bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        // Reads the bytes of the buffer while it is lent, and keeps no pointer.
        unsafe bytes.withUnsafeBytes { buffer in unsafe libdeflate_crc32(0, buffer.baseAddress, buffer.count) }
    }

    /// Whether a frame's last four bytes are the check of those before; false for fewer than four bytes.
    public static func isValid(_ frame: Span<UInt8>) -> Bool {
        guard frame.count >= size else { return false }
        let end = frame.count - size
        return of(frame.extracting(0..<end)) == frame.littleEndianUInt32(at: end)
    }
}
