/// What an Ethernet frame carries: the registry "IEEE 802 Numbers", EtherTypes (RFC 9542 §B).
public struct EtherType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let ipv4 = EtherType(rawValue: 0x0800)
    public static let arp = EtherType(rawValue: 0x0806)
    /// A customer VLAN tag (IEEE 802.1Q).
    public static let customerTag = EtherType(rawValue: 0x8100)
    /// A service VLAN tag (IEEE 802.1ad).
    public static let serviceTag = EtherType(rawValue: 0x88A8)
    /// The service tag of equipment from before 802.1ad.
    public static let formerServiceTag = EtherType(rawValue: 0x9100)
    public static let ipv6 = EtherType(rawValue: 0x86DD)

    /// Whether a ``VLANTag`` follows.
    public var isTag: Bool { self == .customerTag || self == .serviceTag || self == .formerServiceTag }

    /// Whether the number is the length of an IEEE 802.3 frame and not a type: up to 1500.
    public var isLength: Bool { rawValue <= 1500 }
}
