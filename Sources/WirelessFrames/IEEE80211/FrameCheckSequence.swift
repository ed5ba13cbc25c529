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
    public static func of(_ bytes: Span<UInt8>) -> UInt32 { of(bytes, after: 0) }

    /// The check sequence of earlier bytes followed by these.
    ///
    /// - Parameter check: The check of the bytes before, 0 of none.
    private static func of(_ bytes: Span<UInt8>, after check: UInt32) -> UInt32 {
        // For no bytes without an address the library would begin anew.
        guard !bytes.isEmpty else { return check }
        // Reads the bytes of the buffer while it is lent, and keeps no pointer.
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe libdeflate_crc32(check, buffer.baseAddress, buffer.count)
        }
    }

    /// Whether a frame's last four bytes are the check of those before; false for fewer than four bytes.
    ///
    /// - Parameters:
    ///   - frame: The frame from its MAC header on, with the check.
    ///   - padding: The range of bytes that the radio put between header and body and that were not on the air; they do not
    ///     count.
    public static func isValid(_ frame: Span<UInt8>, leavingOut padding: Range<Int> = 0..<0) -> Bool {
        guard frame.count >= size else { return false }
        let end = frame.count - size
        let gap = padding.clamped(to: 0..<end)
        // Few radios put any, and two calls cost more than one.
        let header = gap.isEmpty ? 0 : of(frame.extracting(0..<gap.lowerBound), after: 0)
        let rest = gap.isEmpty ? 0..<end : gap.upperBound..<end
        return of(frame.extracting(rest), after: header) == frame.littleEndianUInt32(at: end)
    }
}
