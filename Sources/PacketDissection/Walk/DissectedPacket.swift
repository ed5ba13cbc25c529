import WireCoding

/// One packet, decoded up to where it can be read: a fixed-size value of header fields and offsets into its bytes.
///
/// It is kept small (about two cache lines), because every packet of a capture fills one.
@frozen
public struct DissectedPacket: Sendable {
    /// Which transport header was read.
    @frozen
    public enum Transport: UInt8, Sendable {
        /// Neither of the others, or one whose header could not be read.
        case none
        /// TCP, whose fields are in ``DissectedPacket/tcp``.
        case tcp
        /// UDP.
        case udp
    }

    /// Every protocol whose header was recognized.
    public var protocols: ProtocolSet = []
    /// TTL or hop limit.
    public var hopLimit: UInt8 = 0
    /// The protocol number after the IP header and its extension headers (IANA "Protocol Numbers").
    public var ipProtocol: UInt8 = 0
    /// True for every piece of a fragmented IP datagram, the first one included.
    public var isFragment = false
    @usableFromInline var isIPv6 = false

    /// Which transport header was read: what ``sourcePort`` and ``destinationPort`` are of.
    public var transport = Transport.none
    /// Bytes of the transport header that are in the file; it ends where the payload begins.
    public var capturedHeaderLength: UInt8 = 0
    /// The sender's port of TCP or UDP; 0 without a ``transport``.
    public var sourcePort: UInt16 = 0
    /// The receiver's port of TCP or UDP; 0 without a ``transport``.
    public var destinationPort: UInt16 = 0
    /// The number of tunnels that the packet was in, at most ``PacketDissector/maximumTunnels``.
    public internal(set) var tunnelDepth: UInt8 = 0
    /// The fields of the TCP header; meaningless where ``transport`` is another.
    public var tcp = TCPFields()

    @usableFromInline var sourceHigh: UInt64 = 0
    @usableFromInline var sourceLow: UInt64 = 0
    @usableFromInline var destinationHigh: UInt64 = 0
    @usableFromInline var destinationLow: UInt64 = 0
    /// Link addresses, all bits set if there is none.
    @usableFromInline var linkSourceWord = UInt64.max
    @usableFromInline var linkDestinationWord = UInt64.max

    @usableFromInline var payloadStart: UInt32 = 0
    @usableFromInline var payloadSize: UInt32 = 0
    @usableFromInline var capturedPayloadSize: UInt32 = 0

    /// Which piece of an IP datagram this is; meaningless without ``isFragment``.
    public var fragment = FragmentFields()

    /// Why dissection ended before the transport payload, nil when it got there or met a protocol without one.
    public var stop: DissectionStop?
    @usableFromInline var networkStart: UInt16 = 0
    @usableFromInline var nextSubframeStart: UInt32 = 0
    /// The interface's number in a Linux cooked header v2, which a capture on several interfaces has; 0 without one.
    public var interfaceIndex: UInt32 = 0
    /// The identifiers of the VLAN tags, 12 bits each, and of VXLAN and Geneve networks, 24 bits each, the innermost last and
    /// as many as there is room for; 0 without any.
    public var virtualLAN: UInt32 = 0

    /// An empty packet, for a dissector to fill.
    @inlinable public init() {}
}

extension DissectedPacket {
    /// The link-layer address of the sender, nil where the link has none. In 802.11 it is the station that sent the
    /// frame first.
    @inlinable public var linkSource: LinkAddress? {
        @inline(__always) get { linkSourceWord == .max ? nil : LinkAddress(rawValue: linkSourceWord) }
        set { linkSourceWord = newValue?.rawValue ?? .max }
    }

    /// The link-layer address of the receiver or of a group, nil where the link has none. In 802.11 it is the station
    /// that the frame is for in the end.
    @inlinable public var linkDestination: LinkAddress? {
        @inline(__always) get { linkDestinationWord == .max ? nil : LinkAddress(rawValue: linkDestinationWord) }
        set { linkDestinationWord = newValue?.rawValue ?? .max }
    }

    /// The source address of the IP header; meaningless without ``ProtocolSet/ipv4`` or ``ProtocolSet/ipv6``.
    @inlinable public var source: IPAddress {
        @inline(__always) get { address(sourceHigh, sourceLow) }
        set { (sourceHigh, sourceLow, isIPv6) = (newValue.high, newValue.low, newValue.isIPv6) }
    }

