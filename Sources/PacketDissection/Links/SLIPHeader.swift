import WireCoding

/// The header that BSD puts before packets of a serial line (LINKTYPE_SLIP).
///
/// | bytes | field |
/// |---|---|
/// | 1 | direction: 0 received, 1 sent |
/// | 15 | what the TCP/IP header was compressed to on the line |
public struct SLIPHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 16

    /// 0 for a received packet, 1 for a sent one.
    public var direction: UInt8 = 0
    /// Fifteen bytes; written padded with zeros or cut.
    public var compressed: [UInt8] = []

    public init() {}
}

extension SLIPHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "SLIP header", .part(\.direction, "direction"), .bytes(\.compressed, count: 15))
}

extension PacketWalk {
    func slip(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(SLIPHeader.self, "slip", bytes, offset, region)
        guard has(SLIPHeader.size, .slipHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.slip)
        raw(offset &+ SLIPHeader.size, region, &packet)
    }
}
