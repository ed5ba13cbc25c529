import WireCoding

/// The type of an Ethernet frame's content: the registry "IEEE 802 Numbers", EtherTypes (RFC 9542 §B).
public struct EtherType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An IPv4 packet (RFC 894).
    public static let ipv4 = EtherType(rawValue: 0x0800)
    /// An ARP packet (RFC 826).
    public static let arp = EtherType(rawValue: 0x0806)
    /// A customer VLAN tag (IEEE 802.1Q).
    public static let customerTag = EtherType(rawValue: 0x8100)
    /// A service VLAN tag (IEEE 802.1ad).
    public static let serviceTag = EtherType(rawValue: 0x88A8)
    /// The service tag of equipment from before 802.1ad.
    public static let formerServiceTag = EtherType(rawValue: 0x9100)
    /// An IPv6 packet (RFC 2464).
    public static let ipv6 = EtherType(rawValue: 0x86DD)
    /// A label stack (RFC 3032).
    public static let mplsUnicast = EtherType(rawValue: 0x8847)
    /// A label stack that was assigned from upstream (RFC 5332).
    public static let mplsMulticast = EtherType(rawValue: 0x8848)
    /// PPP over Ethernet, the messages that find a server and open a session (RFC 2516 §4).
    public static let pppoeDiscovery = EtherType(rawValue: 0x8863)
    /// PPP over Ethernet, the frames of a session (RFC 2516 §4).
    public static let pppoeSession = EtherType(rawValue: 0x8864)
    /// A security tag (IEEE 802.1AE).
    public static let macsec = EtherType(rawValue: 0x88E5)
    /// The tag of a provider backbone bridge (IEEE 802.1Q §9.7).
    public static let backboneServiceTag = EtherType(rawValue: 0x88E7)
    /// A network service header (RFC 8300).
    public static let networkService = EtherType(rawValue: 0x894F)
    /// An Ethernet frame in a tunnel (Transparent Ethernet Bridging).
    public static let ethernetBridging = EtherType(rawValue: 0x6558)
    /// PPP in GRE (RFC 2637).
    public static let ppp = EtherType(rawValue: 0x880B)
    /// Mirrored frames in GRE, types I and II.
    public static let erspan2 = EtherType(rawValue: 0x88BE)
    /// Mirrored frames in GRE, type III.
    public static let erspan3 = EtherType(rawValue: 0x22EB)

    /// The name of the content, nil for one that is not known here.
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt16: String] = [
        0x0800: "IPv4", 0x0806: "ARP", 0x8100: "VLAN tag", 0x88A8: "service VLAN tag", 0x9100: "service VLAN tag",
        0x86DD: "IPv6", 0x8847: "MPLS", 0x8848: "MPLS, upstream labels", 0x8863: "PPPoE discovery",
        0x8864: "PPPoE session", 0x88E5: "MACsec", 0x88E7: "backbone service tag", 0x894F: "NSH",
        0x6558: "Ethernet", 0x880B: "PPP", 0x88BE: "ERSPAN", 0x22EB: "ERSPAN III", 0x888E: "EAPOL", 0x88CC: "LLDP",
        0x8899: "Realtek", 0x88E1: "HomePlug AV", 0x890D: "TDLS", 0x9000: "loopback",
    ]

    static let meaning = FieldMeaning.hexadecimal(digits: 4) { names[UInt16(truncatingIfNeeded: $0)] }

    /// Whether a ``VLANTag`` follows.
    public var isTag: Bool { self == .customerTag || self == .serviceTag || self == .formerServiceTag }

    /// Whether the number is the length of an IEEE 802.3 frame and not a type: up to 1500.
    public var isLength: Bool { rawValue <= 1500 }
}

extension EtherType: HeaderPart {
    public init(word: UInt64) { self.init(rawValue: UInt16(word: word)) }
}

extension PacketWalk {
    /// Goes on by the EtherType, over any tags.
    @inline(__always)
    func network(_ type: EtherType, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        switch type {
        case .ipv4: ipv4(offset, region, &packet)
        case .ipv6: ipv6(offset, region, &packet)
        default: tagged(type, offset, region, &packet)
        }
    }

    /// Content other than IP right after the EtherType.
    @inline(never)
    private func tagged(
        _ first: EtherType, _ start: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        var (type, offset) = (first, start)
        guard tags(&type, &offset, region, &packet) else { return }
        switch type {
        case .ipv4: ipv4(offset, region, &packet)
        case .ipv6: ipv6(offset, region, &packet)
        case .arp: arp(offset, region, &packet)
        case .mplsUnicast, .mplsMulticast: mpls(offset, region, &packet)
        case .pppoeDiscovery, .pppoeSession: pppoe(offset, region, isSession: type == .pppoeSession, &packet)
        // Each of these is entered once in a packet, which bounds the depth: a second one is not understood.
        case .macsec where !packet.protocols.contains(.macsec): macsec(offset, region, &packet)
        case .backboneServiceTag where !packet.protocols.contains(.pbb): backboneTag(offset, region, &packet)
        case .networkService where !packet.protocols.contains(.nsh): networkService(offset, region, &packet)
        case _ where type.isLength && !packet.protocols.contains(.llc):
            printer?.layer = "llc"
            let content = bounded(Int(type.rawValue), from: offset, by: .ieee8023Length, at: offset &- 2, region)
            llc(offset, content, &packet)
        default: packet.stop = .unknownEtherType(type.rawValue)
        }
    }
}
