import WireCoding

/// When a sender's availability windows are, and where it listens in them: element 4. All numbers are little-endian.
/// Lengths of time are in time units of 1024 µs.
///
/// | bytes | field |
/// |---|---|
/// | 1, 2, 1, 1 | next channel, time to the next slot, master channel, guard time |
/// | 2, 2, 2 | window period, action frame period, flags |
/// | 2, 2, 2 | extension length, common length, remaining length of the window |
/// | 1, 1, 1, 1 | least extension count; most for multicast, unicast, action frames |
/// | 6, 1, 1 | master, presence mode, reserved |
/// | 2, 2 | window sequence number, alignment to the access point's beacons |
/// | | ``AWDLChannelSequence`` |
///
/// The two bytes that follow belong to the element; they mean something unknown where bit 11 of the flags is clear.
public struct AWDLSynchronizationParameters: AWDLElement {
    public static let type = AWDLTLVType.synchronizationParameters
    public static let name = "synchronization parameters"
    public static let padding: [UInt8] = [0, 0]

    /// Bytes before the channel sequence.
    public static let fixedSize = 33

    /// The channel of the next window.
    public var nextChannel: UInt8 = 0
    /// Time units until the next slot, 1 to 64.
    public var txCounter: UInt16 = 0
    /// A channel number, by its name the master's. Some senders give it in ``nextChannel`` too while they are absent in
    /// the next slot.
    public var masterChannel: UInt8 = 0
    /// Guard time at the edges of a window; 0 in known frames.
    public var guardTime: UInt8 = 0
    /// From window to window, 16.
    public var awPeriod: UInt16 = 16
    /// Between periodic synchronization frames, 110.
    public var actionFramePeriod: UInt16 = 110
    /// Bit 11 is clear where the two bytes after the channel sequence are not 0; the other bits are not known. 0x1800
    /// and 0x1000 have been seen.
    public var flags: UInt16 = 0x1800
    /// The length of an extension window, 16.
    public var awExtensionLength: UInt16 = 16
    /// The part of a window that all nodes attend, by its name; 16, which is the whole.
    public var awCommonLength: UInt16 = 16
    /// Time that is left of the first window of the current slot, 0 after that window.
    public var remainingAWLength: UInt16 = 0
    /// The minimum number of windows by which a window is extended, 3: with it they are a slot.
    public var minimumExtensionCount: UInt8 = 3
    /// The maximum number of extension windows for multicast frames, 3.
    public var maxExtensionMulticast: UInt8 = 3
    /// The maximum number of extension windows for unicast frames, 3.
    public var maxExtensionUnicast: UInt8 = 3
    /// The maximum number of extension windows for action frames, 3.
    public var maxExtensionActionFrame: UInt8 = 3
    /// Whom the sender takes for the master.
    public var masterAddress = LinkAddress.zero
    /// Windows for each slot, 4.
    public var presenceMode: UInt8 = 4
    /// The byte after the presence mode; always 0 so far.
    public var reserved: UInt8 = 0
    /// Counts windows, not slots.
    public var awSequenceNumber: UInt16 = 0
    /// The position relative to the access point's beacons, by its name; the unit is not known. Mostly 0, or about
    /// ``awSequenceNumber``.
    public var apBeaconAlignmentDelta: UInt16 = 0
    /// The sender's channel in each slot: the same channels as in element 18, often in another encoding.
    public var channelSequence: AWDLChannelSequence

    /// The window parameters that all known senders announce.
    public init() { channelSequence = AWDLChannelSequence() }

