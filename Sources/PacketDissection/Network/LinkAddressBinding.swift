import WireCoding

/// That an IP address belongs to a link-layer address, as a packet of ARP or neighbor discovery claims.
public struct LinkAddressBinding: Hashable, Sendable {
    /// An IPv4 or IPv6 address; not the unspecified one.
    public let address: IPAddress
    /// The link-layer address of one host, neither a group nor zero.
    public let linkAddress: LinkAddress
}

extension PacketDissector {
    /// A binding of a link address to an IP address, from an ARP packet, or from a neighbor or router solicitation or
    /// advertisement or redirect.
    ///
    /// Unspecified addresses bind nothing: they are how ARP probes (RFC 5227) and duplicate address detection ask.
    /// Neighbor discovery counts with a hop limit of 255 only (RFC 4861 §6.1, §7.1), as others may come from afar.
    ///
    /// - Parameters:
    ///   - packet: What was dissected.
    ///   - bytes: What it was dissected from.
    /// - Returns: The bindings of the sender, and of the target that the packet is about.
    public static func bindings(
        in packet: DissectedPacket, bytes: Span<UInt8>
    ) -> (sender: LinkAddressBinding?, target: LinkAddressBinding?) {
        let start = packet.payloadOffset
        let end = min(start &+ packet.capturedPayloadLength, bytes.count)
        guard start <= end else { return (nil, nil) }
        let message = bytes.extracting(start..<end)
        if packet.protocols.contains(.arp) { return addressResolution(message) }
        guard packet.protocols.contains(.icmpv6), packet.hopLimit == 255, !packet.isFragment else { return (nil, nil) }
        return neighborDiscovery(message, from: packet.source)
    }

    private static func addressResolution(
        _ message: Span<UInt8>
    ) -> (sender: LinkAddressBinding?, target: LinkAddressBinding?) {
        guard let packet = ARPAddresses(message) else { return (nil, nil) }
        let sender = binding(packet.sender, packet.senderLink.rawValue)
        // A request does not know the target's link-layer address.
        return (sender, packet.operation == .reply ? binding(packet.target, packet.targetLink.rawValue) : nil)
    }

    private static func neighborDiscovery(
        _ message: Span<UInt8>, from source: IPAddress
    ) -> (sender: LinkAddressBinding?, target: LinkAddressBinding?) {
        guard !message.isEmpty, let fixed = NeighborDiscoveryOption.fixedSize(ofMessage: message[0]),
            message.count >= fixed
        else { return (nil, nil) }
        var bindings: (sender: LinkAddressBinding?, target: LinkAddressBinding?) = (nil, nil)
        var offset = fixed
        while offset &+ 8 <= message.count {
            let size = Int(message[offset &+ 1]) &* 8
            guard size > 0, offset &+ size <= message.count else { break }
            if size == 8, message[offset] == NeighborDiscoveryOption.sourceLinkAddress {
                bindings.sender = binding(source, message.linkAddress(at: offset &+ 2))
            } else if size == 8, message[offset] == NeighborDiscoveryOption.targetLinkAddress, fixed >= 24 {
                let target = IPAddress(
                    ipv6High: message.bigEndianUInt64(at: 8), low: message.bigEndianUInt64(at: 16))
                bindings.target = binding(target, message.linkAddress(at: offset &+ 2))
            }
            offset &+= size
        }
        return bindings
    }

    /// nil for addresses that belong to no host or to many.
    private static func binding(_ address: IPAddress, _ word: UInt64) -> LinkAddressBinding? {
        let linkAddress = LinkAddress(rawValue: word)
        guard address.high != 0 || address.low != 0, word != 0, !linkAddress.isGroup else { return nil }
        if !address.isIPv6 && UInt32(truncatingIfNeeded: address.low) == 0 { return nil }
        return LinkAddressBinding(address: address, linkAddress: linkAddress)
    }
}
