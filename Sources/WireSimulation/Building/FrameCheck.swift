import WireCoding
import WirelessFrames

/// What a ``PacketBuilder`` writes as the check sequence at the end of an Ethernet or 802.11 frame: CRC-32 (IEEE 802.3
/// §3.2.9, IEEE 802.11 §9.2.4.8).
@nonexhaustive
public enum FrameCheck: Hashable, Sendable {
    /// No check, as in most captures of Ethernet.
    case absent
    /// The right one.
    case computed
    /// One with all bits of the right one inverted.
    case wrong
    /// This number, written with its lowest byte first.
    case value(UInt32)

    /// The frame with its check.
    func append(to frame: [UInt8]) -> [UInt8] {
        var output = ByteWriter(reservingCapacity: frame.count + FrameCheckSequence.size)
        output.writeBytes(frame)
        switch self {
        case .absent: break
        case .computed: output.writeUInt32LittleEndian(FrameCheckSequence.of(frame.span))
        case .wrong: output.writeUInt32LittleEndian(~FrameCheckSequence.of(frame.span))
        case .value(let number): output.writeUInt32LittleEndian(number)
        }
        return output.bytes
    }
}
