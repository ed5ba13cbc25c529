import PacketDissection
import WireCoding

extension ConnectionSide {
    /// Follows one packet: what it brings of its sender, and what it says of the bytes of its receiver.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of the transport payload.
    ///   - start: Of the connection.
    /// - Returns: Whether the sender had everything that its receiver had said; nil if the packet says nothing new.
    @inline(__always)
    static func follow(
        _ packet: inout DissectedPacket, payload: Span<UInt8>, originalLength: Int, reading: StreamReading,
        moment: PacketMoment, since start: Int64, sender: inout ConnectionSide, receiver: inout ConnectionSide
    ) -> Bool? {
        sender.count(
            originalLength: originalLength, from: packet.linkSource, at: moment.time, since: start,
            isMeasured: reading.readsContent)
        guard packet.transport == .tcp else {
            sender.countDatagram(
                payloadLength: packet.payloadLength, captured: payload.count, at: moment.time)
            return sender.isNews(packet, at: moment) ? true : nil
        }
        let tcp = packet.tcp
        receiver.hear()
        if receiver.windowStalls != nil { receiver.noteProbe(by: sender, packet, at: moment) }
        sender.anchor(tcp)
        sender.noteAcknowledgment(
            tcp, payloadLength: packet.payloadLength,
            otherHasUnacknowledgedBytes: receiver.hasUnacknowledgedBytes, moment: moment)
        if tcp.flags.contains(.ack) {
            receiver.acknowledge(tcp, isPure: packet.payloadLength == 0, moment: moment)
        }
        // The content of a reset is not part of the stream (RFC 9293 §3.5.3).
        if packet.payloadLength > 0, !tcp.flags.contains(.rst) {
            sender.receive(
                payload, length: packet.payloadLength, tcp: tcp, reading, moment: moment)
        }
        if tcp.flags.contains(.fin) {
            sender.noteFinish(tcp, payloadLength: packet.payloadLength, moment: moment)
        }
        return sender.isNews(packet, at: moment) ? !receiver.hasUnacknowledgedBytes : nil
    }

    /// Whether a packet, which was followed, has new data: what was sent again, and keep-alives, say nothing new.
    @inline(__always)
    private func isNews(_ packet: borrowing DissectedPacket, at moment: PacketMoment) -> Bool {
        packet.payloadLength > 0 && lastPayload == moment.time
    }
}
