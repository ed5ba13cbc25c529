import WireCoding

/// A packet that Linux' netfilter logged (LINKTYPE_NFLOG): a header of four bytes, then attributes, one of which is the
/// packet.
///
/// | bytes | field |
/// |---|---|
/// | 1 | address family, an AF_ number of Linux |
/// | 1 | version, 0 |
/// | 2 | resource identifier |
///
/// The length and type of each attribute are in the byte order of the capturing machine, which is not recorded: the
/// order is assumed in which the first length fits.
public struct NFLogHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 4

    /// The address family of the packet, an AF_ number of Linux: 2 for IPv4, 10 for IPv6.
    public var family: UInt8 = 0
    /// 0 in all that is defined.
    public var version: UInt8 = 0
    /// The group of the log, which the rule chose.
    public var resourceID: UInt16 = 0

    public init() {}
}

extension NFLogHeader: LaidOutHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "NFLOG header", .part(\.family, "family"), .part(\.version), .part(\.resourceID, "resourceID"))
}

/// One attribute of a packet that netfilter logged: a length that counts itself and the type, a type, the value, and
/// zeros up to a multiple of four bytes (`nfnetlink_log.h`, `NFULA_`).
public struct NFLogAttribute: Hashable, Sendable {
    /// Bytes of length and type.
    public static let headerSize = 4
    /// The type of the attribute that holds the packet.
    public static let payload: UInt16 = 9

    /// With the two upper bits, which say of the value that it is nested or in network order.
    public var type: UInt16
    /// The order of length and type, which is that of the capturing machine.
    public var isLittleEndian: Bool
    /// At most 65531 bytes are written.
    public var value: [UInt8]
    /// Up to three bytes that fill the last four; fewer where the packet ends before.
    public var padding: [UInt8]

    /// An attribute, with zeros up to a multiple of four bytes unless other padding is given.
    public init(type: UInt16, isLittleEndian: Bool = true, value: [UInt8], padding: [UInt8]? = nil) {
        self.type = type
        self.isLittleEndian = isLittleEndian
        self.value = value
        self.padding = padding ?? Array(repeating: 0, count: (4 - value.count % 4) % 4)
    }

    /// Whether a first attribute that begins with these two bytes has its numbers in little-endian order.
    @inline(__always)
    static func isLittleEndian(_ first: UInt8, _ second: UInt8, available: Int) -> Bool {
        let little = Int(second) << 8 | Int(first)
        let big = Int(first) << 8 | Int(second)
        return little >= headerSize && (little <= available || big < headerSize || little <= big)
    }

    /// Reads one attribute with its padding.
    ///
    /// - Parameters:
    ///   - input: At the first byte of the attribute.
    ///   - isLittleEndian: nil for the first attribute, which shows it.
    /// - Throws: `truncated` when the attribute is longer than what is left, `invalidValue` for a length below 4.
    public init(parsing input: inout ByteReader, isLittleEndian: Bool? = nil) throws(WireError) {
        try input.require(Self.headerSize, "NFLOG attribute")
        let start = input
        let length = try input.readUInt16("NFLOG attribute length")
        self.isLittleEndian =
            isLittleEndian
            ?? Self.isLittleEndian(
                UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length), available: start.remaining)
        let size = Int(self.isLittleEndian ? length.byteSwapped : length)
        guard size >= Self.headerSize else {
            throw start.error(.invalidValue(UInt64(size)), "NFLOG attribute length")
        }
        try start.require(size, "NFLOG attribute")
        let type = try input.readUInt16("NFLOG attribute type")
        self.type = self.isLittleEndian ? type.byteSwapped : type
        value = try input.readBytes(size &- Self.headerSize, "NFLOG attribute")
        padding = try input.readBytes(min((4 &- size % 4) % 4, input.remaining), "NFLOG attribute padding")
    }

    /// Writes length, type, value and padding.
    public func serialize(into output: inout ByteWriter) {
        let kept = value.prefix(65531)
        let length = UInt16(truncatingIfNeeded: Self.headerSize + kept.count)
        output.writeUInt16(isLittleEndian ? length.byteSwapped : length)
        output.writeUInt16(isLittleEndian ? type.byteSwapped : type)
        output.writeBytes(kept)
        output.writeBytes(padding)
    }
}

extension LayerPrinter {
    /// The header with its attributes.
    ///
    /// - Parameter payload: The start of the packet, whose attribute is not shown; nil without one.
    func netfilterLog(
        _ bytes: Span<UInt8>, _ offset: Int, isLittleEndian: Bool, payload: Int?, _ region: Region
    ) {
        var input = reader(bytes, offset, region)
        guard let header = try? NFLogHeader(parsing: &input) else { return }
        var attributes: [FieldValue] = []
        while !input.isAtEnd, input.offset &+ NFLogAttribute.headerSize != payload,
            let attribute = try? NFLogAttribute(parsing: &input, isLittleEndian: isLittleEndian)
        {
            attributes.append(.object([.number("type", attribute.type), .hex("value", attribute.value)]))
        }
        append(
            offset, payload.map { $0 &- offset } ?? input.position,
            [
                .number("family", header.family), .number("resourceID", header.resourceID),
                FrameField("attributes", .list(attributes)),
            ])
    }
}

extension PacketWalk {
    func netfilterLog(_ start: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.layer = "nflog"
        guard has(NFLogHeader.size, .nflogHeader, start, region, &packet) else { return }
        packet.protocols.insert(.nflog)
        var offset = start &+ NFLogHeader.size
        var isLittleEndian: Bool?
        let size = attributes(&offset, &isLittleEndian, region, &packet)
        let payload = size.map { _ in offset &+ NFLogAttribute.headerSize }
        printer?.netfilterLog(bytes, start, isLittleEndian: isLittleEndian ?? false, payload: payload, region)
        guard let size, let payload else { return }
        // An empty packet ends where it begins.
        let content =
            size == NFLogAttribute.headerSize
            ? Region(end: payload, limit: .nflogAttributeLength)
            : bounded(
                size &- NFLogAttribute.headerSize, from: payload, by: .nflogAttributeLength, at: offset, region)
        family(LoopbackHeader(family: UInt32(bytes[start])), payload, content, &packet)
    }

    /// Goes over the attributes before the one that is the packet.
    ///
    /// - Returns: The length of that one, which may be more than there is; nil without it.
    private func attributes(
        _ offset: inout Int, _ isLittleEndian: inout Bool?, _ region: Region, _ packet: inout DissectedPacket
    ) -> Int? {
        while offset < region.end {
            guard has(NFLogAttribute.headerSize, .nflogAttribute, offset, region, &packet) else { return nil }
            let little =
                isLittleEndian
                ?? NFLogAttribute.isLittleEndian(
                    bytes[offset], bytes[offset &+ 1], available: region.end &- offset)
            isLittleEndian = little
            let length = little ? bytes.littleEndianUInt16(at: offset) : bytes.bigEndianUInt16(at: offset)
            let type = little ? bytes.littleEndianUInt16(at: offset &+ 2) : bytes.bigEndianUInt16(at: offset &+ 2)
            let size = Int(length)
            guard size >= NFLogAttribute.headerSize else {
                fail(size, .nflogAttributeLength, offset, region, &packet)
                return nil
            }
            if type & 0x3FFF == NFLogAttribute.payload { return size }
            guard has(size, .nflogAttribute, offset, region, &packet) else { return nil }
            offset &+= (size &+ 3) & ~3
        }
        return nil
    }
}
