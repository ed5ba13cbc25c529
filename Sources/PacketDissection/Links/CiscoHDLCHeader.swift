import WireCoding

/// The header of Cisco's HDLC framing on serial lines (LINKTYPE_C_HDLC).
///
/// | bytes | field |
/// |---|---|
/// | 1 | address: 0x0F unicast, 0x8F multicast |
/// | 1 | control, 0 |
/// | 2 | protocol: an EtherType, or one of Cisco's own (0x8035 keep-alives) |
public struct CiscoHDLCHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 4

    /// 0x0F for unicast, 0x8F for multicast.
    public var address: UInt8 = 0x0F
    /// 0 in what is sent today; kept as it came.
    public var control: UInt8 = 0
    /// The protocol: an EtherType, or a number of Cisco's own, such as 0x8035 for keep-alives.
    public var etherType = EtherType.ipv4

    public init() {}
}

extension CiscoHDLCHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "Cisco HDLC header", .part(\.address, "address"), .part(\.control, "control"),
        .part(\.etherType, "protocol", EtherType.meaning))
}

extension PacketWalk {
    func ciscoHDLC(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(CiscoHDLCHeader.self, "chdlc", bytes, offset, region)
        guard has(CiscoHDLCHeader.size, .ciscoHDLCHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.chdlc)
        let type = EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 2))
        network(type, offset &+ CiscoHDLCHeader.size, region, &packet)
    }
}
