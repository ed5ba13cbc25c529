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

    public var destination: UInt8
    public var source: UInt8
    public var control: UInt8
    /// The second control byte of numbered frames; not written in unnumbered ones.
    public var sequence: UInt8

    public init(
        destination: UInt8 = snap, source: UInt8 = snap, control: UInt8 = unnumberedInformation, sequence: UInt8 = 0
    ) {
        self.destination = destination
        self.source = source
        self.control = control
        self.sequence = sequence
    }

    /// Whether the control field has one byte.
    public var isUnnumbered: Bool { control & 3 == 3 }

    /// Whether a ``SNAPHeader`` follows.
    public var announcesSNAP: Bool {
        destination == Self.snap && source == Self.snap && control == Self.unnumberedInformation
    }

    /// Bytes of the header.
    public var size: Int { isUnnumbered ? 3 : 4 }

    /// - Throws: `truncated` when fewer bytes are left than the control field asks for.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "LLC header")
        destination = try input.readUInt8("LLC DSAP")
        source = try input.readUInt8("LLC SSAP")
        control = try input.readUInt8("LLC control")
        sequence = control & 3 == 3 ? 0 : try input.readUInt8("LLC control")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(destination)
        output.writeUInt8(source)
        output.writeUInt8(control)
        if !isUnnumbered { output.writeUInt8(sequence) }
    }
}
