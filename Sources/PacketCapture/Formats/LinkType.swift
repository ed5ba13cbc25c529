/// The first header of a packet: the LINKTYPE_ registry of tcpdump.org.
@frozen
public struct LinkType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    // Computed, so that other modules see the numbers: a stored one is accessed through its initializer each time.
    /// BSD loopback: the address family in the byte order of the capturing machine.
    @inlinable public static var null: LinkType { LinkType(rawValue: 0) }
    /// Ethernet frames, without preamble and checksum.
    @inlinable public static var ethernet: LinkType { LinkType(rawValue: 1) }
    /// Token ring frames (IEEE 802.5).
    @inlinable public static var tokenRing: LinkType { LinkType(rawValue: 6) }
    /// IP on a serial line, after a header of BSD.
    @inlinable public static var slip: LinkType { LinkType(rawValue: 8) }
    /// PPP frames, with or without address and control.
    @inlinable public static var ppp: LinkType { LinkType(rawValue: 9) }
    /// Frames of a fiber ring (ISO 9314-2).
    @inlinable public static var fddi: LinkType { LinkType(rawValue: 10) }
    /// DLT_RAW of most systems, which some programs write in place of 101.
    @inlinable public static var bsdRaw: LinkType { LinkType(rawValue: 12) }
    /// DLT_RAW of OpenBSD, which some programs write in place of 101.
    @inlinable public static var openBSDRaw: LinkType { LinkType(rawValue: 14) }
    /// PPP framed like HDLC (RFC 1662), or Cisco's framing.
    @inlinable public static var pppHDLC: LinkType { LinkType(rawValue: 50) }
    /// Session packets of PPP over Ethernet (RFC 2516), without an Ethernet header.
    @inlinable public static var pppEther: LinkType { LinkType(rawValue: 51) }
    /// IPv4 or IPv6, without any link header.
    @inlinable public static var raw: LinkType { LinkType(rawValue: 101) }
    /// Cisco's HDLC framing.
    @inlinable public static var cHDLC: LinkType { LinkType(rawValue: 104) }
    /// 802.11 frames, without a header of the radio.
    @inlinable public static var ieee80211: LinkType { LinkType(rawValue: 105) }
    /// Frame relay frames (RFC 2427).
    @inlinable public static var frameRelay: LinkType { LinkType(rawValue: 107) }
    /// OpenBSD loopback: the address family in network order.
    @inlinable public static var loop: LinkType { LinkType(rawValue: 108) }
    /// The pseudo header of Linux' `any` device.
    @inlinable public static var linuxSLL: LinkType { LinkType(rawValue: 113) }
    /// The log of a BSD packet filter: rule, action and interface before the packet.
    @inlinable public static var pflog: LinkType { LinkType(rawValue: 117) }
    /// 802.11 frames after a header of Prism chips.
    @inlinable public static var ieee80211Prism: LinkType { LinkType(rawValue: 119) }
    /// 802.11 frames after a radiotap header.
    @inlinable public static var ieee80211Radiotap: LinkType { LinkType(rawValue: 127) }
    /// For private use: Apple's packet tap in captures of macOS and `rvictl`.
    @inlinable public static var user2: LinkType { LinkType(rawValue: 149) }
    /// 802.11 frames after a header of AbsoluteValue Systems.
    @inlinable public static var ieee80211AVS: LinkType { LinkType(rawValue: 163) }
    /// Per-packet information, which states the link type of the packet after it.
    @inlinable public static var ppi: LinkType { LinkType(rawValue: 192) }
    /// IPv4 packets, without any link header.
    @inlinable public static var ipv4: LinkType { LinkType(rawValue: 228) }
    /// IPv6 packets, without any link header.
    @inlinable public static var ipv6: LinkType { LinkType(rawValue: 229) }
    /// The log of Linux' netfilter: attributes, one of which is the packet.
    @inlinable public static var nflog: LinkType { LinkType(rawValue: 239) }
    /// Apple's packet tap: the process and the interface before the packet.
    @inlinable public static var pktap: LinkType { LinkType(rawValue: 258) }
    /// The second pseudo header of Linux' `any` device, with the number of the interface.
    @inlinable public static var linuxSLL2: LinkType { LinkType(rawValue: 276) }
}
