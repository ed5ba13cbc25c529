import WireCoding

/// A host for made-up traffic.
public struct SyntheticHost: Hashable, Sendable {
    /// The address of its interface in Ethernet and 802.11 headers.
    public var linkAddress: LinkAddress
    /// Its one IP address, whose family is that of all its packets.
    public var address: IPAddress

    /// A host with these addresses, or a group of hosts if they are those of one.
    public init(linkAddress: LinkAddress, address: IPAddress) {
        self.linkAddress = linkAddress
        self.address = address
    }

    /// The group of multicast DNS (RFC 6762 §3) and its link address (RFC 1112 §6.4).
    public static let multicastDNS = SyntheticHost(
        linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))

    /// Host 1, 2, … of 10.0.0.0/8 with a locally administered link address.
    public init(number: Int) {
        let value = UInt32(truncatingIfNeeded: number)
        linkAddress = LinkAddress(rawValue: 0x02_00_00_00_00_00 | UInt64(value))
        address = IPAddress(ipv4: 0x0A00_0000 | value & 0x00FF_FFFF)
    }
}
