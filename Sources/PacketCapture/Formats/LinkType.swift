/// What the first bytes of a packet are: the LINKTYPE_ registry of tcpdump.org.
@frozen
public struct LinkType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// BSD loopback: the address family in the byte order of the capturing machine.
    public static let null = LinkType(rawValue: 0)
    public static let ethernet = LinkType(rawValue: 1)
    public static let slip = LinkType(rawValue: 8)
    public static let ppp = LinkType(rawValue: 9)
    public static let fddi = LinkType(rawValue: 10)
    /// DLT_RAW of most systems, which some programs write in place of 101.
    public static let bsdRaw = LinkType(rawValue: 12)
    /// DLT_RAW of OpenBSD, which some programs write in place of 101.
    public static let openBSDRaw = LinkType(rawValue: 14)
    public static let pppHDLC = LinkType(rawValue: 50)
    public static let pppEther = LinkType(rawValue: 51)
    /// IPv4 or IPv6, without any link header.
    public static let raw = LinkType(rawValue: 101)
    public static let cHDLC = LinkType(rawValue: 104)
    public static let ieee80211 = LinkType(rawValue: 105)
    public static let frameRelay = LinkType(rawValue: 107)
    /// OpenBSD loopback: the address family in network order.
    public static let loop = LinkType(rawValue: 108)
    public static let linuxSLL = LinkType(rawValue: 113)
    public static let pflog = LinkType(rawValue: 117)
    public static let ieee80211Prism = LinkType(rawValue: 119)
    public static let ieee80211Radiotap = LinkType(rawValue: 127)
    public static let ieee80211AVS = LinkType(rawValue: 163)
    public static let ppi = LinkType(rawValue: 192)
    public static let ipv4 = LinkType(rawValue: 228)
    public static let ipv6 = LinkType(rawValue: 229)
    public static let nflog = LinkType(rawValue: 239)
    /// Apple's packet tap: the process and the interface before the packet.
    public static let pktap = LinkType(rawValue: 258)
    public static let linuxSLL2 = LinkType(rawValue: 276)
}
