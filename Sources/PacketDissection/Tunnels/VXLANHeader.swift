import WireCoding

/// The header of VXLAN (RFC 7348 §5) and of its generic protocol extension (draft-ietf-nvo3-vxlan-gpe).
///
/// | bytes | field |
/// |---|---|
/// | 1 | flags: 0x08 the identifier is valid, 0x04 the next protocol is given |
/// | 3 | reserved; the last byte is the next protocol of the extension |
/// | 3 | network identifier |
/// | 1 | reserved |
public struct VXLANHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 8

    /// 0x08 for a valid network identifier, 0x04 for a next protocol.
    public var flags: UInt8 = 0x08
    /// 24 bits are written.
    public var reserved: UInt32 = 0
    /// 24 bits are written.
    public var networkID: UInt32 = 0
    /// The byte after the network identifier, sent as zero; kept as it came.
    public var lastReserved: UInt8 = 0

    public init() {}

    /// 1 IPv4, 2 IPv6, 3 Ethernet, 4 network service header, 5 MPLS; nil where the flags announce none.
    public var nextProtocol: UInt8? { flags & 0x04 == 0 ? nil : UInt8(truncatingIfNeeded: reserved) }
}

extension VXLANHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "VXLAN header", .part(\.flags, "flags"), .part(\.reserved, bits: 24), .part(\.networkID, "networkID", bits: 24),
        .part(\.lastReserved))

    var shownFields: [FrameField] {
        namedFields + [FrameField("nextProtocol", nextProtocol.map { .number($0) } ?? .null)]
    }
}
