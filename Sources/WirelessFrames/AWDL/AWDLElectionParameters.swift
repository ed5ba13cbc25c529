import WireCoding

/// Whom a sender follows, in the first version of the election: element 5. All numbers are little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 1, 2, 1, 1 | flags, id, distance to the master, unknown |
/// | 6, 4, 4, 2 | master, its metric, the sender's own metric, reserved |
/// | 6, 4, 4, 2 | private master, its metric, id, hop count; only where the flags are not 0 |
public struct AWDLElectionParameters: AWDLElement {
    public static let type = AWDLTLVType.electionParameters
    public static let name = "election parameters"

    /// Bytes without a private election.
    public static let fixedSize = 21

    /// Not 0 if ``privateElection`` is present.
    public var flags: UInt8
    public var id: UInt16
    /// Hops to the master; 0 for the master itself.
    public var distance: UInt8
    /// The byte after the distance; always 0 so far.
    public var unknown: UInt8
    public var masterAddress: LinkAddress
    public var masterMetric: UInt32
    public var selfMetric: UInt32
    public var reserved: UInt16
    /// Written where the flags are not 0, as zeros if nil.
    public var privateElection: PrivateElection?

    /// An election among some devices, beside that of all.
    public struct PrivateElection: Hashable, Sendable {
        public var masterAddress: LinkAddress
        public var masterMetric: UInt32
        public var id: UInt32
        public var hopCount: UInt16

        public init(masterAddress: LinkAddress, masterMetric: UInt32, id: UInt32, hopCount: UInt16) {
            self.masterAddress = masterAddress
            self.masterMetric = masterMetric
            self.id = id
            self.hopCount = hopCount
        }
    }

    public init(
        masterAddress: LinkAddress, distance: UInt8, masterMetric: UInt32, selfMetric: UInt32, id: UInt16 = 0,
        privateElection: PrivateElection? = nil
    ) {
        flags = privateElection == nil ? 0 : 1
        self.id = id
        self.distance = distance
        unknown = 0
        self.masterAddress = masterAddress
        self.masterMetric = masterMetric
        self.selfMetric = selfMetric
        reserved = 0
        self.privateElection = privateElection
    }

    /// - Throws: `truncated` where less is left, also of a private election that the flags announce.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.fixedSize, "AWDL election parameters")
        flags = try input.readUInt8("AWDL election flags")
        id = try input.readUInt16LittleEndian("AWDL election id")
        distance = try input.readUInt8("AWDL distance")
        unknown = try input.readUInt8("AWDL election parameters")
        masterAddress = try input.readLinkAddress("AWDL master address")
        masterMetric = try input.readUInt32LittleEndian("AWDL master metric")
        selfMetric = try input.readUInt32LittleEndian("AWDL self metric")
        reserved = try input.readUInt16LittleEndian("AWDL election parameters")
        guard flags != 0 else { return }
        try input.require(16, "AWDL private election")
        privateElection = PrivateElection(
            masterAddress: try input.readLinkAddress("AWDL private master address"),
            masterMetric: try input.readUInt32LittleEndian("AWDL private master metric"),
            id: try input.readUInt32LittleEndian("AWDL private election id"),
            hopCount: try input.readUInt16LittleEndian("AWDL private hop count"))
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(flags)
        output.writeUInt16LittleEndian(id)
        output.writeUInt8(distance)
        output.writeUInt8(unknown)
        masterAddress.serialize(into: &output)
        output.writeUInt32LittleEndian(masterMetric)
        output.writeUInt32LittleEndian(selfMetric)
        output.writeUInt16LittleEndian(reserved)
        guard flags != 0 else { return }
        (privateElection?.masterAddress ?? LinkAddress(rawValue: 0)).serialize(into: &output)
        output.writeUInt32LittleEndian(privateElection?.masterMetric ?? 0)
        output.writeUInt32LittleEndian(privateElection?.id ?? 0)
        output.writeUInt16LittleEndian(privateElection?.hopCount ?? 0)
    }
}

extension AWDLElectionParameters {
    public init() {
        self.init(
            masterAddress: .zero, distance: 0, masterMetric: 0, selfMetric: 0)
    }
    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .number),
        .field("id", \.id, .number),
        .field("distance", \.distance, .number),
        .required("masterAddress", \.masterAddress, .linkAddress),
        .field("masterMetric", \.masterMetric, .number),
        .field("selfMetric", \.selfMetric, .number),
        .optional("privateElection", \.privateElection, .object),
        .unusual("unknown", \.unknown, .number, usual: 0),
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        let implied: UInt8 = privateElection == nil ? 0 : 1
        guard let object, object.has("flags") else {
            if (flags != 0) != (privateElection != nil) { flags = implied }
            return
        }
        guard (flags != 0) == (privateElection != nil) else {
            throw object.error("flags", "must be 0 without privateElection, and another number with it")
        }
    }
}

extension AWDLElectionParameters.PrivateElection: DescribedElement {
    public init() { self.init(masterAddress: .zero, masterMetric: 0, id: 0, hopCount: 0) }
    public static let fields: [FieldDescription<Self>] = [
        .required("masterAddress", \.masterAddress, .linkAddress),
        .field("masterMetric", \.masterMetric, .number),
        .field("id", \.id, .number),
        .field("hopCount", \.hopCount, .number),
    ]
}
