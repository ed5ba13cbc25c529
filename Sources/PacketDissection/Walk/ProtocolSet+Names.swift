extension ProtocolSet {
    /// The name of every bit that this module sets, as reports count them, from the link layer up.
    ///
    /// A packet counts under each of its protocols. `tunnel` is for packets whose addresses and ports are those of the
    /// inner packet, beside the name of the outer protocol; `fragment` for pieces of IP datagrams; `awdl` and `nan` for
    /// 802.11 frames of these protocols; `llc` for IEEE 802.2, including SNAP.
    public static let names: [(set: ProtocolSet, name: String)] = [
        (.pktap, "pktap"),
        (.nflog, "nflog"),
        (.pflog, "pflog"),
        (.radiotap, "radiotap"),
        (.prism, "prism"),
        (.avs, "avs"),
        (.ppi, "ppi"),
        (.ieee80211, "ieee80211"),
        (.amsdu, "amsdu"),
        (.awdl, "awdl"),
        (.nan, "nan"),
        (.ethernet, "ethernet"),
        (.fddi, "fddi"),
        (.tokenRing, "tokenring"),
        (.frameRelay, "framerelay"),
        (.chdlc, "chdlc"),
        (.ppp, "ppp"),
        (.slip, "slip"),
        (.sll, "sll"),
        (.loopback, "loopback"),
        (.vlan, "vlan"),
        (.pbb, "pbb"),
        (.macsec, "macsec"),
        (.pppoe, "pppoe"),
        (.mpls, "mpls"),
        (.nsh, "nsh"),
        (.llc, "llc"),
        (.arp, "arp"),
        (.ipv4, "ipv4"),
        (.ipv6, "ipv6"),
        (.ipip, "ipip"),
        (.gre, "gre"),
        (.vxlan, "vxlan"),
        (.geneve, "geneve"),
        (.teredo, "teredo"),
        (.gtp, "gtp"),
        (.tunnel, "tunnel"),
        (.icmp, "icmp"),
        (.icmpv6, "icmpv6"),
        (.igmp, "igmp"),
        (.tcp, "tcp"),
        (.udp, "udp"),
        (.fragment, "fragment"),
    ]

    /// The names of the protocols in the set, from the lowest bit up. Bits without a name are left out.
    public var names: [String] { Self.names.filter { contains($0.set) }.map(\.name) }
}
