import WireCoding

/// The source of a cluster's clock (attribute 1), 13 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 8 | rank of the anchor master |
/// | 1 | hops to it |
/// | 4 | its beacon's transmit time, the lower half of its clock in microseconds, little-endian |
public struct NANClusterAttribute: NANAttributeBody {
    public static let id = NANAttributeID.cluster

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

extension NANClusterAttribute {
    public static let blank = NANClusterAttribute(
        anchorMasterRank: NANMasterRank(masterPreference: 0, randomFactor: 0, address: LinkAddress(rawValue: 0)),
        hops: 0,
        anchorMasterBeaconTransmitTime: 0)
    public static let fields: [FieldDescription<Self>] = [
        rankFields,
        .field("hops", \.hops, .number),
        .field("anchorMasterBeaconTransmitTime", \.anchorMasterBeaconTransmitTime, .number),
    ]

    /// The rank as its bytes, and its parts, of which those may be given instead.
    private static let rankFields = FieldDescription<Self>(
        names: [
            "anchorMasterRank", "anchorMasterAddress", "anchorMasterRandomFactor", "anchorMasterPreference",
        ],
        write: { cluster in
            let rank = cluster.anchorMasterRank
            var written = ByteWriter()
            rank.serialize(into: &written)
            return [
                FrameField("anchorMasterRank", .hex(written.bytes)),
                FrameField("anchorMasterAddress", .text(rank.address.description)),
                FrameField("anchorMasterRandomFactor", .number(rank.randomFactor)),
                FrameField("anchorMasterPreference", .number(rank.masterPreference)),
            ]
        },
        read: { (object, cluster) throws(FieldError) in
            if let bytes = try object.value("anchorMasterRank", .hex(count: 8)) {
                cluster.anchorMasterRank = NANMasterRank(
                    masterPreference: bytes[7], randomFactor: bytes[6],
                    address: LinkAddress(rawValue: bytes.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }))
            } else {
                cluster.anchorMasterRank = NANMasterRank(
                    masterPreference: try object.number("anchorMasterPreference") ?? 0,
                    randomFactor: try object.number("anchorMasterRandomFactor") ?? 0,
                    address: try object.required(
                        object.value("anchorMasterAddress", .linkAddress), "anchorMasterAddress"))
            }
        },
        vary: { source, cluster in
            cluster.anchorMasterRank = NANMasterRank(
                masterPreference: source.extremeNumber(UInt8.self), randomFactor: source.extremeNumber(UInt8.self),
                address: LinkAddress(rawValue: source.next()))
        })
}
