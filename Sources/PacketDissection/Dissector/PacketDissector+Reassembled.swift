import WireCoding

extension PacketDissector {
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
        let region = Region(end: max(length, payload.count), limit: .input)
        if packet.isIPv6 {
            // Jumbograms have no fragments (RFC 2675 §3), and an IPv6 header is not before these bytes.
            extensionHeaders(payload, 0, region, mayBeJumbo: false, &packet)
        } else {
            transport(payload, 0, region, &packet)
        }
        return packet
    }
}
