import WireCoding

/// The header of mirrored Ethernet frames in GRE, of types II (EtherType 0x88BE) and III (0x22EB), by the Internet-Draft
/// draft-foschiano-erspan.
///
/// | bytes | field |
/// |---|---|
/// | 4 | version (1 or 2), VLAN, class, truncation, session |
/// | 4 | reserved and index; in type III a time |
/// | 4 | type III: group, frame type, hardware, direction, and whether 8 more bytes follow |
/// | 0 or 8 | type III: platform-specific |
public struct ERSPANHeader: Hashable, Sendable {
    /// Bytes of type II.
    public static let minimumSize = 8

    /// The first four bytes; the version is in the uppermost four bits.
    public var session: UInt32 = 0
    /// Index, or the time in type III.
    public var index: UInt32 = 0
    /// Written in type III, which is version 2.
    public var details: UInt32 = 0
    /// Written in type III if the lowest bit of ``details`` is set.
    public var platform: UInt64 = 0

    public init() {}

    /// 1 in type II, 2 in type III.
    public var version: UInt8 { UInt8(truncatingIfNeeded: session >> 28) }
}

extension ERSPANHeader: LaidOutHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "ERSPAN header", .part(\.session), .part(\.index), .part(\.details, if: { $0.version == 2 }),
        .part(\.platform, if: { $0.version == 2 && $0.details & 1 == 1 }))
}

extension PacketWalk {
    /// - Parameter isThird: Whether it is type III, as GRE says.
    func erspan(isThird: Bool, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.layer = "erspan"
        var size = isThird ? 12 : ERSPANHeader.minimumSize
        guard has(size, .erspanHeader, offset, region, &packet) else { return }
        if isThird, bytes[offset &+ 11] & 1 == 1 {
            size &+= 8
            guard has(size, .erspanHeader, offset, region, &packet) else { return }
        }
        let session = bytes.bigEndianUInt32(at: offset)
        printer?.append(
            offset, size,
            [
                .number("version", session >> 28), .number("session", session & 0x3FF),
                .number("index", bytes.bigEndianUInt32(at: offset &+ 4)),
            ])
        packet.stop = enter(.ethernet, by: .gre, offset &+ size, region, &packet)
    }
}
