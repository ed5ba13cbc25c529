import WireCoding

/// The header of user data in mobile networks, GTP version 1 (3GPP TS 29.281 §5.1).
///
/// | bytes | field |
/// |---|---|
/// | 1 | version (1), protocol type, reserved, E, S, PN |
/// | 1 | message type, 255 for user data |
/// | 2 | bytes after these eight |
/// | 4 | tunnel endpoint identifier |
/// | 0 or 4 | sequence number 2, N-PDU number 1, next extension 1: if any of E, S and PN is set |
/// | … | extensions: length in units of four bytes 1, content, next extension 1 |
public struct GTPHeader: Hashable, LaidOutHeader {
    /// Bytes that every header has.
    public static let minimumSize = 8
    /// The message type of user data.
    public static let userData: UInt8 = 255
    /// The most extensions; more are taken for damage.
    public static let maximumExtensions = 16

    /// Version in the upper three bits, protocol type, a reserved bit, then E, S and PN.
    public var flags: UInt8 = 0x30
    /// ``userData``, or the number of a control message.
    public var messageType = userData
    /// Bytes after the first eight; it is not changed by writing.
    public var length: UInt16 = 0
    /// The tunnel, by the identifier that its receiver chose.
    public var tunnelID: UInt32 = 0
    /// Written if any of E, S and PN is set.
    public var sequenceNumber: UInt16 = 0
    /// The N-PDU number; written if any of E, S and PN is set.
    public var packetNumber: UInt8 = 0
    /// The type of the first extension header, 0 for none; written if any of E, S and PN is set.
    public var nextExtension: UInt8 = 0
    /// All extension headers, the last one with a next extension of 0; written if E is set.
    public var extensions: [UInt8] = []

    /// The upper three bits of ``flags``; 1 in this protocol.
    public var version: UInt8 { flags >> 5 }
    /// Whether any of E, S and PN is set, so that four more bytes precede the extensions.
    public var hasOptionalFields: Bool { flags & 7 != 0 }
    /// Whether E is set and ``nextExtension`` names an extension header.
    public var hasExtensions: Bool { flags & 4 != 0 && nextExtension != 0 }

    /// The fields before the extensions.
    public static let layout = HeaderLayout<Self>(
        "GTP header", .part(\.flags), .part(\.messageType), .part(\.length), .part(\.tunnelID),
        .part(\.sequenceNumber, if: { $0.hasOptionalFields }), .part(\.packetNumber, if: { $0.hasOptionalFields }),
        .part(\.nextExtension, if: { $0.hasOptionalFields }))

    public init() {}

    /// Reads the header with its extensions, and leaves the packet after it.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for an extension of no length,
    ///   `tooLong` for more than 16 extensions.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        try Self.layout.read(&input, into: &self)
        guard hasExtensions else { return }
        for _ in 0..<Self.maximumExtensions {
            var whole = input
            let size = Int(try input.readUInt8("GTP extension length")) &* 4
            guard size > 0 else { throw whole.error(.invalidValue(0), "GTP extension length") }
            let bytes = try whole.readBytes(size, "GTP extension")
            input = whole
            extensions += bytes
            if bytes[size &- 1] == 0 { return }
        }
        throw input.error(
            .tooLong(length: Self.maximumExtensions + 1, maximum: Self.maximumExtensions), "GTP extensions")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        if hasExtensions { output.writeBytes(extensions) }
    }
}

extension PacketWalk {
    /// The start of the IP packet of a GTP datagram, nil if its headers are longer than the datagram.
    func gtpContent(_ start: Int, _ region: Region) -> Int? {
        let end = min(region.end, bytes.count)
        var offset = start &+ GTPHeader.minimumSize
        guard bytes[start] & 7 != 0 else { return offset }
        guard offset &+ 4 <= end else { return nil }
        var next = bytes[start] & 4 != 0 ? bytes[offset &+ 3] : 0
        offset &+= 4
        var extensions = 0
        while next != 0 {
            extensions &+= 1
            guard extensions <= GTPHeader.maximumExtensions, offset < end, bytes[offset] != 0 else { return nil }
            offset &+= Int(bytes[offset]) &* 4
            guard offset <= end else { return nil }
            next = bytes[offset &- 1]
        }
        return offset
    }
}
