import WireCoding

// Packets inside packets, one level deep. Where the inner one has a TCP or UDP header that can be read, the dissected
// packet becomes the inner one; otherwise it stays the outer one.
extension PacketDissector {
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
    }

    /// The UDP port of a tunnel that ``udpTunnel(_:_:_:_:)`` may find after it.
    @inline(__always)
    static func isTunnelPort(_ source: UInt16, _ destination: UInt16) -> Bool {
        switch destination {
        case 2152, 3544, 4789, 4790, 6081, 8472: true
        default: source == 3544
        }
    }

    /// Dissects what is inside; returns why not, where it is not understood or broken.
    @discardableResult
    private static func enter(
        _ content: TunnelContent, by tunnel: ProtocolSet, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) -> DissectionStop? {
        packet.protocols.insert(tunnel)
        guard !packet.protocols.contains(.tunnel) else { return nil }
        var inner = DissectedPacket()
        inner.protocols = packet.protocols.union(.tunnel)
        switch content {
        case .ethernet: innerEthernet(bytes, offset, region, &inner)
        case .ipv4: ipv4(bytes, offset, region, &inner)
        case .ipv6: ipv6(bytes, offset, region, &inner)
        case .ppp: ppp(bytes, offset, region, &inner)
        case .mpls: mpls(bytes, offset, region, &inner)
        case .networkService: networkService(bytes, offset, region, &inner)
        case .unknown(let type): inner.stop = .unknownEtherType(type)
        }
        if inner.transport != .none { packet = inner }
        return inner.stop
    }

    /// IP in IP, and GRE.
    @inline(never)
    static func ipTunnel(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        setPayload(offset, region.end, bytes, &packet)
        guard !packet.isFragment else { return }
        switch IPProtocol(rawValue: packet.ipProtocol) {
        case .ipv4: note(enter(.ipv4, by: .ipip, bytes, offset, region, &packet), &packet)
        case .ipv6: note(enter(.ipv6, by: .ipip, bytes, offset, region, &packet), &packet)
        default: gre(bytes, offset, region, &packet)
        }
    }

    /// An error inside is an error of the packet.
    private static func note(_ stop: DissectionStop?, _ packet: inout DissectedPacket) { packet.stop = stop }

    private static func gre(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(GREHeader.minimumSize, .greHeader, bytes, offset, region, &packet) else { return }
        let flags = bytes.bigEndianUInt16(at: offset)
        let type = EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 2))
        packet.protocols.insert(.gre)
        let size = GREHeader.size(flags: flags)
        guard has(size, .greHeader, bytes, offset, region, &packet) else { return }
        // Source routes have not been seen since RFC 2784 took them out of GRE.
        guard flags & 0x4000 == 0, flags & 7 <= 1 else {
            packet.stop = .unknownIPProtocol(packet.ipProtocol)
            return
        }
        var start = offset &+ size
        var content = TunnelContent(type)
        switch type {
        case .erspan2:
            content = .ethernet
            // Without a sequence number it is type I, which has no header.
            guard flags & 0x1000 != 0 else { break }
            guard has(ERSPANHeader.minimumSize, .erspanHeader, bytes, start, region, &packet) else { return }
            start &+= ERSPANHeader.minimumSize
        case .erspan3:
            content = .ethernet
            guard has(12, .erspanHeader, bytes, start, region, &packet) else { return }
            let extra = bytes[start &+ 11] & 1 == 1 ? 8 : 0
            guard has(12 &+ extra, .erspanHeader, bytes, start, region, &packet) else { return }
            start &+= 12 &+ extra
        case .ppp where start >= region.end:
            // PPTP sends bare acknowledgments.
            return
        default: break
        }
        note(enter(content, by: .gre, bytes, start, region, &packet), &packet)
    }

    /// Tunnels over UDP, recognised by port and by what their headers must hold.
    ///
    /// - Parameter offset: The start of the datagram's payload.
    @inline(never)
    static func udpTunnel(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard !packet.isFragment, offset &+ 8 <= min(region.end, bytes.count) else { return }
        let first = bytes.bigEndianUInt32(at: offset)
        switch packet.destinationPort {
        case 4789, 8472:
            guard first == 0x0800_0000 else { return }
            enter(.ethernet, by: .vxlan, bytes, offset &+ VXLANHeader.size, region, &packet)
        case 4790:
            guard first & 0xFCFF_FF00 == 0x0C00_0000 else { return }
            let content = TunnelContent(nextProtocol: UInt8(truncatingIfNeeded: first))
            enter(content, by: .vxlan, bytes, offset &+ VXLANHeader.size, region, &packet)
        case 6081:
            // Version 0 and no reserved flags.
            guard first & 0xC03F_0000 == 0, bytes[offset &+ 7] == 0 else { return }
            let size = GeneveHeader.minimumSize &+ Int(first >> 24 & 63) &* 4
            let content = TunnelContent(EtherType(rawValue: UInt16(truncatingIfNeeded: first)))
            enter(content, by: .geneve, bytes, offset &+ size, region, &packet)
        case 2152:
            // Version 1, the protocol type of GTP, user data, a length that is right.
            guard first >> 28 == 3, first >> 16 & 0xFF == 255, Int(first & 0xFFFF) == region.end &- offset &- 8,
                let start = gtpContent(bytes, offset, region)
            else { return }
            let isIPv6 = start < bytes.count && bytes[start] >> 4 == 6
            enter(isIPv6 ? .ipv6 : .ipv4, by: .gtp, bytes, start, region, &packet)
        default:
            guard let start = teredoContent(bytes, offset, region) else { return }
            enter(.ipv6, by: .teredo, bytes, start, region, &packet)
        }
    }

    /// The start of the IPv6 packet of a Teredo datagram, nil if there is none.
    static func teredoContent(_ bytes: Span<UInt8>, _ start: Int, _ region: Region) -> Int? {
        let end = min(region.end, bytes.count)
        var offset = start
        if offset &+ 4 <= end, bytes.bigEndianUInt16(at: offset) == 1 {
            offset &+= TeredoIndication.authenticationSize &+ Int(bytes[offset &+ 2]) &+ Int(bytes[offset &+ 3])
        }
        if offset &+ 2 <= end, bytes.bigEndianUInt16(at: offset) == 0 { offset &+= TeredoIndication.originSize }
        return offset < end && bytes[offset] >> 4 == 6 ? offset : nil
    }

    /// The start of the IP packet of a GTP datagram, nil if its headers are longer than the datagram.
    static func gtpContent(_ bytes: Span<UInt8>, _ start: Int, _ region: Region) -> Int? {
        let end = min(region.end, bytes.count)
        var offset = start &+ GTPHeader.minimumSize
        guard bytes[start] & 7 != 0 else { return offset }
        guard offset &+ 4 <= end else { return nil }
        var next = bytes[start] & 4 != 0 ? bytes[offset &+ 3] : 0
        offset &+= 4
        var extensions = 0
        while next != 0 {
            extensions &+= 1
            guard extensions <= GTPHeader.maximumExtensions, offset < end, bytes[offset] != 0 else { return nil }
            offset &+= Int(bytes[offset]) &* 4
            guard offset <= end else { return nil }
            next = bytes[offset &- 1]
        }
        return offset
    }
}
