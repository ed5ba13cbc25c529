/// What the first bytes of a packet are: the LINKTYPE_ registry of tcpdump.org.
public struct LinkType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let null = LinkType(rawValue: 0)
    public static let ethernet = LinkType(rawValue: 1)
    public static let raw = LinkType(rawValue: 101)
    public static let ieee80211 = LinkType(rawValue: 105)
    public static let loop = LinkType(rawValue: 108)
    public static let linuxSLL = LinkType(rawValue: 113)
    public static let ieee80211Radiotap = LinkType(rawValue: 127)
    public static let ipv4 = LinkType(rawValue: 228)
    public static let ipv6 = LinkType(rawValue: 229)
    public static let linuxSLL2 = LinkType(rawValue: 276)
}
