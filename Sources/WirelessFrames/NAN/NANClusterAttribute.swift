import WireCoding

/// How much a device wants to be master (attribute 0), 2 bytes: preference, random factor.
public struct NANMasterIndication: NANAttributeBody {
    public static let id = NANAttributeID.masterIndication

    /// 0 for a device that must not be master, from 128 on for infrastructure.
    public var masterPreference: UInt8 = 0
    /// Decides among devices of the same preference; each device draws it anew from time to time.
    public var randomFactor: UInt8 = 0

    public init() {}

    /// The attribute of a preference and a random factor.
    public init(masterPreference: UInt8, randomFactor: UInt8) {
        self.masterPreference = masterPreference
        self.randomFactor = randomFactor
    }

    public static let fields: [FieldDescription<Self>] = [
        .size(2, "NAN master indication"),
        .field("masterPreference", \.masterPreference, .number, .integer("NAN master preference")),
        .field("randomFactor", \.randomFactor, .number, .integer("NAN random factor")),
    ]
}

/// The order of masters: by preference, then random factor, then address. On the wire a little-endian number, so the
/// address comes first.
public struct NANMasterRank: Hashable, Sendable {
    /// Compared first; see ``NANMasterIndication/masterPreference``.
    public var masterPreference: UInt8
    /// Compared where the preferences are the same.
    public var randomFactor: UInt8
    /// The device's address, compared last.
    public var address: LinkAddress

    /// The rank of a device.
    public init(masterPreference: UInt8, randomFactor: UInt8, address: LinkAddress) {
        self.masterPreference = masterPreference
        self.randomFactor = randomFactor
        self.address = address
    }

    /// The rank as the number that is compared. The last byte of the address weighs most among its six.
    public var rawValue: UInt64 {
        UInt64(masterPreference) << 56 | UInt64(randomFactor) << 48 | address.rawValue.byteSwapped >> 16
    }

    /// - Throws: `truncated` when fewer than 8 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(8, "NAN master rank")
        address = try input.readLinkAddress("NAN master address")
        randomFactor = try input.readUInt8("NAN random factor")
        masterPreference = try input.readUInt8("NAN master preference")
    }

    /// Writes 8 bytes: address, random factor, preference.
    public func serialize(into output: inout ByteWriter) { output.writeUInt64LittleEndian(rawValue) }
}

extension NANMasterRank: Comparable {
    public static func < (first: NANMasterRank, second: NANMasterRank) -> Bool { first.rawValue < second.rawValue }
}

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

    /// The rank of the device whose clock the cluster follows.
    public var anchorMasterRank = NANMasterRank(masterPreference: 0, randomFactor: 0, address: .zero)
    /// Hops to the anchor master, 0 for itself.
    public var hops: UInt8 = 0
    /// The lower half of the anchor master's clock when it sent its beacon, in microseconds.
    public var anchorMasterBeaconTransmitTime: UInt32 = 0

    public init() {}

    /// Reads the bytes without the table of fields, as analysis does for every beacon.
    ///
    /// - Throws: `truncated` when fewer than 13 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "NAN cluster")
        anchorMasterRank = try NANMasterRank(parsing: &input)
        hops = try input.readUInt8("NAN hops")
        anchorMasterBeaconTransmitTime = try input.readUInt32LittleEndian("NAN beacon transmit time")
    }
}

extension NANClusterAttribute {
    public static let fields: [FieldDescription<Self>] = [
        rankFields,
        .field("hops", \.hops, .number(in: .hops), .integer("NAN hops")),
        .field(
            "anchorMasterBeaconTransmitTime", \.anchorMasterBeaconTransmitTime, .number(in: .microseconds),
            .integer("NAN beacon transmit time")),
    ]

    /// The rank as its bytes, and its parts, of which those may be given instead.
    private static let rankFields = FieldDescription<Self>(
        names: [
            "anchorMasterRank", "anchorMasterAddress", "anchorMasterRandomFactor", "anchorMasterPreference",
        ],
        write: { cluster in
            let rank = cluster.anchorMasterRank
            return [
                FrameField("anchorMasterRank", .hex(ByteWriter.bytes(rank.serialize(into:)))),
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
        }, wire: FieldLayout(serialize: { $0.anchorMasterRank.serialize(into: &$1) }))
}
