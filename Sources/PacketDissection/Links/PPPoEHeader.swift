import WireCoding

/// The header of PPP over Ethernet, of discovery and of session packets (RFC 2516 §4).
///
/// | bytes | field |
/// |---|---|
/// | 1 | version and type, 1 each |
/// | 1 | code |
/// | 2 | session identifier |
/// | 2 | bytes that follow |
public struct PPPoEHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 6

    /// Version in the upper and type in the lower four bits; 0x11 in all that RFC 2516 defines.
    public var versionAndType: UInt8 = 0x11
    /// 0 in session packets; 0x09 PADI, 0x07 PADO, 0x19 PADR, 0x65 PADS, 0xA7 PADT in discovery.
    public var code: UInt8 = 0
    /// The session, by the number that the server chose; 0 until then.
    public var sessionID: UInt16 = 0
    /// Bytes of the tags or of the PPP frame.
    public var length: UInt16 = 0

    public init() {}
}

extension PPPoEHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "PPPoE header", .part(\.versionAndType, "versionAndType"), .part(\.code, "code"),
        .part(\.sessionID, "sessionID"), .part(\.length, "length", .unit(.bytes)))
}

extension PacketWalk {
    func pppoe(_ offset: Int, _ outer: Region, isSession: Bool, _ packet: inout DissectedPacket) {
        printer?.header(PPPoEHeader.self, "pppoe", bytes, offset, outer)
        guard has(PPPoEHeader.size, .pppoeHeader, offset, outer, &packet) else { return }
        packet.protocols.insert(.pppoe)
        guard isSession else { return }
        let start = offset &+ PPPoEHeader.size
        let length = Int(bytes.bigEndianUInt16(at: offset &+ 4))
        ppp(start, bounded(length, from: start, by: .pppoeLength, at: offset &+ 4, outer), &packet)
    }
}
