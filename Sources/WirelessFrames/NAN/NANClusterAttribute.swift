import WireCoding

/// Whose clock a cluster follows (attribute 1), 13 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 8 | rank of the anchor master |
/// | 1 | hops to it |
/// | 4 | its beacon's transmit time, the lower half of its clock in microseconds, little-endian |
public struct NANClusterAttribute: Hashable, Sendable {
    /// Bytes of the body.
    public static let size = 13

    public var anchorMasterRank: NANMasterRank
    public var hops: UInt8
    public var anchorMasterBeaconTransmitTime: UInt32

    public init(anchorMasterRank: NANMasterRank, hops: UInt8, anchorMasterBeaconTransmitTime: UInt32) {
        self.anchorMasterRank = anchorMasterRank
        self.hops = hops
        self.anchorMasterBeaconTransmitTime = anchorMasterBeaconTransmitTime
    }

    /// - Throws: `truncated` when fewer than 13 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "NAN cluster")
        anchorMasterRank = try NANMasterRank(parsing: &input)
        hops = try input.readUInt8("NAN hops")
        anchorMasterBeaconTransmitTime = try input.readUInt32LittleEndian("NAN beacon transmit time")
    }

    public func serialize(into output: inout ByteWriter) {
        anchorMasterRank.serialize(into: &output)
        output.writeUInt8(hops)
        output.writeUInt32LittleEndian(anchorMasterBeaconTransmitTime)
    }
}
