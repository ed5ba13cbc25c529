/// Protocols that a packet may have, as a set of bits, from the link layer up.
@frozen
public struct ProtocolSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Apple's packet tap: interface and process before the packet.
    @inlinable public static var pktap: ProtocolSet { ProtocolSet(rawValue: 1 << 0) }
    /// Linux' netfilter log.
    @inlinable public static var nflog: ProtocolSet { ProtocolSet(rawValue: 1 << 1) }
    /// The log of a BSD packet filter.
    @inlinable public static var pflog: ProtocolSet { ProtocolSet(rawValue: 1 << 2) }
    /// A radiotap header, with what a radio says of an 802.11 frame.
    @inlinable public static var radiotap: ProtocolSet { ProtocolSet(rawValue: 1 << 3) }
    /// The monitor mode header of Prism chips.
    @inlinable public static var prism: ProtocolSet { ProtocolSet(rawValue: 1 << 4) }
    /// The monitor mode header of AbsoluteValue Systems.
    @inlinable public static var avs: ProtocolSet { ProtocolSet(rawValue: 1 << 5) }
    /// Per-packet information.
    @inlinable public static var ppi: ProtocolSet { ProtocolSet(rawValue: 1 << 6) }
    /// An 802.11 frame.
    @inlinable public static var ieee80211: ProtocolSet { ProtocolSet(rawValue: 1 << 7) }
    /// Several MSDUs in one 802.11 frame; the first is dissected.
    @inlinable public static var amsdu: ProtocolSet { ProtocolSet(rawValue: 1 << 8) }
    /// Apple Wireless Direct Link, action frames and data.
    @inlinable public static var awdl: ProtocolSet { ProtocolSet(rawValue: 1 << 9) }
    /// Wi-Fi Aware.
    @inlinable public static var nan: ProtocolSet { ProtocolSet(rawValue: 1 << 10) }
    /// Ethernet, also in a tunnel.
    @inlinable public static var ethernet: ProtocolSet { ProtocolSet(rawValue: 1 << 11) }
    /// Fiber Distributed Data Interface.
    @inlinable public static var fddi: ProtocolSet { ProtocolSet(rawValue: 1 << 12) }
    /// IEEE 802.5.
    @inlinable public static var tokenRing: ProtocolSet { ProtocolSet(rawValue: 1 << 13) }
    /// Frame relay, with IP by RFC 2427.
    @inlinable public static var frameRelay: ProtocolSet { ProtocolSet(rawValue: 1 << 14) }
    /// Cisco's HDLC framing.
    @inlinable public static var chdlc: ProtocolSet { ProtocolSet(rawValue: 1 << 15) }
    /// Point-to-Point Protocol, also over Ethernet.
    @inlinable public static var ppp: ProtocolSet { ProtocolSet(rawValue: 1 << 16) }
    /// IP on a serial line.
    @inlinable public static var slip: ProtocolSet { ProtocolSet(rawValue: 1 << 17) }
    /// The pseudo header of Linux' `any` device, of either version.
    @inlinable public static var sll: ProtocolSet { ProtocolSet(rawValue: 1 << 18) }
    /// The address family before packets of a BSD loopback device.
    @inlinable public static var loopback: ProtocolSet { ProtocolSet(rawValue: 1 << 19) }
    /// A VLAN tag (IEEE 802.1Q), one or several.
    @inlinable public static var vlan: ProtocolSet { ProtocolSet(rawValue: 1 << 20) }
    /// Provider backbone bridging.
    @inlinable public static var pbb: ProtocolSet { ProtocolSet(rawValue: 1 << 21) }
    /// A MACsec tag (IEEE 802.1AE).
    @inlinable public static var macsec: ProtocolSet { ProtocolSet(rawValue: 1 << 22) }
    /// PPP over Ethernet, discovery or session.
    @inlinable public static var pppoe: ProtocolSet { ProtocolSet(rawValue: 1 << 23) }
    /// An MPLS label stack.
    @inlinable public static var mpls: ProtocolSet { ProtocolSet(rawValue: 1 << 24) }
    /// Network service header.
    @inlinable public static var nsh: ProtocolSet { ProtocolSet(rawValue: 1 << 25) }
    /// IEEE 802.2 logical link control, SNAP included.
    @inlinable public static var llc: ProtocolSet { ProtocolSet(rawValue: 1 << 26) }
    /// Address Resolution Protocol.
    @inlinable public static var arp: ProtocolSet { ProtocolSet(rawValue: 1 << 27) }
    /// An IPv4 header.
    @inlinable public static var ipv4: ProtocolSet { ProtocolSet(rawValue: 1 << 28) }
    /// An IPv6 header.
    @inlinable public static var ipv6: ProtocolSet { ProtocolSet(rawValue: 1 << 29) }
    /// An IP packet in an IP packet.
    @inlinable public static var ipip: ProtocolSet { ProtocolSet(rawValue: 1 << 30) }
    /// Generic Routing Encapsulation.
    @inlinable public static var gre: ProtocolSet { ProtocolSet(rawValue: 1 << 31) }
    /// VXLAN, with or without its generic protocol extension.
    @inlinable public static var vxlan: ProtocolSet { ProtocolSet(rawValue: 1 << 32) }
    /// Generic Network Virtualization Encapsulation.
    @inlinable public static var geneve: ProtocolSet { ProtocolSet(rawValue: 1 << 33) }
    /// IPv6 in UDP over IPv4 (RFC 4380).
    @inlinable public static var teredo: ProtocolSet { ProtocolSet(rawValue: 1 << 34) }
    /// GTP version 1, user data.
    @inlinable public static var gtp: ProtocolSet { ProtocolSet(rawValue: 1 << 35) }
    /// Addresses, ports and payload are those of a packet inside another.
    @inlinable public static var tunnel: ProtocolSet { ProtocolSet(rawValue: 1 << 36) }
    /// A control message of IPv4.
    @inlinable public static var icmp: ProtocolSet { ProtocolSet(rawValue: 1 << 37) }
    /// A control message of IPv6, neighbor discovery included.
    @inlinable public static var icmpv6: ProtocolSet { ProtocolSet(rawValue: 1 << 38) }
    /// A message about memberships in IPv4 groups.
    @inlinable public static var igmp: ProtocolSet { ProtocolSet(rawValue: 1 << 39) }
    /// A TCP header.
    @inlinable public static var tcp: ProtocolSet { ProtocolSet(rawValue: 1 << 40) }
    /// A UDP header.
    @inlinable public static var udp: ProtocolSet { ProtocolSet(rawValue: 1 << 41) }
    /// A piece of an IP datagram.
    @inlinable public static var fragment: ProtocolSet { ProtocolSet(rawValue: 1 << 42) }
}

