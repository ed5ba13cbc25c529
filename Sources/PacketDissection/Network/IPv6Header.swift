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

    public var trafficClass: UInt8
    /// Twenty bits are written.
    public var flowLabel: UInt32
    /// Bytes after this header, extension headers included; 0 for jumbograms (RFC 2675) and packets that were captured
    /// before segmentation offload.
    public var payloadLength: UInt16
    public var nextHeader: IPProtocol
    public var hopLimit: UInt8
    public var source: IPAddress
    public var destination: IPAddress

    /// - Parameters:
    ///   - source: An IPv6 address; one of IPv4 is written as `::a.b.c.d`.
    ///   - destination: An IPv6 address, like `source`.
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

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt32(6 << 28 | UInt32(trafficClass) << 20 | flowLabel & 0xF_FFFF)
        output.writeUInt16(payloadLength)
        output.writeUInt8(nextHeader.rawValue)
        output.writeUInt8(hopLimit)
        output.writeIPv6Address(source)
        output.writeIPv6Address(destination)
    }
}
