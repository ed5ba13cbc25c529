import WireCoding

/// The Network Service Header of service function chains (RFC 8300 §2).
///
/// ```
/// +---+-+-+-----------+-----------+-------+-------+---------------+
/// |Ver|O|U|    TTL    |  Length   |U U U U|MD Type| Next Protocol |
/// +---+-+-+-----------+-----------+-------+-------+---------------+
/// |          Service Path Identifier              | Service Index |
/// |                Context headers, by MD Type                    |
/// ```
public struct NetworkServiceHeader: Hashable, Sendable {
    /// Bytes of base and service path header.
    public static let minimumSize = 8

    /// Version, O, U and TTL: the upper ten bits of the base header.
    public var versionAndTTL: UInt16
    /// Unassigned bits and MD type, one byte.
    public var metadataType: UInt8
    /// 1 IPv4, 2 IPv6, 3 Ethernet, 4 another network service header, 5 MPLS.
    public var nextProtocol: UInt8
    public var servicePath: UInt32
    /// A multiple of four bytes, at most 244; zeros are written up to the multiple.
    public var context: [UInt8]

    public init(
        versionAndTTL: UInt16 = 63, metadataType: UInt8 = 2, nextProtocol: UInt8, servicePath: UInt32,
        context: [UInt8] = []
    ) {
        self.versionAndTTL = versionAndTTL
        self.metadataType = metadataType
        self.nextProtocol = nextProtocol
        self.servicePath = servicePath
        self.context = context
    }

    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a length below 8 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "NSH header")
        let start = input
        let first = try input.readUInt16("NSH base header")
        versionAndTTL = first >> 6
        let size = Int(first & 63) * 4
        metadataType = try input.readUInt8("NSH metadata type")
        nextProtocol = try input.readUInt8("NSH next protocol")
        servicePath = try input.readUInt32("NSH service path")
        guard size >= Self.minimumSize else { throw start.error(.invalidValue(UInt64(size)), "NSH length") }
        try start.require(size, "NSH header")
        context = try input.readBytes(size &- Self.minimumSize, "NSH context")
    }

    public func serialize(into output: inout ByteWriter) {
        let kept = context.prefix(244)
        let words = (kept.count + 3) / 4
        output.writeUInt16(versionAndTTL << 6 | UInt16(truncatingIfNeeded: words + 2))
        output.writeUInt8(metadataType)
        output.writeUInt8(nextProtocol)
        output.writeUInt32(servicePath)
        output.writeFixed(kept, words * 4)
    }
}

extension NetworkServiceHeader: ShownHeader {
    var shownFields: [FrameField] {
        [
            .number("metadataType", metadataType), .number("nextProtocol", nextProtocol),
            .number("servicePath", servicePath), .hex("context", context),
        ]
    }
}

extension PacketWalk {
    func networkService(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(NetworkServiceHeader.self, "nsh", bytes, offset, region)
        guard has(NetworkServiceHeader.minimumSize, .nshHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.nsh)
        let size = Int(bytes[offset &+ 1] & 63) &* 4
        guard hasAll(size, NetworkServiceHeader.minimumSize, .nshHeader, .nshLength, offset, region, &packet)
        else { return }
        let start = offset &+ size
        switch bytes[offset &+ 3] {
        case 1: ipv4(start, region, &packet)
        case 2: ipv6(start, region, &packet)
        case 3: innerEthernet(start, region, &packet)
        case 5: mpls(start, region, &packet)
        case let next: packet.stop = .unknownLinkProtocol(LinkProtocol(.networkService, UInt16(next)))
        }
    }
}
