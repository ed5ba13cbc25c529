import WireCoding

/// When a map holds, in data clusters (attribute 19) and data links (attribute 20): map ID, then ``NANTimeBitmap``.
public struct NANScheduleEntry: Hashable, Sendable {
    public var mapID: UInt8
    public var timeBitmap: NANTimeBitmap

    public init(mapID: UInt8, timeBitmap: NANTimeBitmap) {
        self.mapID = mapID
        self.timeBitmap = timeBitmap
    }

    /// - Throws: `truncated` when the entry is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        mapID = try input.readUInt8("NAN map ID")
        timeBitmap = try NANTimeBitmap(parsing: &input)
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(mapID)
        timeBitmap.serialize(into: &output)
    }
}

extension NANScheduleEntry: DescribedElement {
    public static let blank = NANScheduleEntry(mapID: 0, timeBitmap: .blank)
    public static let fields: [FieldDescription<Self>] = [
        .field("mapID", \.mapID, .number),
        .part(\.timeBitmap),
    ]
}
