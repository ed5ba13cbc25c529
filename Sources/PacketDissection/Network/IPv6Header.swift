import WireCoding

/// The header of an IPv6 packet (RFC 8200 §3).
///
/// ```
/// +-------+---------------+---------------------------------------+
/// |Version| Traffic Class |              Flow Label               |
/// +-------+---------------+-------+---------------+---------------+
/// |        Payload Length         |  Next Header  |   Hop Limit   |
/// +-------------------------------+---------------+---------------+
/// |                   Source Address, 16 bytes                    |
/// |                 Destination Address, 16 bytes                 |
/// ```
public struct IPv6Header: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 40

    /// Differentiated services in the upper six bits (RFC 2474), congestion notification in the lower two (RFC 3168).
    public var trafficClass: UInt8
    /// Twenty bits are written.
    public var flowLabel: UInt32
    /// Bytes after this header, extension headers included; 0 for jumbograms (RFC 2675) and packets that were captured
    /// before segmentation offload.
    public var payloadLength: UInt16
    /// The type of what follows this header: an extension header or the payload.
    public var nextHeader: IPProtocol
    /// The hops that are left.
    public var hopLimit: UInt8
    /// The sender: an IPv6 address; one of IPv4 is written as `::a.b.c.d`.
    public var source: IPAddress
    /// The receiver: an IPv6 address; one of IPv4 is written as `::a.b.c.d`.
    public var destination: IPAddress

    /// A header between two IPv6 addresses, with a hop limit of 64 unless it is given.
    public init(
        source: IPAddress, destination: IPAddress, nextHeader: IPProtocol, payloadLength: UInt16, hopLimit: UInt8 = 64,
        trafficClass: UInt8 = 0, flowLabel: UInt32 = 0
    ) {
        self.trafficClass = trafficClass
        self.flowLabel = flowLabel
        self.payloadLength = payloadLength
        self.nextHeader = nextHeader
        self.hopLimit = hopLimit
        self.source = source
        self.destination = destination
    }

    /// Reads the header, and leaves the payload.
    ///
    /// - Throws: `truncated` when fewer than 40 bytes are left, `invalidValue` for another version.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "IPv6 header")
        let start = input
        let first = try input.readUInt32("IPv6 version")
        guard first >> 28 == 6 else { throw start.error(.invalidValue(UInt64(first >> 28)), "IPv6 version") }
        trafficClass = UInt8(truncatingIfNeeded: first >> 20)
        flowLabel = first & 0xF_FFFF
        payloadLength = try input.readUInt16("IPv6 payload length")
        nextHeader = IPProtocol(rawValue: try input.readUInt8("IPv6 next header"))
        hopLimit = try input.readUInt8("IPv6 hop limit")
        source = try input.readIPv6Address("IPv6 source")
        destination = try input.readIPv6Address("IPv6 destination")
    }

    /// Writes the 40 bytes of the header.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt32(6 << 28 | UInt32(trafficClass) << 20 | flowLabel & 0xF_FFFF)
        output.writeUInt16(payloadLength)
        output.writeUInt8(nextHeader.rawValue)
        output.writeUInt8(hopLimit)
        output.writeIPv6Address(source)
        output.writeIPv6Address(destination)
    }
}

extension IPv6Header: ShownHeader {
    var shownFields: [FrameField] {
        [
            .text("source", source), .text("destination", destination),
            .code("nextHeader", nextHeader, IPProtocol.meaning),
            .number("payloadLength", payloadLength, .unit(.bytes)), .number("hopLimit", hopLimit, .unit(.hops)),
            .number("trafficClass", trafficClass), .number("flowLabel", flowLabel),
        ]
    }
}

extension PacketWalk {
    func ipv6(_ offset: Int, _ outer: Region, _ packet: inout DissectedPacket) {
        printer?.header(IPv6Header.self, "ipv6", bytes, offset, outer)
        guard has(IPv6Header.size, .ipv6Header, offset, outer, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 40)
        guard header[0] >> 4 == 6 else { return fail(Int(header[0] >> 4), .ipv6Version, offset, outer, &packet) }
        packet.protocols.insert(.ipv6)
        packet.networkStart = UInt16(clamping: offset)
        packet.isIPv6 = true
        (packet.sourceHigh, packet.sourceLow) = (header.bigEndianUInt64(at: 8), header.bigEndianUInt64(at: 16))
        packet.destinationHigh = header.bigEndianUInt64(at: 24)
        packet.destinationLow = header.bigEndianUInt64(at: 32)
        packet.ipProtocol = header[6]
        packet.hopLimit = header[7]
        let start = offset &+ IPv6Header.size
        let length = Int(header.bigEndianUInt16(at: 4))
        let region = bounded(length, from: start, by: .ipv6PayloadLength, at: offset &+ 4, outer)
        switch IPProtocol(rawValue: packet.ipProtocol) {
        case .tcp, .udp: transport(start, region, &packet)
        default:
            extensionHeaders(
                start, region, to: length == 0 ? region.end : start &+ length, mayBeJumbo: length == 0, &packet)
        }
    }
}