    /// - Throws: `truncated` where less is left, and what ``AWDLChannelSequence`` throws.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.fixedSize, "AWDL synchronization parameters")
        nextChannel = try input.readUInt8("AWDL next channel")
        txCounter = try input.readUInt16LittleEndian("AWDL tx counter")
        masterChannel = try input.readUInt8("AWDL master channel")
        guardTime = try input.readUInt8("AWDL guard time")
        awPeriod = try input.readUInt16LittleEndian("AWDL AW period")
        actionFramePeriod = try input.readUInt16LittleEndian("AWDL action frame period")
        flags = try input.readUInt16LittleEndian("AWDL flags")
        awExtensionLength = try input.readUInt16LittleEndian("AWDL AW extension length")
        awCommonLength = try input.readUInt16LittleEndian("AWDL AW common length")
        remainingAWLength = try input.readUInt16LittleEndian("AWDL remaining AW length")
        minimumExtensionCount = try input.readUInt8("AWDL extension count")
        maxExtensionMulticast = try input.readUInt8("AWDL extension count")
        maxExtensionUnicast = try input.readUInt8("AWDL extension count")
        maxExtensionActionFrame = try input.readUInt8("AWDL extension count")
        masterAddress = try input.readLinkAddress("AWDL master address")
        presenceMode = try input.readUInt8("AWDL presence mode")
        reserved = try input.readUInt8("AWDL reserved byte")
        awSequenceNumber = try input.readUInt16LittleEndian("AWDL AW sequence number")
        apBeaconAlignmentDelta = try input.readUInt16LittleEndian("AWDL beacon alignment")
        channelSequence = try AWDLChannelSequence(parsing: &input)
    }
}

extension AWDLSynchronizationParameters {
    public static let fields: [FieldDescription<Self>] = [
        .field("nextChannel", \.nextChannel, .number, .integer()),
        .field("txCounter", \.txCounter, .number(in: .timeUnits), .integer()),
        .field("masterChannel", \.masterChannel, .number, .integer()),
        .field("guardTime", \.guardTime, .number(in: .timeUnits), .integer()),
        .field("awPeriod", \.awPeriod, .number(in: .timeUnits), .integer()),
        .field("actionFramePeriod", \.actionFramePeriod, .number(in: .timeUnits), .integer()),
        .field("flags", \.flags, .number, .integer()),
        .field("awExtensionLength", \.awExtensionLength, .number(in: .timeUnits), .integer()),
        .field("awCommonLength", \.awCommonLength, .number(in: .timeUnits), .integer()),
        .field("remainingAWLength", \.remainingAWLength, .number(in: .timeUnits), .integer()),
        .field("minimumExtensionCount", \.minimumExtensionCount, .number, .integer()),
        .field("maxExtensionMulticast", \.maxExtensionMulticast, .number, .integer()),
        .field("maxExtensionUnicast", \.maxExtensionUnicast, .number, .integer()),
        .field("maxExtensionActionFrame", \.maxExtensionActionFrame, .number, .integer()),
        .required("masterAddress", \.masterAddress, .linkAddress, .address()),
        .field("presenceMode", \.presenceMode, .number, .integer()),
        .bytes(\.reserved, .integer()),
        .field("awSequenceNumber", \.awSequenceNumber, .number, .integer()),
        .field("apBeaconAlignmentDelta", \.apBeaconAlignmentDelta, .number, .integer()),
        .required("channelSequence", \.channelSequence, .object, .element),
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        if let object, !object.has("nextChannel") { nextChannel = masterChannel }
    }
}

/// The nodes from the master down to the sender: element 20, a row of addresses to its end. Senders are known to end it
/// with an address of zeros; fewer than six bytes may be left after the last one.
public struct AWDLSynchronizationTree: AWDLElement {
    public static let type = AWDLTLVType.synchronizationTree
    public static let name = "synchronization tree"

    /// The master first.
    public var addresses: [LinkAddress]

    /// The element of these addresses, the master first.
    public init(_ addresses: [LinkAddress]) { self.addresses = addresses }

    /// The first address of the element's value, without reading the others; nil if there is none.
    package static func root(of value: ByteReader) -> LinkAddress? {
        var input = value
        return try? input.readLinkAddress("AWDL synchronization tree")
    }
}

extension AWDLSynchronizationTree {
    public init() { self.init([]) }
    public static let fields: [FieldDescription<Self>] = [
        .field("addresses", \.addresses, .list(.linkAddress), .list(of: .address(), size: 6))
    ]
}
