import WireCoding

/// Whom a sender follows, in the second version of the election: element 24. All numbers are little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 6, 6 | master, parent |
/// | 4, 4, 4, 4 | master's counter, distance to it, its metric, the sender's own metric |
/// | 4, 4, 4 | unknown, reserved, the sender's own counter |
public struct AWDLElectionParametersV2: AWDLElement {
    public static let type = AWDLTLVType.electionParametersV2
    public static let name = "election parameters v2"

    public static let size = 40

    /// The root of the tree.
    public var masterAddress: LinkAddress
    /// Whom the sender takes its time from; itself at distance 0.
    public var parentAddress: LinkAddress
    /// The master's ``selfCounter`` as it has been passed on.
    public var masterCounter: UInt32
    /// Hops to the master; 0 for the master itself.
    public var distance: UInt32
    public var masterMetric: UInt32
    public var selfMetric: UInt32
    public var unknown: UInt32
    public var reserved: UInt32
    /// How long the sender has been master, in units of 192 windows (3.1 s); does not change while it is not master.
    public var selfCounter: UInt32

    public init(
        masterAddress: LinkAddress, parentAddress: LinkAddress, distance: UInt32, masterMetric: UInt32,
        masterCounter: UInt32, selfMetric: UInt32, selfCounter: UInt32, unknown: UInt32 = 0, reserved: UInt32 = 0
    ) {
        self.masterAddress = masterAddress
        self.parentAddress = parentAddress
        self.masterCounter = masterCounter
        self.distance = distance
        self.masterMetric = masterMetric
        self.selfMetric = selfMetric
        self.unknown = unknown
        self.reserved = reserved
        self.selfCounter = selfCounter
    }

    /// - Throws: `truncated` where fewer than 40 bytes are left.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "AWDL election parameters v2")
        masterAddress = try input.readLinkAddress("AWDL master address")
        parentAddress = try input.readLinkAddress("AWDL parent address")
        masterCounter = try input.readUInt32LittleEndian("AWDL master counter")
        distance = try input.readUInt32LittleEndian("AWDL distance")
        masterMetric = try input.readUInt32LittleEndian("AWDL master metric")
        selfMetric = try input.readUInt32LittleEndian("AWDL self metric")
        unknown = try input.readUInt32LittleEndian("AWDL election parameters v2")
        reserved = try input.readUInt32LittleEndian("AWDL election parameters v2")
        selfCounter = try input.readUInt32LittleEndian("AWDL self counter")
    }

    public func serialize(into output: inout ByteWriter) {
        masterAddress.serialize(into: &output)
        parentAddress.serialize(into: &output)
        output.writeUInt32LittleEndian(masterCounter)
        output.writeUInt32LittleEndian(distance)
        output.writeUInt32LittleEndian(masterMetric)
        output.writeUInt32LittleEndian(selfMetric)
        output.writeUInt32LittleEndian(unknown)
        output.writeUInt32LittleEndian(reserved)
        output.writeUInt32LittleEndian(selfCounter)
    }
}

extension AWDLElectionParametersV2 {
    public init() {
        self.init(
            masterAddress: .zero, parentAddress: .zero, distance: 0, masterMetric: 0,
            masterCounter: 0, selfMetric: 0, selfCounter: 0)
    }
    public static let fields: [FieldDescription<Self>] = [
        .required("masterAddress", \.masterAddress, .linkAddress),
        .required("parentAddress", \.parentAddress, .linkAddress),
        .field("masterCounter", \.masterCounter, .number),
        .field("distance", \.distance, .number),
        .field("masterMetric", \.masterMetric, .number),
        .field("selfMetric", \.selfMetric, .number),
        .field("selfCounter", \.selfCounter, .number),
        .unusual("unknown", \.unknown, .number, usual: 0),
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]
}
