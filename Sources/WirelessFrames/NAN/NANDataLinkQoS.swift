import WireCoding

/// The requirements of a data link (attribute 21), 3 bytes: slots, latency (little-endian).
public struct NANDataLinkQoS: NANAttributeBody {
    public static let id = NANAttributeID.dataLinkQoS

    /// No limit of latency.
    public static let noLatencyLimit: UInt16 = 0xFFFF

    /// Time slots in each discovery window interval.
    public var minimumSlots: UInt8
    /// Slots of 16 time units between two that are used, ``noLatencyLimit`` for any.
    public var maximumLatency: UInt16

    public init(minimumSlots: UInt8, maximumLatency: UInt16) {
        self.minimumSlots = minimumSlots
        self.maximumLatency = maximumLatency
    }

    /// - Throws: `truncated` when fewer than 3 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(3, "NAN data link QoS")
        minimumSlots = try input.readUInt8("NAN minimum slots")
        maximumLatency = try input.readUInt16LittleEndian("NAN maximum latency")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(minimumSlots)
        output.writeUInt16LittleEndian(maximumLatency)
    }
}

extension NANDataLinkQoS {
    public static let blank = NANDataLinkQoS(minimumSlots: 0, maximumLatency: noLatencyLimit)
    public static let fields: [FieldDescription<Self>] = [
        .field("minimumSlots", \.minimumSlots, .number),
        .field("maximumLatency", \.maximumLatency, .number),
    ]
}
