import WireCoding

/// The schedule that devices with data paths share (attribute 19): the cluster's ID in 6 bytes, control (bit 0 whether it
/// is the selected one), then ``NANScheduleEntry`` to the end.
public struct NANDataCluster: NANAttributeBody {
    public static let id = NANAttributeID.dataCluster

    /// Address 3 of data frames.
    public var ndcID: LinkAddress
    public var control: UInt8
    public var entries: [NANScheduleEntry]

    public init(ndcID: LinkAddress, control: UInt8, entries: [NANScheduleEntry]) {
        self.ndcID = ndcID
        self.control = control
        self.entries = entries
    }

    /// - Throws: `truncated` when a part is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        ndcID = try input.readLinkAddress("NAN data cluster ID")
        control = try input.readUInt8("NAN data cluster control")
        entries = []
        while !input.isAtEnd { entries.append(try NANScheduleEntry(parsing: &input)) }
    }

    public func serialize(into output: inout ByteWriter) {
        ndcID.serialize(into: &output)
        output.writeUInt8(control)
        for entry in entries { entry.serialize(into: &output) }
    }
}

extension NANDataCluster {
    public static let blank = NANDataCluster(ndcID: LinkAddress(rawValue: 0), control: 1, entries: [])
    public static let fields: [FieldDescription<Self>] = [
        .required("ndcID", \.ndcID, .linkAddress),
        .field("control", \.control, .number),
        .field("entries", \.entries, .list(.anyObject)),
    ]
}
