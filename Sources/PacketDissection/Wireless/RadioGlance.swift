import WireCoding
import WirelessFrames

/// The information in two fields of a frame after a radiotap header, before anything else is read.
package struct RadioGlance: Sendable {
    /// Type, subtype and flags: the first two bytes of the MAC header.
    @usableFromInline package let control: IEEE80211FrameControl
    /// Address 2; 0 in frames that have none.
    @usableFromInline package let transmitter: LinkAddress

    /// - Parameters:
    ///   - bytes: What the file holds of the packet.
    ///   - originalLength: Bytes on the wire.
    /// - Returns: nil where anything is unusual, and of every frame of which ``RadioFrame`` is nil.
    @inlinable @inline(__always)
    package init?(_ bytes: Span<UInt8>, originalLength: Int) {
        guard bytes.count >= 8 else { return nil }
        let start = Int(bytes.littleEndianUInt16(at: 2))
        let end = min(bytes.count, originalLength)
        // The longest header is 36 bytes, and a check sequence may end the frame; short frames need not have address 2.
        guard start >= 8, start &+ 14 <= end else { return nil }
        control = IEEE80211FrameControl(rawValue: bytes.littleEndianUInt16(at: start))
        guard control.version == 0 else { return nil }
        guard control.hasSequenceControl else {
            guard start &+ control.headerSize &+ FrameCheckSequence.size <= end else { return nil }
            transmitter = LinkAddress(rawValue: 0)
            return
        }
        guard start &+ 40 <= end else { return nil }
        transmitter = LinkAddress(rawValue: bytes.linkAddress(at: start &+ 10))
    }
}
