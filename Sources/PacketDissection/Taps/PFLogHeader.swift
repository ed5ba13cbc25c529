import WireCoding

/// The header of packets that a BSD packet filter logged (LINKTYPE_PFLOG).
///
/// | bytes | field |
/// |---|---|
/// | 1 | bytes of the header, without what pads it to a multiple of four |
/// | 1 | address family of the packet |
/// | 1 | action, 0 pass, 1 block |
/// | 1 | reason |
/// | 16 | interface name, zero-padded |
/// | … | rule set, rule, user, process, direction, by version of the filter |
public struct PFLogHeader: Hashable, Sendable {
    /// Bytes up to the interface name.
    public static let minimumSize = 20

    /// The length field; it is not changed by writing.
    public var length: UInt8 = 0
    /// The address family of the packet, an AF_ number of the system that captured it.
    public var family: UInt8 = 0
    /// 0 where the packet passed, 1 where it was blocked; some filters have others.
    public var action: UInt8 = 0
    /// Why the filter acted: 0 because a rule matched; the other numbers depend on its version.
    public var reason: UInt8 = 0
    /// The sixteen bytes of the field, written padded with zeros or cut.
    public var interfaceField: [UInt8] = []
    /// The bytes after the interface name, including padding: as many as ``length`` states are written.
    public var rest: [UInt8] = []

    /// The interface's name, nil if it is not UTF-8.
    public var interfaceName: String? {
        String(validUTF8: interfaceField.prefix { $0 != 0 })
    }

    /// The bytes of a header, padding included, by its length field.
    static func size(length: UInt8) -> Int { (Int(length) &+ 3) & ~3 }

    /// The fields of every version.
    public static let layout = HeaderLayout<Self>(
        "pflog header", .part(\.length), .part(\.family, "family"), .part(\.action, "action"),
        .part(\.reason, "reason"),
        .bytes(\.interfaceField, count: 16))

    public init() {}

    /// Reads the header with its padding, and leaves the packet after it.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a length below 20.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        let size = Self.size(length: length)
        guard size >= Self.minimumSize else { throw start.error(.invalidValue(UInt64(length)), "pflog length") }
        try start.require(size, "pflog header")
        rest = try input.readBytes(size &- Self.minimumSize, "pflog header")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        output.writeFixed(rest, max(0, Self.size(length: length) - Self.minimumSize))
    }
}

extension PFLogHeader: LaidOutHeader, ShownHeader {
    var shownFields: [FrameField] { namedFields + [.text("interfaceName", interfaceName)] }
}

extension PacketWalk {
    func packetFilterLog(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(PFLogHeader.self, "pflog", bytes, offset, region)
        guard has(PFLogHeader.minimumSize, .pflogHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.pflog)
        let size = PFLogHeader.size(length: bytes[offset])
        guard size >= PFLogHeader.minimumSize else {
            return fail(Int(bytes[offset]), .pflogLength, offset, region, &packet)
        }
        guard has(size, .pflogHeader, offset, region, &packet) else { return }
        family(LoopbackHeader(family: UInt32(bytes[offset &+ 1])), offset &+ size, region, &packet)
    }
}
