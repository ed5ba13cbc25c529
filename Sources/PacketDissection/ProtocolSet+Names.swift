extension ProtocolSet {
    /// The name of every bit that this module sets, as reports count them.
    public static let names: [(set: ProtocolSet, name: String)] = [
        (.ethernet, "ethernet"), (.vlan, "vlan"), (.sll, "sll"), (.loopback, "loopback"), (.arp, "arp"),
        (.ipv4, "ipv4"), (.ipv6, "ipv6"), (.icmp, "icmp"), (.icmpv6, "icmpv6"), (.igmp, "igmp"), (.tcp, "tcp"),
        (.udp, "udp"), (.fragment, "fragment"),
    ]

    /// The names of the protocols in the set, from the lowest bit up. Bits without a name are left out.
    public var names: [String] { Self.names.filter { contains($0.set) }.map(\.name) }
}
