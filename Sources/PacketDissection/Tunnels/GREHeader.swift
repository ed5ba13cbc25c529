import WireCoding

/// Generic Routing Encapsulation (RFC 2784, key and sequence by RFC 2890, routing by RFC 1701, version 1 by RFC 2637).
///
/// ```
/// +-+-+-+-+-+-----+-+-------+-----+-------------------------------+
/// |C|R|K|S|s|Recur|A| Flags | Ver |         Protocol Type         |
/// +-+-+-+-+-+-----+-+-------+-----+-------------------------------+
/// |  Checksum, if C or R is set   |    Offset, if C or R is set   |
/// |                      Key, if K is set                         |
/// |                Sequence Number, if S is set                   |
/// |       Acknowledgment Number, if A is set in version 1         |
/// |                  Routing, if R is set                         |
/// ```
public struct GREHeader: Hashable, Sendable {
    /// Bytes that every header has.
    public static let minimumSize = 4
    /// The most entries of a source route; more are taken for damage.
    public static let maximumRoutes = 64

    /// The first sixteen bits; they decide which of the fields are written.
    public var flags: UInt16 = 0
    /// The type of the content.
    public var payloadProtocol = EtherType.ipv4
    /// The checksum of header and payload; written if C or R is set.
    public var checksum: UInt16 = 0
    /// Where in the routing the active entry begins, in bytes (RFC 1701); written if C or R is set.
    public var offset: UInt16 = 0
    /// In version 1 the length of the payload and the call.
    public var key: UInt32 = 0
    /// Written if S is set.
    public var sequenceNumber: UInt32 = 0
    /// The highest sequence number that arrived (RFC 2637); written if A is set in version 1.
    public var acknowledgmentNumber: UInt32 = 0
    /// The entries of a source route, the last one, of zeros, included; written if R is set.
    public var routing: [UInt8] = []

    /// The lowest three flags: 0, or 1 in the GRE of PPTP (RFC 2637).
    public var version: UInt8 { UInt8(truncatingIfNeeded: flags & 7) }
    /// Whether C or R is set, so that ``checksum`` and ``offset`` are there.
    public var hasChecksum: Bool { flags & 0xC000 != 0 }
    /// Whether R is set, so that a source route ends the header.
    public var hasRouting: Bool { flags & 0x4000 != 0 }
    /// Whether K is set, so that ``key`` is there.
    public var hasKey: Bool { flags & 0x2000 != 0 }
    /// Whether S is set, so that ``sequenceNumber`` is there.
    public var hasSequenceNumber: Bool { flags & 0x1000 != 0 }
    /// Whether A is set in version 1, so that ``acknowledgmentNumber`` is there.
    public var hasAcknowledgmentNumber: Bool { version == 1 && flags & 0x0080 != 0 }

    /// The fields before the routing.
    public static let layout = HeaderLayout<Self>(
        "GRE header", .part(\.flags), .part(\.payloadProtocol), .part(\.checksum, if: { $0.hasChecksum }),
        .part(\.offset, if: { $0.hasChecksum }), .part(\.key, if: { $0.hasKey }),
        .part(\.sequenceNumber, if: { $0.hasSequenceNumber }),
        .part(\.acknowledgmentNumber, if: { $0.hasAcknowledgmentNumber }))

    public init() {}

    /// Bytes of the header without routing, by its first sixteen bits.
    @inline(__always)
    static func size(flags: UInt16) -> Int {
        4 &+ (flags & 0xC000 != 0 ? 4 : 0) &+ (flags & 0x2000 != 0 ? 4 : 0) &+ (flags & 0x1000 != 0 ? 4 : 0)
            &+ (flags & 0x0087 == 0x0081 ? 4 : 0)
    }

    /// Reads the header with its routing, and leaves the payload.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `tooLong` for more than 64 routes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        try Self.layout.read(&input, into: &self)
        guard hasRouting else { return }
        for _ in 0..<Self.maximumRoutes {
            let entry = input
            try input.skip(3, "GRE routing")
            let length = Int(try input.readUInt8("GRE routing"))
            var whole = entry
            let bytes = try whole.readBytes(4 &+ length, "GRE routing")
            input = whole
            routing += bytes
            if bytes[0] == 0 && bytes[1] == 0 && length == 0 { return }
        }
        throw input.error(.tooLong(length: Self.maximumRoutes + 1, maximum: Self.maximumRoutes), "GRE routing")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        if hasRouting { output.writeBytes(routing) }
    }
}

extension GREHeader: LaidOutHeader, ShownHeader {
    var shownFields: [FrameField] {
        var fields: [FrameField] = [
            .number("flags", flags), .number("version", version),
            .code("protocol", payloadProtocol, EtherType.meaning),
        ]
        if hasChecksum { fields.append(.number("checksum", checksum, .hexadecimal(digits: 4))) }
        if hasKey { fields.append(.number("key", key)) }
        if hasSequenceNumber { fields.append(.number("sequenceNumber", sequenceNumber)) }
        if hasAcknowledgmentNumber { fields.append(.number("acknowledgmentNumber", acknowledgmentNumber)) }
        return fields
    }
}

extension PacketWalk {
    func gre(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(GREHeader.self, "gre", bytes, offset, region)
        guard has(GREHeader.minimumSize, .greHeader, offset, region, &packet) else { return }
        let flags = bytes.bigEndianUInt16(at: offset)
        let type = EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 2))
        packet.protocols.insert(.gre)
        let size = GREHeader.size(flags: flags)
        guard has(size, .greHeader, offset, region, &packet) else { return }
        // Source routes have not been seen since RFC 2784 took them out of GRE.
        guard flags & 0x4000 == 0, flags & 7 <= 1 else {
            packet.stop = .unknownIPProtocol(packet.ipProtocol)
            return
        }
        let start = offset &+ size
        switch type {
        // Without a sequence number it is type I, which has no header.
        case .erspan2 where flags & 0x1000 == 0: packet.stop = enter(.ethernet, by: .gre, start, region, &packet)
        case .erspan2, .erspan3: erspan(isThird: type == .erspan3, start, region, &packet)
        // PPTP sends bare acknowledgments.
        case .ppp where start >= region.end: return
        default: packet.stop = enter(TunnelContent(type), by: .gre, start, region, &packet)
        }
    }
}
