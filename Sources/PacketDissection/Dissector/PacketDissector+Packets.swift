import PacketCapture
import WireCoding

extension PacketDissector {
    /// Reads the headers of a packet.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds of the packet.
    ///   - linkType: What the bytes begin with.
    ///   - originalLength: Bytes on the wire; where it is less than the file holds, that number counts.
    public static func dissect(_ bytes: Span<UInt8>, linkType: LinkType, originalLength: Int) -> DissectedPacket {
        var packet = DissectedPacket()
        dissect(bytes, linkType: linkType, originalLength: originalLength, into: &packet)
        return packet
    }

    /// The same into a fresh packet of the caller's, which saves the hot path a copy.
    @inline(__always)
    public static func dissect(
        _ bytes: Span<UInt8>, linkType: LinkType, originalLength: Int, into packet: inout DissectedPacket
    ) {
        let walk = PacketWalk(bytes, Unobserved())
        let region = Region.packet(bytes, originalLength: originalLength)
        if linkType == .ethernet {
            walk.ethernet(0, region, &packet)
        } else {
            walk.link(linkType, 0, region, &packet)
        }
    }

    /// Reads a datagram that was reassembled from its fragments.
    ///
    /// - Parameters:
    ///   - payload: What is known of the IP payload, from its beginning.
    ///   - length: Bytes of the payload on the wire.
    ///   - first: The packet with the fragment at offset 0.
    /// - Returns: The packet as it would have been without fragmentation; the offsets in it count from the start of
    ///   `payload`.
    public static func dissect(
        reassembled payload: Span<UInt8>, length: Int, first: DissectedPacket
    ) -> DissectedPacket {
        var packet = first
        packet.isFragment = false
        packet.fragment = FragmentFields()
        packet.transport = .none
        packet.tcp = TCPFields()
        (packet.payloadStart, packet.payloadSize, packet.capturedPayloadSize) = (0, 0, 0)
        packet.stop = nil
        packet.ipProtocol = first.fragment.ipProtocol
        let walk = PacketWalk(payload, Unobserved())
        let region = Region(end: max(length, payload.count), limit: .input)
        if packet.isIPv6 {
            // Jumbograms have no fragments (RFC 2675 §3), and an IPv6 header is not before these bytes.
            walk.extensionHeaders(0, region, to: region.end, mayBeJumbo: false, &packet)
        } else {
            walk.transport(0, region, &packet)
        }
        return packet
    }
}
