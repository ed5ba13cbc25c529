import WireCoding

/// The content that a tunnel's header announces.
enum TunnelContent {
    case ethernet, ipv4, ipv6, ppp, mpls, networkService
    case unknown(UInt16)

    init(_ type: EtherType) {
        switch type {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        case .ethernetBridging: self = .ethernet
        case .ppp: self = .ppp
        case .mplsUnicast, .mplsMulticast: self = .mpls
        case .networkService: self = .networkService
        default: self = .unknown(type.rawValue)
        }
    }

    /// The content by the next protocol of a network service header and of VXLAN's extension.
    init(nextProtocol: UInt8) {
        switch nextProtocol {
        case 1: self = .ipv4
        case 2: self = .ipv6
        case 3: self = .ethernet
        case 4: self = .networkService
        case 5: self = .mpls
        default: self = .unknown(UInt16(nextProtocol))
        }
    }

    /// Whether a datagram of these ports may hold a tunnel.
    @inline(__always)
    static func isPort(_ source: UInt16, _ destination: UInt16) -> Bool {
        switch destination {
        case 2152, 3544, 4754, 4789, 4790, 6081, 8472: true
        default: source == 3544
        }
    }
}

// Packets inside packets. Where the inner one has a TCP or UDP header that can be read, or is a fragment, the dissected packet
// becomes the inner one; otherwise it stays the outer one.
extension PacketWalk {
    /// Dissects what is inside; returns why not, where it is not understood or broken.
    func enter(
        _ content: TunnelContent, by tunnel: ProtocolSet, _ offset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) -> DissectionStop? {
        packet.protocols.insert(tunnel)
        guard packet.tunnelDepth < PacketDissector.maximumTunnels else { return .tunnelsTooDeep }
        var inner = DissectedPacket()
        // Headers that may come once in a packet may come once in each.
        inner.protocols = .tunnel
        inner.tunnelDepth = packet.tunnelDepth &+ 1
        (inner.interfaceIndex, inner.virtualLAN) = (packet.interfaceIndex, packet.virtualLAN)
        switch content {
        case .ethernet: innerEthernet(offset, region, &inner)
        case .ipv4: ipv4(offset, region, &inner)
        case .ipv6: ipv6(offset, region, &inner)
        case .ppp: ppp(offset, region, &inner)
        case .mpls: mpls(offset, region, &inner)
        case .networkService: networkService(offset, region, &inner)
        case .unknown(let type): inner.stop = .unknownEtherType(type)
        }
        if inner.transport != .none || inner.isFragment {
            inner.protocols.formUnion(packet.protocols)
            packet = inner
        }
        return inner.stop
    }

    /// Dissects what is inside a datagram, whose own header is right whatever that is: of its errors only that it is in too many
    /// tunnels is one of the packet.
    private func enterDatagram(
        _ content: TunnelContent, by tunnel: ProtocolSet, _ offset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) {
        if enter(content, by: tunnel, offset, region, &packet) == .tunnelsTooDeep { packet.stop = .tunnelsTooDeep }
    }

    /// Takes the network identifier of a VXLAN or Geneve header, which tells virtual networks apart as a VLAN tag does.
    private func enterNetwork(at offset: Int, _ packet: inout DissectedPacket) {
        packet.virtualLAN = packet.virtualLAN << 24 | bytes.bigEndianUInt32(at: offset &+ 4) >> 8
    }

    /// IP in IP, and GRE: an error inside is an error of the packet.
    @inline(never)
    func ipTunnel(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        setPayload(offset, region.end, &packet)
        guard !packet.isFragment else { return }
        switch IPProtocol(rawValue: packet.ipProtocol) {
        case .ipv4: packet.stop = enter(.ipv4, by: .ipip, offset, region, &packet)
        case .ipv6: packet.stop = enter(.ipv6, by: .ipip, offset, region, &packet)
        default: gre(offset, region, &packet)
        }
    }

    /// Tunnels over UDP, recognized by port and by what their headers must hold. Errors in the headers are those of the datagram.
    ///
    /// - Parameter offset: The start of the datagram's payload.
    @inline(never)
    func udpTunnel(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard !packet.isFragment, offset &+ 8 <= min(region.end, bytes.count) else { return }
        let first = bytes.bigEndianUInt32(at: offset)
        switch packet.destinationPort {
        case 4789, 8472:
            guard first == 0x0800_0000 else { return }
            printer?.show(VXLANHeader.self, as: "vxlan", bytes, offset, region)
            enterNetwork(at: offset, &packet)
            enterDatagram(.ethernet, by: .vxlan, offset &+ VXLANHeader.size, region, &packet)
        case 4790:
            guard first & 0xFCFF_FF00 == 0x0C00_0000 else { return }
            printer?.show(VXLANHeader.self, as: "vxlan", bytes, offset, region)
            let content = TunnelContent(nextProtocol: UInt8(truncatingIfNeeded: first))
            enterNetwork(at: offset, &packet)
            enterDatagram(content, by: .vxlan, offset &+ VXLANHeader.size, region, &packet)
        case 6081:
            // Version 0 and no reserved flags.
            guard first & 0xC03F_0000 == 0, bytes[offset &+ 7] == 0 else { return }
            printer?.show(GeneveHeader.self, as: "geneve", bytes, offset, region)
            let size = GeneveHeader.minimumSize &+ Int(first >> 24 & 63) &* 4
            let content = TunnelContent(EtherType(rawValue: UInt16(truncatingIfNeeded: first)))
            enterNetwork(at: offset, &packet)
            enterDatagram(content, by: .geneve, offset &+ size, region, &packet)
        case 2152:
            // Version 1, the protocol type of GTP, user data, a length that is right.
            guard first >> 28 == 3, first >> 16 & 0xFF == 255, Int(first & 0xFFFF) == region.end &- offset &- 8,
                let start = gtpContent(offset, region)
            else { return }
            printer?.append(
                as: "gtp", offset, start &- offset, [.number("tunnelID", bytes.bigEndianUInt32(at: offset &+ 4))])
            let isIPv6 = start < bytes.count && bytes[start] >> 4 == 6
            enterDatagram(isIPv6 ? .ipv6 : .ipv4, by: .gtp, start, region, &packet)
        case 4754:
            // GRE (RFC 8086 §3): version 0, no reserved flags, and a header that is there.
            let flags = UInt16(truncatingIfNeeded: first >> 16)
            guard flags & 0x4FFF == 0, offset &+ GREHeader.size(flags: flags) <= min(region.end, bytes.count) else {
                return
            }
            let depth = packet.tunnelDepth
            gre(offset, region, &packet)
            if packet.tunnelDepth == depth, packet.stop != .tunnelsTooDeep { packet.stop = nil }
        default:
            guard let start = teredoContent(offset, region) else { return }
            printer?.teredo(bytes, offset, until: start, region)
            enterDatagram(.ipv6, by: .teredo, start, region, &packet)
        }
    }
}
