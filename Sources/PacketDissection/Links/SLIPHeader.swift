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

    public var direction: UInt8
    /// Fifteen bytes; written padded with zeros or cut.
    public var compressed: [UInt8]

    public init(direction: UInt8, compressed: [UInt8]) {
        self.direction = direction
        self.compressed = compressed
    }

    /// - Throws: `truncated` when fewer than 16 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "SLIP header")
        direction = try input.readUInt8("SLIP direction")
        compressed = try input.readBytes(15, "SLIP header")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(direction)
        output.writeFixed(compressed, 15)
    }
}

extension SLIPHeader: ShownHeader {
    var shownFields: [FrameField] { [.number("direction", direction)] }
}

extension PacketWalk {
    func slip(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(SLIPHeader.self, "slip", bytes, offset, region)
        guard has(SLIPHeader.size, .slipHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.slip)
        raw(offset &+ SLIPHeader.size, region, &packet)
    }
}
