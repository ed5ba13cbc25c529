import PacketDissection
import TraceModel
import WireCoding

@testable import CaptureCorrelation

/// Marks of packets that nobody captured, with times in milliseconds.
enum Marks {
    private static let millisecond: Int64 = 1_000_000

    /// A datagram of 20 equal bytes.
    static func datagram(_ content: UInt8, at time: Int64, frame: Int = 1) -> PacketMark {
        var packet = DissectedPacket()
        packet.transport = .udp
        packet.payloadLength = 20
        packet.capturedPayloadLength = 20
        let bytes = [UInt8](repeating: content, count: 20)
        return PacketMark(
            packet, bytes: bytes.span, identification: 0, frame: frame, start: time * millisecond,
            end: time * millisecond)
    }

    /// A segment with these bytes of a stream, or an acknowledgment of those before `acknowledging`.
    static func segment(_ range: Range<UInt32> = 0..<0, acknowledging: UInt32 = 0, at time: Int64) -> PacketMark {
        var packet = DissectedPacket()
        packet.transport = .tcp
        packet.capturedHeaderLength = 20
        packet.payloadOffset = 20
        packet.payloadLength = range.count
        packet.capturedPayloadLength = range.count
        packet.tcp.flags = .ack
        packet.tcp.sequenceNumber = range.lowerBound
        packet.tcp.acknowledgmentNumber = acknowledging
        // The data offset, in words of four bytes.
        let header = [UInt8](repeating: 0, count: 12) + [0x50] + [UInt8](repeating: 0, count: 7)
        let bytes = header + [UInt8](repeating: 0x41, count: range.count)
        return PacketMark(
            packet, bytes: bytes.span, identification: 0, frame: 1, start: time * millisecond, end: time * millisecond)
    }

    /// Datagrams that were seen one after the other.
    static func list(_ sightings: KeyValuePairs<UInt8, Int64>) -> MarkList {
        list(sightings.enumerated().map { datagram($0.element.key, at: $0.element.value, frame: $0.offset + 1) })
    }

    static func list(_ marks: [PacketMark]) -> MarkList {
        MarkList(marks: marks, places: ArraySlice(marks.indices.map { UInt32($0) }))
    }

    /// A second clock that is so many milliseconds ahead, for certain.
    static func clock(ahead: Int64 = 0) -> ClockEstimate {
        let exact = [DelayEnvelope.Sample(time: 0, delay: 0)]
        return ClockEstimate(outward: exact, homeward: exact, reference: 0, base: ahead * millisecond)
    }

    /// What becomes of packets between the sender's capture and the receiver's.
    static func transits(_ sent: MarkList, _ received: MarkList) -> Transits {
        Transits(DirectionMatch(sent, received), sender: .first, clock: clock())
    }
}