    /// The destination address of the IP header.
    @inlinable public var destination: IPAddress {
        @inline(__always) get { address(destinationHigh, destinationLow) }
        set { (destinationHigh, destinationLow, isIPv6) = (newValue.high, newValue.low, newValue.isIPv6) }
    }

    @inlinable @inline(__always)
    func address(_ high: UInt64, _ low: UInt64) -> IPAddress {
        isIPv6 ? IPAddress(ipv6High: high, low: low) : IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
    }

    /// The start of the transport payload, from the start of the packet; without a TCP or UDP header, the start of the
    /// ICMP or ARP message or of the datagram's fragment.
    @inlinable public var payloadOffset: Int {
        @inline(__always) get { Int(payloadStart) }
        set { payloadStart = UInt32(clamping: newValue) }
    }

    /// The start of the next subframe of an aggregate MSDU (IEEE 802.11 §9.3.2.2.2), from the start of the packet; 0 if
    /// there is none.
    @inlinable public var nextSubframe: Int {
        get { Int(nextSubframeStart) }
        set { nextSubframeStart = UInt32(clamping: newValue) }
    }

    /// The start of the IP header, from the start of the packet; meaningless without one, and at most 65535.
    @inlinable public var networkOffset: Int { Int(networkStart) }

    /// The start of the TCP or UDP header, from the start of the packet; meaningless without ``transport``.
    @inlinable public var transportOffset: Int { Int(payloadStart) &- Int(capturedHeaderLength) }

    /// Bytes of that payload on the wire, by the length fields of the headers.
    @inlinable public var payloadLength: Int {
        @inline(__always) get { Int(payloadSize) }
        set { payloadSize = UInt32(clamping: newValue) }
    }

    /// Bytes of that payload that are in the file.
    @inlinable public var capturedPayloadLength: Int {
        @inline(__always) get { Int(capturedPayloadSize) }
        set { capturedPayloadSize = UInt32(clamping: newValue) }
    }

    /// True for pieces that do not begin the datagram: they have no transport header.
    @inlinable public var isLaterFragment: Bool { isFragment && fragment.offset != 0 }
}

/// Which piece of which IP datagram a packet carries (RFC 791 §3.2, RFC 8200 §4.5).
@frozen
public struct FragmentFields: Hashable, Sendable {
    /// Common to all pieces of a datagram between the same two addresses.
    public var identification: UInt32 = 0
    /// The offset of the fragment in the datagram's payload, in bytes.
    public var offset: UInt16 = 0
    /// False for the last piece.
    public var moreFragments = false
    /// The first header of the datagram's payload (IANA "Protocol Numbers").
    public var ipProtocol: UInt8 = 0
    /// The start of the fragment in the packet; the transport header of the first fragment is part of it.
    public var start: UInt32 = 0
    /// Bytes of the piece on the wire.
    public var length: UInt32 = 0

    /// The fields of a packet that is not a fragment.
    @inlinable public init() {}
}

/// The fields of a TCP header that the connection tracker needs (RFC 9293).
@frozen
public struct TCPFields: Hashable, Sendable {
    /// The number of the payload's first byte, or of the SYN.
    public var sequenceNumber: UInt32 = 0
    /// The next number that the sender expects; meaningless without ``TCPFlags/ack``.
    public var acknowledgmentNumber: UInt32 = 0
    /// The control bits.
    public var flags: TCPFlags = []
    /// The unscaled window field.
    public var window: UInt16 = 0
    /// Whether the segment has the timestamps option (RFC 7323).
    public var hasTimestamps = false
    @usableFromInline var timestampValue: UInt32 = 0
    @usableFromInline var timestampReply: UInt32 = 0

    /// The fields of a packet without a TCP header.
    @inlinable public init() {}

    /// TSval of the timestamps option, nil without the option.
    @inlinable public var timestamp: UInt32? { hasTimestamps ? timestampValue : nil }
    /// TSecr of the timestamps option, nil without the option.
    @inlinable public var timestampEcho: UInt32? { hasTimestamps ? timestampReply : nil }
}
