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
    @inlinable public static var radiotap: ProtocolSet { ProtocolSet(rawValue: 1 << 3) }
    @inlinable public static var prism: ProtocolSet { ProtocolSet(rawValue: 1 << 4) }
    /// The monitor mode header of AbsoluteValue Systems.
    @inlinable public static var avs: ProtocolSet { ProtocolSet(rawValue: 1 << 5) }
    /// Per-packet information.
    @inlinable public static var ppi: ProtocolSet { ProtocolSet(rawValue: 1 << 6) }
    @inlinable public static var ieee80211: ProtocolSet { ProtocolSet(rawValue: 1 << 7) }
    /// Several MSDUs in one 802.11 frame; the first is dissected.
    @inlinable public static var amsdu: ProtocolSet { ProtocolSet(rawValue: 1 << 8) }
    /// Apple Wireless Direct Link, action frames and data.
    @inlinable public static var awdl: ProtocolSet { ProtocolSet(rawValue: 1 << 9) }
    /// Wi-Fi Aware.
    @inlinable public static var nan: ProtocolSet { ProtocolSet(rawValue: 1 << 10) }
    @inlinable public static var ethernet: ProtocolSet { ProtocolSet(rawValue: 1 << 11) }
    @inlinable public static var fddi: ProtocolSet { ProtocolSet(rawValue: 1 << 12) }
    @inlinable public static var tokenRing: ProtocolSet { ProtocolSet(rawValue: 1 << 13) }
    @inlinable public static var frameRelay: ProtocolSet { ProtocolSet(rawValue: 1 << 14) }
    /// Cisco's HDLC framing.
    @inlinable public static var chdlc: ProtocolSet { ProtocolSet(rawValue: 1 << 15) }
    @inlinable public static var ppp: ProtocolSet { ProtocolSet(rawValue: 1 << 16) }
    @inlinable public static var slip: ProtocolSet { ProtocolSet(rawValue: 1 << 17) }
    @inlinable public static var sll: ProtocolSet { ProtocolSet(rawValue: 1 << 18) }
    @inlinable public static var loopback: ProtocolSet { ProtocolSet(rawValue: 1 << 19) }
    @inlinable public static var vlan: ProtocolSet { ProtocolSet(rawValue: 1 << 20) }
    /// Provider backbone bridging.
    @inlinable public static var pbb: ProtocolSet { ProtocolSet(rawValue: 1 << 21) }
    @inlinable public static var macsec: ProtocolSet { ProtocolSet(rawValue: 1 << 22) }
    @inlinable public static var pppoe: ProtocolSet { ProtocolSet(rawValue: 1 << 23) }
    @inlinable public static var mpls: ProtocolSet { ProtocolSet(rawValue: 1 << 24) }
    /// Network service header.
    @inlinable public static var nsh: ProtocolSet { ProtocolSet(rawValue: 1 << 25) }
    /// IEEE 802.2 logical link control, SNAP included.
    @inlinable public static var llc: ProtocolSet { ProtocolSet(rawValue: 1 << 26) }
    @inlinable public static var arp: ProtocolSet { ProtocolSet(rawValue: 1 << 27) }
    @inlinable public static var ipv4: ProtocolSet { ProtocolSet(rawValue: 1 << 28) }
    @inlinable public static var ipv6: ProtocolSet { ProtocolSet(rawValue: 1 << 29) }
    /// An IP packet in an IP packet.
    @inlinable public static var ipip: ProtocolSet { ProtocolSet(rawValue: 1 << 30) }
    @inlinable public static var gre: ProtocolSet { ProtocolSet(rawValue: 1 << 31) }
    @inlinable public static var vxlan: ProtocolSet { ProtocolSet(rawValue: 1 << 32) }
    @inlinable public static var geneve: ProtocolSet { ProtocolSet(rawValue: 1 << 33) }
    @inlinable public static var teredo: ProtocolSet { ProtocolSet(rawValue: 1 << 34) }
    /// GTP version 1, user data.
    @inlinable public static var gtp: ProtocolSet { ProtocolSet(rawValue: 1 << 35) }
    /// Addresses, ports and payload are those of a packet inside another.
    @inlinable public static var tunnel: ProtocolSet { ProtocolSet(rawValue: 1 << 36) }
    @inlinable public static var icmp: ProtocolSet { ProtocolSet(rawValue: 1 << 37) }
    @inlinable public static var icmpv6: ProtocolSet { ProtocolSet(rawValue: 1 << 38) }
    @inlinable public static var igmp: ProtocolSet { ProtocolSet(rawValue: 1 << 39) }
    @inlinable public static var tcp: ProtocolSet { ProtocolSet(rawValue: 1 << 40) }
    @inlinable public static var udp: ProtocolSet { ProtocolSet(rawValue: 1 << 41) }
    @inlinable public static var fragment: ProtocolSet { ProtocolSet(rawValue: 1 << 42) }
}

extension ProtocolSet {
    /// The name of every bit, from the lowest up, as reports count them.
    ///
    /// A packet counts under each of its protocols. `tunnel` is for packets whose addresses and ports are those of the
    /// inner packet, beside the name of the outer protocol; `fragment` for pieces of IP datagrams; `awdl` and `nan` for
    /// 802.11 frames of these protocols; `llc` for IEEE 802.2, including SNAP.
    public static let names: [(set: ProtocolSet, name: String)] = [
        "pktap", "nflog", "pflog", "radiotap", "prism", "avs", "ppi", "ieee80211", "amsdu", "awdl", "nan",
        "ethernet", "fddi", "tokenring", "framerelay", "chdlc", "ppp", "slip", "sll", "loopback", "vlan", "pbb",
        "macsec", "pppoe", "mpls", "nsh", "llc", "arp", "ipv4", "ipv6", "ipip", "gre", "vxlan", "geneve", "teredo",
        "gtp", "tunnel", "icmp", "icmpv6", "igmp", "tcp", "udp", "fragment",
    ].enumerated().map { (ProtocolSet(rawValue: 1 << UInt64($0)), $1) }

    /// The names of the protocols in the set, from the lowest bit up. Bits without a name are left out.
    public var names: [String] { Self.names.filter { contains($0.set) }.map(\.name) }
}