extension ProtocolSet {
    /// The name of every bit, from the lowest up, as reports count them.
    ///
    /// A packet counts under each of its protocols. `tunnel` is for packets whose addresses and ports are those of the
    /// inner packet, beside the name of the outer protocol; `fragment` for pieces of IP datagrams; `awdl` and `nan` for
    /// 802.11 frames of these protocols; `llc` for IEEE 802.2, including SNAP.
    package static let names: [(set: ProtocolSet, name: String)] = [
        "pktap", "nflog", "pflog", "radiotap", "prism", "avs", "ppi", "ieee80211", "amsdu", "awdl", "nan",
        "ethernet", "fddi", "tokenring", "framerelay", "chdlc", "ppp", "slip", "sll", "loopback", "vlan", "pbb",
        "macsec", "pppoe", "mpls", "nsh", "llc", "arp", "ipv4", "ipv6", "ipip", "gre", "vxlan", "geneve", "teredo",
        "gtp", "tunnel", "icmp", "icmpv6", "igmp", "tcp", "udp", "fragment",
    ].enumerated().map { (ProtocolSet(rawValue: 1 << UInt64($0)), $1) }

    /// The names of the protocols in the set, from the lowest bit up. Bits without a name are left out.
    public var names: [String] { Self.names.filter { contains($0.set) }.map(\.name) }
}
