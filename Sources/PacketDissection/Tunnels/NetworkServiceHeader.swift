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
    public var versionAndTTL: UInt16 = 63
    /// Unassigned bits and MD type, one byte.
    public var metadataType: UInt8 = 2
    /// 1 IPv4, 2 IPv6, 3 Ethernet, 4 another network service header, 5 MPLS.
    public var nextProtocol: UInt8 = 1
    /// The service path identifier in the upper 24 bits, the service index in the lowest eight.
    public var servicePath: UInt32 = 0
    /// A multiple of four bytes, at most 244; zeros are written up to the multiple.
    public var context: [UInt8] = []

    /// The fields before the context, with the length of the whole in words of four bytes.
    public static let layout = HeaderLayout<Self>(
        "NSH header", .part(\.versionAndTTL, bits: 10), .derived(bits: 6) { UInt64($0.contextWords + 2) },
        .part(\.metadataType, "metadataType"), .part(\.nextProtocol, "nextProtocol"),
        .part(\.servicePath, "servicePath"))

    public init() {}

    /// Reads the header with its context, and leaves the payload.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a length below 8 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        let size = Int(start.input[start.position &+ 1] & 63) * 4
        guard size >= Self.minimumSize else { throw start.error(.invalidValue(UInt64(size)), "NSH length") }
        try start.require(size, "NSH header")
        context = try input.readBytes(size &- Self.minimumSize, "NSH context")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        output.writeFixed(context, contextWords * 4)
    }

    /// The length of the context as it is written.
    private var contextWords: Int { min((context.count + 3) / 4, 61) }
}

extension NetworkServiceHeader: LaidOutHeader, ShownHeader {
    var shownFields: [FrameField] { namedFields + [.hex("context", context)] }
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
