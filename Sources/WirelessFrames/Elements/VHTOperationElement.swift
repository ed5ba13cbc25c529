import WireCoding

/// How a network uses 802.11ac (IEEE 802.11 §9.4.2.158), 5 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | channel width: 0 20 or 40 MHz as by 802.11n, 1 80 MHz and wider, 2 160 MHz, 3 80+80 MHz |
/// | 1, 1 | channel numbers of the centres of the first and of the second segment |
/// | 2 | basic MCS map, little-endian |
public struct VHTOperationElement: Hashable, Sendable {
    /// Bytes of the element's body.
    public static let size = 5

    public var channelWidth: UInt8
    public var centerSegment0: UInt8
    public var centerSegment1: UInt8
    public var basicMCSMap: UInt16

    public init(channelWidth: UInt8, centerSegment0: UInt8, centerSegment1: UInt8 = 0, basicMCSMap: UInt16) {
        self.channelWidth = channelWidth
        self.centerSegment0 = centerSegment0
        self.centerSegment1 = centerSegment1
        self.basicMCSMap = basicMCSMap
    }

    /// - Throws: `truncated` when fewer than 5 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "VHT operation")
        channelWidth = try input.readUInt8("VHT channel width")
        centerSegment0 = try input.readUInt8("VHT channel center")
        centerSegment1 = try input.readUInt8("VHT channel center")
        basicMCSMap = try input.readUInt16LittleEndian("basic VHT-MCS map")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(channelWidth)
        output.writeUInt8(centerSegment0)
        output.writeUInt8(centerSegment1)
        output.writeUInt16LittleEndian(basicMCSMap)
    }
}
