import WireCoding

/// The field that the dissector was reading when a packet ended or contradicted itself.
public enum HeaderField: UInt8, Sendable {
    case input
    case ethernetHeader, linuxCookedHeader, linuxCookedHeader2, addressFamily, vlanTag, vlanTags, arpPacket
    case ipVersion
    case ipv4Header, ipv4Version, ipv4HeaderLength, ipv4TotalLength
    case ipv6Header, ipv6Version, ipv6PayloadLength, ipv6ExtensionHeader, ipv6ExtensionHeaders
    case icmpHeader, icmpv6Header, igmpType
    case tcpHeader, tcpDataOffset
    case udpHeader, udpLength
    case ieee8023Length
    case llcHeader
    case snapHeader
    case mplsLabel
    case mplsLabels
    case pppoeHeader
    case pppoeLength
    case pppProtocol
    case ciscoHDLCHeader
    case macsecTag
    case macsecShortLength
    case backboneServiceTag
    case nshHeader
    case nshLength
    case pflogHeader
    case pflogLength
    case slipHeader
    case fddiHeader
    case tokenRingHeader
    case frameRelayHeader
    case frameRelayAddress
    case nflogHeader
    case nflogAttribute
    case nflogAttributeLength
    case pktapHeader
    case pktapLength
    case pktapLinkType
    case radiotapHeader
    case radiotapLength
    case prismHeader
    case prismLength
    case avsHeader
    case avsLength
    case ppiHeader
    case ppiLength
    case ppiLinkType
    case ieee80211Header
    case ieee80211Version
    case amsduHeader
    case amsduContent
    case amsduLength
    case awdlDataHeader
    case jumboPayloadLength
    case greHeader
    case erspanHeader

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
        case .ieee8023Length: "IEEE 802.3 length"
        case .llcHeader: "LLC header"
        case .snapHeader: "SNAP header"
        case .mplsLabel: "MPLS label"
        case .mplsLabels: "MPLS labels"
        case .pppoeHeader: "PPPoE header"
        case .pppoeLength: "PPPoE length"
        case .pppProtocol: "PPP protocol"
        case .ciscoHDLCHeader: "Cisco HDLC header"
        case .macsecTag: "MACsec tag"
        case .macsecShortLength: "MACsec short length"
        case .backboneServiceTag: "backbone service tag"
        case .nshHeader: "NSH header"
        case .nshLength: "NSH length"
        case .pflogHeader: "pflog header"
        case .pflogLength: "pflog length"
        case .slipHeader: "SLIP header"
        case .fddiHeader: "FDDI header"
        case .tokenRingHeader: "token ring header"
        case .frameRelayHeader: "frame relay header"
        case .frameRelayAddress: "frame relay address"
        case .nflogHeader: "NFLOG header"
        case .nflogAttribute: "NFLOG attribute"
        case .nflogAttributeLength: "NFLOG attribute length"
        case .pktapHeader: "PKTAP header"
        case .pktapLength: "PKTAP length"
        case .pktapLinkType: "PKTAP link type"
        case .radiotapHeader: "radiotap header"
        case .radiotapLength: "radiotap length"
        case .prismHeader: "Prism header"
        case .prismLength: "Prism length"
        case .avsHeader: "AVS header"
        case .avsLength: "AVS length"
        case .ppiHeader: "PPI header"
        case .ppiLength: "PPI length"
        case .ppiLinkType: "PPI link type"
        case .ieee80211Header: "802.11 header"
        case .ieee80211Version: "802.11 version"
        case .amsduHeader: "A-MSDU subframe header"
        case .amsduContent: "A-MSDU content"
        case .amsduLength: "A-MSDU length"
        case .awdlDataHeader: "AWDL data header"
        case .jumboPayloadLength: "jumbo payload length"
        case .greHeader: "GRE header"
        case .erspanHeader: "ERSPAN header"
        }
    }
}
