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
    public var version: UInt8
    /// O, C and the reserved bits after them.
    public var flags: UInt8
    /// An EtherType; 0x6558 for Ethernet frames.
    public var payloadProtocol: EtherType
    /// 24 bits are written.
    public var networkID: UInt32
    public var reserved: UInt8
    /// A multiple of four bytes; zeros are written up to it, and nothing beyond 252.
    public var options: [UInt8]

    public init(
        payloadProtocol: EtherType, networkID: UInt32, options: [UInt8] = [], version: UInt8 = 0, flags: UInt8 = 0,
        reserved: UInt8 = 0
    ) {
        self.version = version
        self.flags = flags
        self.payloadProtocol = payloadProtocol
        self.networkID = networkID
        self.reserved = reserved
        self.options = options
    }

    /// - Throws: `truncated` when the header is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "Geneve header")
        let start = input
        let first = try input.readUInt8("Geneve version")
        version = first >> 6
        flags = try input.readUInt8("Geneve flags")
        payloadProtocol = EtherType(rawValue: try input.readUInt16("Geneve protocol"))
        let word = try input.readUInt32("Geneve network")
        networkID = word >> 8
        reserved = UInt8(truncatingIfNeeded: word)
        let size = Int(first & 63) * 4
        try start.require(Self.minimumSize &+ size, "Geneve header")
        options = try input.readBytes(size, "Geneve options")
    }

    public func serialize(into output: inout ByteWriter) {
        let kept = options.prefix(252)
        let words = (kept.count + 3) / 4
        output.writeUInt8(version << 6 | UInt8(truncatingIfNeeded: words))
        output.writeUInt8(flags)
        output.writeUInt16(payloadProtocol.rawValue)
        output.writeUInt32(networkID << 8 | UInt32(reserved))
        output.writeFixed(kept, words * 4)
    }
}

extension GeneveHeader: ShownHeader {
    var shownFields: [FrameField] {
        [
            .number("flags", flags), .code("protocol", payloadProtocol), .number("networkID", networkID),
            .hex("options", options),
        ]
    }
}
