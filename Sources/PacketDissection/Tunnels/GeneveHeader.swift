import WireCoding

/// Generic Network Virtualization Encapsulation (RFC 8926 §3.4).
///
/// ```
/// +---+-----------+-+-+-----------+-------------------------------+
/// |Ver|  Opt Len  |O|C|   Rsvd.   |         Protocol Type         |
/// +---+-----------+-+-+-----------+---------------+---------------+
/// |       Virtual Network Identifier (VNI)        |   Reserved    |
/// |                  Options, 0–252 bytes                         |
/// ```
public struct GeneveHeader: Hashable, Sendable {
    /// Bytes of the header without options.
    public static let minimumSize = 8

    /// 0; two bits are written.
    public var version: UInt8 = 0
    /// O, C and the reserved bits after them.
    public var flags: UInt8 = 0
    /// An EtherType; 0x6558 for Ethernet frames.
    public var payloadProtocol = EtherType.ethernetBridging
    /// 24 bits are written.
    public var networkID: UInt32 = 0
    /// The byte after the network identifier, sent as zero; kept as it came.
    public var reserved: UInt8 = 0
    /// A multiple of four bytes; zeros are written up to it, and nothing beyond 252.
    public var options: [UInt8] = []

    /// The fields before the options.
    public static let layout = HeaderLayout<Self>(
        "Geneve header", .part(\.version, bits: 2), .derived(bits: 6) { UInt64($0.optionWords) },
        .part(\.flags, "flags"), .part(\.payloadProtocol, "protocol"), .part(\.networkID, "networkID", bits: 24),
        .part(\.reserved))

    public init() {}

    /// Reads the header with its options, and leaves the payload.
    ///
    /// - Throws: `truncated` when the header is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        let size = Int(start.input[start.position] & 63) * 4
        try start.require(Self.minimumSize &+ size, "Geneve header")
        options = try input.readBytes(size, "Geneve options")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        output.writeFixed(options, optionWords * 4)
    }

    /// The length of the options as it is written.
    private var optionWords: Int { min((options.count + 3) / 4, 63) }
}

extension GeneveHeader: LaidOutHeader, ShownHeader {
    var shownFields: [FrameField] { namedFields + [.hex("options", options)] }
}
