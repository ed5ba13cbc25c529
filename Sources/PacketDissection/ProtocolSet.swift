/// Protocols that a packet may have, as a set of bits.
@frozen
public struct ProtocolSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable public static var ethernet: ProtocolSet { ProtocolSet(rawValue: 1 << 0) }
    @inlinable public static var vlan: ProtocolSet { ProtocolSet(rawValue: 1 << 1) }
    @inlinable public static var sll: ProtocolSet { ProtocolSet(rawValue: 1 << 2) }
    @inlinable public static var loopback: ProtocolSet { ProtocolSet(rawValue: 1 << 3) }
    @inlinable public static var arp: ProtocolSet { ProtocolSet(rawValue: 1 << 4) }
    @inlinable public static var ipv4: ProtocolSet { ProtocolSet(rawValue: 1 << 5) }
    @inlinable public static var ipv6: ProtocolSet { ProtocolSet(rawValue: 1 << 6) }
    @inlinable public static var icmp: ProtocolSet { ProtocolSet(rawValue: 1 << 7) }
    @inlinable public static var icmpv6: ProtocolSet { ProtocolSet(rawValue: 1 << 8) }
    @inlinable public static var igmp: ProtocolSet { ProtocolSet(rawValue: 1 << 9) }
    @inlinable public static var tcp: ProtocolSet { ProtocolSet(rawValue: 1 << 10) }
    @inlinable public static var udp: ProtocolSet { ProtocolSet(rawValue: 1 << 11) }
    @inlinable public static var fragment: ProtocolSet { ProtocolSet(rawValue: 1 << 12) }
}
