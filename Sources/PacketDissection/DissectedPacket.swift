import WireCoding

/// One packet as far as it could be read: a fixed-size value of decoded header fields and offsets into its bytes.
@frozen
public struct DissectedPacket: Sendable {
    /// Which transport header was read.
    @frozen
    public enum Transport: UInt8, Sendable { case none, tcp, udp }

    /// Every protocol whose header was recognised.
    public var protocols: ProtocolSet = []
    public var linkSource: LinkAddress?
    public var linkDestination: LinkAddress?
    /// Addresses of the IP header; meaningless without ``ProtocolSet/ipv4`` or ``ProtocolSet/ipv6``.
    public var source = IPAddress(ipv4: 0)
    public var destination = IPAddress(ipv4: 0)
    /// The protocol number after the IP header and its extension headers (IANA "Protocol Numbers").
    public var ipProtocol: UInt8 = 0
    /// TTL or hop limit.
    public var hopLimit: UInt8 = 0
    /// True for every piece of a fragmented IP datagram, the first one included.
    public var isFragment = false
    /// True for pieces that do not begin the datagram: they have no transport header.
    public var isLaterFragment = false

    public var transport = Transport.none
    public var sourcePort: UInt16 = 0
    public var destinationPort: UInt16 = 0
    public var tcp = TCPFields()

    /// Where the transport payload begins, from the start of the packet.
    public var payloadOffset = 0
    /// Bytes of transport payload on the wire, by the length fields of the headers.
    public var payloadLength = 0
    /// Bytes of transport payload that are in the file.
    public var capturedPayloadLength = 0

    /// Why dissection ended before the transport payload, nil when it got there or met a protocol without one.
    public var stop: DissectionStop?

    @inlinable public init() {}
}

/// What the connection tracker needs of a TCP header (RFC 9293).
@frozen
public struct TCPFields: Hashable, Sendable {
    public var sequenceNumber: UInt32 = 0
    public var acknowledgmentNumber: UInt32 = 0
    public var flags: TCPFlags = []
    /// The unscaled window field.
    public var window: UInt16 = 0
    /// TSval of the timestamps option (RFC 7323), nil without the option.
    public var timestamp: UInt32?
    /// TSecr of the timestamps option.
    public var timestampEcho: UInt32?

    @inlinable public init() {}
}

/// The control bits of a TCP header (RFC 9293 §3.1).
@frozen
public struct TCPFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var fin: TCPFlags { TCPFlags(rawValue: 0x01) }
    @inlinable public static var syn: TCPFlags { TCPFlags(rawValue: 0x02) }
    @inlinable public static var rst: TCPFlags { TCPFlags(rawValue: 0x04) }
    @inlinable public static var psh: TCPFlags { TCPFlags(rawValue: 0x08) }
    @inlinable public static var ack: TCPFlags { TCPFlags(rawValue: 0x10) }
    @inlinable public static var urg: TCPFlags { TCPFlags(rawValue: 0x20) }
    @inlinable public static var ece: TCPFlags { TCPFlags(rawValue: 0x40) }
    @inlinable public static var cwr: TCPFlags { TCPFlags(rawValue: 0x80) }
}

/// What ended the dissection of a packet early.
@frozen
public enum DissectionStop: Hashable, Sendable {
    /// The file holds fewer bytes than were on the wire, and the next header is among the missing ones.
    case cut(WireError)
    /// A header contradicts itself or the length of the packet.
    case malformed(WireError)
    /// The link type is not understood.
    case unknownLinkType
    /// The link layer carries something else than IP, ARP …: its EtherType (or 802.2 length).
    case unknownEtherType(UInt16)
    /// A loopback header announces something else than IP: its address family.
    case unknownAddressFamily(UInt32)
    /// IP carries a protocol that is not dissected.
    case unknownIPProtocol(UInt8)
}

/// Protocols that a packet may have, as a set of bits.
@frozen
public struct ProtocolSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

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
