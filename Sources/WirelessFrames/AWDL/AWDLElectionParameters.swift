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
    public var flags: UInt8 = 0
    /// A number of the election, of unknown meaning.
    public var id: UInt16 = 0
    /// Hops to the master; 0 for the master itself.
    public var distance: UInt8 = 0
    /// The byte after the distance; always 0 so far.
    public var unknown: UInt8 = 0
    /// The master that the sender follows; its own address if it is the master.
    public var masterAddress = LinkAddress.zero
    /// The master's ``selfMetric``, as it has been passed on.
    public var masterMetric: UInt32 = 0
    /// The sender's strength as a candidate: in observed clusters the node with the highest metric was master. The rule
    /// is not published.
    public var selfMetric: UInt32 = 0
    /// The two bytes after the metrics; always 0 so far.
    public var reserved: UInt16 = 0
    /// Written where the flags are not 0, as zeros if nil.
    public var privateElection: PrivateElection?

    /// An election among some devices, beside that of all.
    public struct PrivateElection: Hashable, Sendable {
        /// The master of these devices.
        public var masterAddress = LinkAddress.zero
        /// The metric of the private master.
        public var masterMetric: UInt32 = 0
        /// A number of the private election, of unknown meaning; four bytes, unlike ``AWDLElectionParameters/id``.
        public var id: UInt32 = 0
        /// Hops to the private master.
        public var hopCount: UInt16 = 0

        public init() {}
    }

    public init() {}

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
        privateElection = try PrivateElection(parsing: &input)
    }
}

extension AWDLElectionParameters {
    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .number, .integer()),
        .field("id", \.id, .number, .integer()),
        .field("distance", \.distance, .number, .integer()),
        .bytes(\.unknown, .integer()),
        .required("masterAddress", \.masterAddress, .linkAddress, .address()),
        .field("masterMetric", \.masterMetric, .number, .integer()),
        .field("selfMetric", \.selfMetric, .number, .integer()),
        .bytes(\.reserved, .integer()),
        .optional("privateElection", \.privateElection, .object, .element, if: .where { $0.flags != 0 }),
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
    public static let fields: [FieldDescription<Self>] = [
        .size(16, "AWDL private election"),
        .required("masterAddress", \.masterAddress, .linkAddress, .address("AWDL private master address")),
        .field("masterMetric", \.masterMetric, .number, .integer("AWDL private master metric")),
        .field("id", \.id, .number, .integer("AWDL private election id")),
        .field("hopCount", \.hopCount, .number, .integer("AWDL private hop count")),
    ]
}

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

    /// Bytes of the fields.
    public static let size = 40

    /// The root of the tree.
    public var masterAddress = LinkAddress.zero
    /// Whom the sender takes its time from; itself at distance 0.
    public var parentAddress = LinkAddress.zero
    /// The master's ``selfCounter`` as it has been passed on.
    public var masterCounter: UInt32 = 0
    /// Hops to the master; 0 for the master itself.
    public var distance: UInt32 = 0
    /// The master's ``selfMetric``, as it has been passed on.
    public var masterMetric: UInt32 = 0
    /// The sender's strength as a candidate: in observed clusters the node with the highest metric was master. The rule
    /// is not published.
    public var selfMetric: UInt32 = 0
    /// The four bytes after the metrics; always 0 so far. Apple's systems are said to ignore a sender with another
    /// value in elections.
    public var unknown: UInt32 = 0
    /// The four bytes after ``unknown``; always 0 so far.
    public var reserved: UInt32 = 0
    /// How long the sender has been master, in units of 192 windows (3.1 s); does not change while it is not master.
    public var selfCounter: UInt32 = 0

    public init() {}

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
}

extension AWDLElectionParametersV2 {
    public static let fields: [FieldDescription<Self>] = [
        .required("masterAddress", \.masterAddress, .linkAddress, .address()),
        .required("parentAddress", \.parentAddress, .linkAddress, .address()),
        .field("masterCounter", \.masterCounter, .number, .integer()),
        .field("distance", \.distance, .number, .integer()),
        .field("masterMetric", \.masterMetric, .number, .integer()),
        .field("selfMetric", \.selfMetric, .number, .integer()),
        .bytes(\.unknown, .integer()),
        .bytes(\.reserved, .integer()),
        .field("selfCounter", \.selfCounter, .number, .integer()),
        .unusual("unknown", \.unknown, .number, usual: 0),
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]
}
