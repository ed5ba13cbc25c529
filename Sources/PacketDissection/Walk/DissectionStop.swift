import WireCoding

/// The reason why the dissection of a packet ended early.
@nonexhaustive
public enum DissectionStop: Hashable, Sendable {
    /// The file holds fewer bytes than were on the wire, and the next header is among the missing ones.
    case cut(DissectionFault)
    /// A header contradicts itself or the length of the packet.
    case malformed(DissectionFault)
    /// The link type is not understood.
    case unknownLinkType
    /// The link layer carries something other than IP, ARP …: its EtherType (or 802.2 length).
    case unknownEtherType(UInt16)
    /// A loopback header announces something other than IP: its address family.
    case unknownAddressFamily(UInt32)
    /// The link layer carries a protocol that is not dissected, by a number that is not an EtherType.
    case unknownLinkProtocol(LinkProtocol)
    /// The rest is encrypted.
    case protected(ProtectedContent)
    /// The check at the end of an 802.11 frame is wrong, so that nothing in it can be trusted.
    case badFrameCheckSequence
    /// The body of an 802.11 frame is a piece of one.
    case ieee80211Fragment
    /// IP carries a protocol that is not dissected.
    case unknownIPProtocol(UInt8)
    /// A tunnel within ``PacketDissector/maximumTunnels`` others; what is in it was not looked into.
    case tunnelsTooDeep

    /// The error in the terms of the parsers; nil if the packet is only not understood.
    public var error: WireError? {
        switch self {
        case .cut(let fault), .malformed(let fault): fault.error
        default: nil
        }
    }
}

/// A protocol above a link layer that numbers its protocols in its own way.
@frozen
public struct LinkProtocol: Hashable, Sendable {
    /// The registry of the numbers.
    @frozen
    public enum Registry: UInt8, Sendable {
        /// PPP protocol numbers (``PPPProtocol``).
        case ppp
        /// IEEE 802.2 destination service access points.
        case llc
        /// Protocol identifiers of the ``organization`` of a ``SNAPHeader``.
        case snap
        /// Next protocols of a ``NetworkServiceHeader``.
        case networkService
        /// Network layer protocol identifiers of frame relay (ISO 9577).
        case frameRelay
        /// The first four bits after an MPLS label stack.
        case mpls
    }

    /// Which list the ``number`` is from.
    public let registry: Registry
    /// The number that the header has, of up to 16 bits.
    public let number: UInt16
    /// 0 but for ``Registry/snap``.
    public let organization: UInt32

    /// A protocol by its number. The organization counts in ``Registry/snap`` alone.
    public init(_ registry: Registry, _ number: UInt16, organization: UInt32 = 0) {
        self.registry = registry
        self.number = number
        self.organization = organization
    }
}

/// Content that cannot be read without keys.
@frozen
public enum ProtectedContent: UInt8, Sendable {
    /// The body of an 802.11 data frame.
    case ieee80211Data
    /// The secure data of a MACsec frame.
    case macsec
}

/// The location where a header is truncated or contradicts itself: a `WireError` in a few bytes, because every packet
/// has room for one.
@frozen
public struct DissectionFault: Hashable, Sendable {
    @usableFromInline
    package enum Kind: UInt8, Sendable {
        /// ``first`` bytes were to be read where ``second`` were left.
        case truncated
        /// The field holds ``first``, which the specification does not allow.
        case invalidValue
        /// There are ``first`` of what there may be ``second``.
        case tooMany
    }

    @usableFromInline package let kind: Kind
    @usableFromInline package let field: HeaderField
    /// Which length set the limit.
    @usableFromInline package let limit: HeaderField
    /// Bytes from the start of the packet.
    @usableFromInline package let offset: UInt32
    @usableFromInline package let first: UInt32
    @usableFromInline package let second: UInt32

    init(_ kind: Kind, _ field: HeaderField, at offset: Int, limit: HeaderField, first: Int, second: Int = 0) {
        self.kind = kind
        self.field = field
        self.limit = limit
        self.offset = UInt32(clamping: offset)
        self.first = UInt32(clamping: first)
        self.second = UInt32(clamping: second)
    }

    /// The error as a parser of the header throws it: field, offset, and the length that set the limit.
    public var error: WireError {
        let kind: WireError.Kind =
            switch kind {
            case .truncated: .truncated(needed: Int(first), available: Int(second))
            case .invalidValue: .invalidValue(UInt64(first))
            case .tooMany: .tooLong(length: Int(first), maximum: Int(second))
            }
        return WireError(kind, field: field.name, offset: Int(offset), limit: limit.name)
    }
}
