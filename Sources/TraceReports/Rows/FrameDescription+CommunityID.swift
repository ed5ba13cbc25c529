import PacketDissection
import WireCoding

extension FrameDescription {
    /// The Community ID of the innermost packet with a TCP or UDP header; nil without one.
    var communityID: CommunityID? {
        guard let packet = transport, packet.transport == .tcp || packet.transport == .udp else { return nil }
        return CommunityID(
            (packet.source, packet.sourcePort), (packet.destination, packet.destinationPort),
            ipProtocol: packet.transport == .tcp ? 6 : 17)
    }
}
