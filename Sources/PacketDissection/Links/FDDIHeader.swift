import WireCoding

/// The header of a frame on a fiber ring (ISO 9314-2, LINKTYPE_FDDI).
///
/// | bytes | field |
/// |---|---|
/// | 1 | frame control: 0x50 to 0x5F carry an ``LLCHeader`` |
/// | 6 | destination |
/// | 6 | source |
public struct FDDIHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 13

    /// The kind of frame: 0x50 to 0x5F carry an ``LLCHeader``.
    public var frameControl: UInt8 = 0x50
    /// The receiver, or a group of them.
    public var destination = LinkAddress.zero
    /// The sender.
    public var source = LinkAddress.zero

    public init() {}

    /// Whether an ``LLCHeader`` follows.
    static func carriesLLC(frameControl: UInt8) -> Bool { frameControl & 0xF0 == 0x50 }
}

extension FDDIHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "FDDI header", .part(\.frameControl, "frameControl"), .part(\.destination, "destination"),
        .part(\.source, "source"))

    var shownFields: [FrameField] {
        [.text("destination", destination), .text("source", source), .number("frameControl", frameControl)]
    }
}

extension PacketWalk {
    func fddi(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(FDDIHeader.self, "fddi", bytes, offset, region)
        guard has(FDDIHeader.size, .fddiHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.fddi)
        packet.linkDestinationWord = bytes.linkAddress(at: offset &+ 1)
        packet.linkSourceWord = bytes.linkAddress(at: offset &+ 7)
        guard FDDIHeader.carriesLLC(frameControl: bytes[offset]) else { return }
        llc(offset &+ FDDIHeader.size, region, &packet)
    }
}
