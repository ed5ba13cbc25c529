import WireCoding

/// The header of a logical link control frame (IEEE 802.2 §3.2): what follows the length field of IEEE 802.3, and the
/// headers of FDDI, token ring and 802.11.
///
/// | bytes | field |
/// |---|---|
/// | 1 | destination service access point |
/// | 1 | source service access point |
/// | 1 or 2 | control: one byte in unnumbered frames, whose lowest two bits are set |
public struct LLCHeader: Hashable, Sendable {
    /// Bytes that every header has.
    public static let minimumSize = 3
    /// The service access point that announces a ``SNAPHeader``.
    public static let snap: UInt8 = 0xAA
    /// The control byte of unnumbered information, which carries datagrams.
    public static let unnumberedInformation: UInt8 = 0x03

    /// The destination service access point (DSAP).
    public var destination = snap
    /// The source service access point (SSAP), whose lowest bit separates commands from responses.
    public var source = snap
    /// The first byte of the control field, which shows whether there is a second one (``isUnnumbered``).
    public var control = unnumberedInformation
    /// The second control byte of numbered frames; not written in unnumbered ones.
    public var sequence: UInt8 = 0

    /// The header before a ``SNAPHeader``: AA AA 03.
    public init() {}

    /// Whether the control field has one byte.
    public var isUnnumbered: Bool { control & 3 == 3 }

    /// Whether a ``SNAPHeader`` follows.
    public var announcesSNAP: Bool {
        destination == Self.snap && source == Self.snap && control == Self.unnumberedInformation
    }

    /// Bytes of the header.
    public var size: Int { isUnnumbered ? 3 : 4 }

    /// Reads the header, and leaves what it precedes.
    ///
    /// - Throws: `truncated` when fewer bytes are left than the control field asks for.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "LLC header")
        destination = try input.readUInt8("LLC DSAP")
        source = try input.readUInt8("LLC SSAP")
        control = try input.readUInt8("LLC control")
        sequence = control & 3 == 3 ? 0 : try input.readUInt8("LLC control")
    }

    /// Writes three bytes, or four in a numbered frame.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(destination)
        output.writeUInt8(source)
        output.writeUInt8(control)
        if !isUnnumbered { output.writeUInt8(sequence) }
    }
}

extension LayerPrinter {
    /// The header with the one of SNAP that may follow.
    func llc(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        layer = "llc"
        read(bytes, offset, region) { (input) throws(WireError) in
            let header = try LLCHeader(parsing: &input)
            var fields: [FrameField] = [
                .number("dsap", header.destination), .number("ssap", header.source), .number("control", header.control),
            ]
            if header.announcesSNAP, let snap = try? SNAPHeader(parsing: &input) { fields += snap.shownFields }
            append(offset, input.position, fields)
        }
    }
}

extension PacketWalk {
    func llc(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.llc(bytes, offset, region)
        guard has(LLCHeader.minimumSize, .llcHeader, offset, region, &packet) else { return }
        var header = LLCHeader()
        (header.destination, header.source, header.control) = (bytes[offset], bytes[offset &+ 1], bytes[offset &+ 2])
        guard has(header.size, .llcHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.llc)
        guard header.announcesSNAP else {
            packet.stop = .unknownLinkProtocol(LinkProtocol(.llc, UInt16(header.destination)))
            return
        }
        snap(offset &+ header.size, region, &packet)
    }
}
