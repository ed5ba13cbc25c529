import WireCoding

/// What ended the dissection of a packet early.
@frozen
public enum DissectionStop: Hashable, Sendable {
    /// The file holds fewer bytes than were on the wire, and the next header is among the missing ones.
    case cut(DissectionFault)
    /// A header contradicts itself or the length of the packet.
    case malformed(DissectionFault)
    /// The link type is not understood.
    case unknownLinkType
    /// The link layer carries something else than IP, ARP …: its EtherType (or 802.2 length).
    case unknownEtherType(UInt16)
    /// A loopback header announces something else than IP: its address family.
    case unknownAddressFamily(UInt32)
    /// IP carries a protocol that is not dissected.
    case unknownIPProtocol(UInt8)

    /// What is wrong in the terms of the parsers; nil for what is only not understood.
    public var error: WireError? {
        switch self {
        case .cut(let fault), .malformed(let fault): fault.error
        default: nil
        }
    }
}

/// Where a header is cut off or contradicts itself: a ``WireError`` in a few bytes, because every packet has room for one.
@frozen
public struct DissectionFault: Hashable, Sendable {
    @frozen
    public enum Kind: UInt8, Sendable {
        /// ``first`` bytes were to be read where ``second`` were left.
        case truncated
        /// The field holds ``first``, which the specification does not allow.
        case invalidValue
        /// There are ``first`` of what there may be ``second``.
        case tooMany
    }

    public let kind: Kind
    public let field: HeaderField
    /// Which length set the limit.
    public let limit: HeaderField
    /// Bytes from the start of the packet.
    public let offset: UInt32
    public let first: UInt32
    public let second: UInt32

    init(_ kind: Kind, _ field: HeaderField, at offset: Int, limit: HeaderField, first: Int, second: Int = 0) {
        self.kind = kind
        self.field = field
        self.limit = limit
        self.offset = UInt32(clamping: offset)
        self.first = UInt32(clamping: first)
        self.second = UInt32(clamping: second)
    }

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
