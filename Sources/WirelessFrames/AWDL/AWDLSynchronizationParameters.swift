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
    public var nextChannel: UInt8
    /// Time units until the next slot, 1 to 64.
    public var txCounter: UInt16
    public var masterChannel: UInt8
    public var guardTime: UInt8
    /// From window to window, 16.
    public var awPeriod: UInt16
    /// Between periodic synchronization frames, 110.
    public var actionFramePeriod: UInt16
    public var flags: UInt16
    public var awExtensionLength: UInt16
    public var awCommonLength: UInt16
    public var remainingAWLength: UInt16
    public var minimumExtensionCount: UInt8
    public var maxExtensionMulticast: UInt8
    public var maxExtensionUnicast: UInt8
    public var maxExtensionActionFrame: UInt8
    /// Whom the sender takes for the master.
    public var masterAddress: LinkAddress
    /// Windows for each slot, 4.
    public var presenceMode: UInt8
    public var reserved: UInt8
    /// Counts windows, not slots.
    public var awSequenceNumber: UInt16
    public var apBeaconAlignmentDelta: UInt16
    public var channelSequence: AWDLChannelSequence

    /// The window parameters that all known senders announce, with the given times, master and channels.
    public init(
        masterAddress: LinkAddress, masterChannel: UInt8, txCounter: UInt16, awSequenceNumber: UInt16,
        channelSequence: AWDLChannelSequence
    ) {
        nextChannel = masterChannel
        self.txCounter = txCounter
        self.masterChannel = masterChannel
        guardTime = 0
        awPeriod = 16
        actionFramePeriod = 110
        flags = 0x1800
        awExtensionLength = 16
        awCommonLength = 16
        remainingAWLength = 0
        minimumExtensionCount = 3
        maxExtensionMulticast = 3
        maxExtensionUnicast = 3
        maxExtensionActionFrame = 3
        self.masterAddress = masterAddress
        presenceMode = 4
        reserved = 0
        self.awSequenceNumber = awSequenceNumber
        apBeaconAlignmentDelta = 0
        self.channelSequence = channelSequence
    }

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

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(nextChannel)
        output.writeUInt16LittleEndian(txCounter)
        output.writeUInt8(masterChannel)
        output.writeUInt8(guardTime)
        output.writeUInt16LittleEndian(awPeriod)
        output.writeUInt16LittleEndian(actionFramePeriod)
        output.writeUInt16LittleEndian(flags)
        output.writeUInt16LittleEndian(awExtensionLength)
        output.writeUInt16LittleEndian(awCommonLength)
        output.writeUInt16LittleEndian(remainingAWLength)
        output.writeUInt8(minimumExtensionCount)
        output.writeUInt8(maxExtensionMulticast)
        output.writeUInt8(maxExtensionUnicast)
        output.writeUInt8(maxExtensionActionFrame)
        masterAddress.serialize(into: &output)
        output.writeUInt8(presenceMode)
        output.writeUInt8(reserved)
        output.writeUInt16LittleEndian(awSequenceNumber)
        output.writeUInt16LittleEndian(apBeaconAlignmentDelta)
        channelSequence.serialize(into: &output)
    }
}

extension AWDLSynchronizationParameters {
    public init() {
        self.init(
            masterAddress: .zero, masterChannel: 0, txCounter: 0, awSequenceNumber: 0,
            channelSequence: AWDLChannelSequence())
    }
    public static let fields: [FieldDescription<Self>] = [
        .field("nextChannel", \.nextChannel, .number),
        .field("txCounter", \.txCounter, .number),
        .field("masterChannel", \.masterChannel, .number),
        .field("guardTime", \.guardTime, .number),
        .field("awPeriod", \.awPeriod, .number),
        .field("actionFramePeriod", \.actionFramePeriod, .number),
        .field("flags", \.flags, .number),
        .field("awExtensionLength", \.awExtensionLength, .number),
        .field("awCommonLength", \.awCommonLength, .number),
        .field("remainingAWLength", \.remainingAWLength, .number),
        .field("minimumExtensionCount", \.minimumExtensionCount, .number),
        .field("maxExtensionMulticast", \.maxExtensionMulticast, .number),
        .field("maxExtensionUnicast", \.maxExtensionUnicast, .number),
        .field("maxExtensionActionFrame", \.maxExtensionActionFrame, .number),
        .required("masterAddress", \.masterAddress, .linkAddress),
        .field("presenceMode", \.presenceMode, .number),
        .field("awSequenceNumber", \.awSequenceNumber, .number),
        .field("apBeaconAlignmentDelta", \.apBeaconAlignmentDelta, .number),
        .required("channelSequence", \.channelSequence, .object),
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        if let object, !object.has("nextChannel") { nextChannel = masterChannel }
    }
}
