import WireCoding

/// What the dissector was reading when a packet ended or contradicted itself.
public enum HeaderField: UInt8, Sendable {
    case input
    case ethernetHeader, linuxCookedHeader, linuxCookedHeader2, addressFamily, vlanTag, vlanTags, arpPacket
    case ipVersion
    case ipv4Header, ipv4Version, ipv4HeaderLength, ipv4TotalLength
    case ipv6Header, ipv6Version, ipv6PayloadLength, ipv6ExtensionHeader, ipv6ExtensionHeaders
    case icmpHeader, icmpv6Header, igmpType
    case tcpHeader, tcpDataOffset
    case udpHeader, udpLength

    /// The name that the parsers give it.
    public var name: WireError.Field {
        switch self {
        case .input: .input
        case .ethernetHeader: "Ethernet header"
        case .linuxCookedHeader: "Linux cooked header"
        case .linuxCookedHeader2: "Linux cooked header v2"
        case .addressFamily: "address family"
        case .vlanTag: "VLAN tag"
        case .vlanTags: "VLAN tags"
        case .arpPacket: "ARP packet"
        case .ipVersion: "IP version"
        case .ipv4Header: "IPv4 header"
        case .ipv4Version: "IPv4 version"
        case .ipv4HeaderLength: "IPv4 header length"
        case .ipv4TotalLength: "IPv4 total length"
        case .ipv6Header: "IPv6 header"
        case .ipv6Version: "IPv6 version"
        case .ipv6PayloadLength: "IPv6 payload length"
        case .ipv6ExtensionHeader: "IPv6 extension header"
        case .ipv6ExtensionHeaders: "IPv6 extension headers"
        case .icmpHeader: "ICMP header"
        case .icmpv6Header: "ICMPv6 header"
        case .igmpType: "IGMP type"
        case .tcpHeader: "TCP header"
        case .tcpDataOffset: "TCP data offset"
        case .udpHeader: "UDP header"
        case .udpLength: "UDP length"
        }
    }
}
