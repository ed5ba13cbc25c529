import WireCoding

/// When and where a device can be reached (attribute 18).
///
/// | bytes | field |
/// |---|---|
/// | 1 | sequence ID, rises with each change |
/// | 2 | control, little-endian: bits 0 to 3 map ID, above them what changed |
/// | … | entries |
public struct NANAvailability: NANAttributeBody {
    public static let id = NANAttributeID.availability

    public var sequenceID: UInt8
    public var control: UInt16
    public var entries: [Entry]

    /// | bytes | field | where |
    /// |---|---|---|
    /// | 2 | bytes of what follows, little-endian | |
    /// | 2 | control, little-endian | |
    /// | … | ``NANTimeBitmap`` | control bit 12 |
    /// | … | ``NANBandChannelList`` | if bytes are left |
    public struct Entry: Hashable, Sendable {
        /// Bits 0 to 2 kind, 3 and 4 preference, 5 to 7 utilization, 8 to 11 streams that are received, 12 whether the
        /// time bitmap is there; one that is nil all the same is written as empty.
        public var control: UInt16
        public var timeBitmap: NANTimeBitmap?
        public var list: NANBandChannelList?
        /// The bytes after the known fields; written unchanged.
        public var rest: [UInt8]

        public init(
            control: UInt16, timeBitmap: NANTimeBitmap? = nil, list: NANBandChannelList? = nil, rest: [UInt8] = []
        ) {
            self.control = control
            self.timeBitmap = timeBitmap
            self.list = list
            self.rest = rest
        }

        /// 1 committed, 2 potential, 4 conditional.
        public var kind: UInt8 { UInt8(truncatingIfNeeded: control & 7) }
        /// 0 to 3, the more the better.
        public var preference: UInt8 { UInt8(truncatingIfNeeded: control >> 3 & 3) }
        /// In fifths, 7 if not known.
        public var utilization: UInt8 { UInt8(truncatingIfNeeded: control >> 5 & 7) }
        /// Spatial streams that are received.
        public var rxNSS: UInt8 { UInt8(truncatingIfNeeded: control >> 8 & 15) }
        public var hasTimeBitmap: Bool { control & 0x1000 != 0 }

        /// - Throws: `truncated` when a part is longer than what holds it.
        public init(parsing input: inout ByteReader) throws(WireError) {
            let length = Int(try input.readUInt16LittleEndian("NAN availability entry length"))
            var region = try input.subreader(
                length, "NAN availability entry", limit: "NAN availability entry length")
            control = try region.readUInt16LittleEndian("NAN availability entry control")
            if control & 0x1000 != 0 { timeBitmap = try NANTimeBitmap(parsing: &region) }
            if !region.isAtEnd { list = try NANBandChannelList(parsing: &region) }
            rest = region.readRemainingBytes()
        }

        /// The entry without its length.
        private var content: [UInt8] {
            var written = ByteWriter()
            written.writeUInt16LittleEndian(control)
            if hasTimeBitmap { (timeBitmap ?? NANTimeBitmap(control: 0, bitmap: [])).serialize(into: &written) }
            list?.serialize(into: &written)
            written.writeBytes(rest)
            return written.bytes
        }

        /// The number of bytes after the length field.
        public var length: Int { content.count }

        public func serialize(into output: inout ByteWriter) {
            let content = content.prefix(0xFFFF)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: content.count))
            output.writeBytes(content)
        }
    }

    public init(sequenceID: UInt8, control: UInt16, entries: [Entry]) {
        self.sequenceID = sequenceID
        self.control = control
        self.entries = entries
    }

    /// Which of the device's schedules this is.
    public var mapID: UInt8 { UInt8(truncatingIfNeeded: control & 15) }

    /// - Throws: `truncated` when a part is longer than what holds it.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(3, "NAN availability")
        sequenceID = try input.readUInt8("NAN availability sequence")
        control = try input.readUInt16LittleEndian("NAN availability control")
        entries = []
        while !input.isAtEnd { entries.append(try Entry(parsing: &input)) }
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(sequenceID)
        output.writeUInt16LittleEndian(control)
        for entry in entries { entry.serialize(into: &output) }
    }
}

extension NANAvailability {
    public static let blank = NANAvailability(sequenceID: 0, control: 0, entries: [])
    public static let fields: [FieldDescription<Self>] = [
        .field("sequenceID", \.sequenceID, .number),
        controlFields,
        .field("entries", \.entries, .list(.anyObject)),
    ]

    /// The control and the map ID in it, which may be given instead.
    private static let controlFields = FieldDescription<Self>(
        names: ["control", "mapID"],
        write: { [FrameField("control", .number($0.control)), FrameField("mapID", .number($0.mapID))] },
        read: { (object, availability) throws(FieldError) in
            let mapID: UInt16 = try object.number("mapID", maximum: 15) ?? 0
            availability.control = try object.number("control") ?? mapID
        },
        vary: { $1.control = $0.extremeNumber(UInt16.self) })
}

extension NANAvailability.Entry: DescribedElement {
    public static let blank = Self(control: 0)
    public static let fields: [FieldDescription<Self>] = [
        .derived("length") { .integer(Int64($0.length)) },
        controlFields,
        .optional("timeBitmap", \.timeBitmap, .anyObject),
        listFields,
        .unusual("rest", \.rest, .hex, usual: []),
    ]

    /// The control, and its parts, which may be given instead.
    private static let controlFields = FieldDescription<Self>(
        names: ["control", "type", "preference", "utilization", "rxNSS"],
        write: { entry in
            [
                FrameField("control", .number(entry.control)), FrameField("type", .number(entry.kind)),
                FrameField("preference", .number(entry.preference)),
                FrameField("utilization", .number(entry.utilization)), FrameField("rxNSS", .number(entry.rxNSS)),
            ]
        },
        read: { (object, entry) throws(FieldError) in
            let kind: UInt16 = try object.number("type", maximum: 7) ?? 1
            let preference: UInt16 = try object.number("preference", maximum: 3) ?? 0
            let utilization: UInt16 = try object.number("utilization", maximum: 7) ?? 7
            let rxNSS: UInt16 = try object.number("rxNSS", maximum: 15) ?? 1
            entry.control =
                try object.number("control") ?? kind | preference << 3 | utilization << 5 | rxNSS << 8
        },
        vary: { $1.control = $0.extremeNumber(UInt16.self) })

    private static let listFields = FieldDescription<Self>(
        names: ["listControl", "bandIDs", "channels"],
        write: { $0.list?.fieldValues ?? [] },
        read: { (object, entry) throws(FieldError) in entry.list = try NANBandChannelList(object) },
        vary: { $1.list = $0.chance(3, in: 4) ? NANBandChannelList.extreme(from: &$0) : nil })

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        // Without a list the first of these bytes would be one.
        if object == nil, list == nil { rest = [] }
        guard object?.has("control") != true else { return }
        control = control & ~0x1000 | (timeBitmap == nil ? 0 : 0x1000)
    }
}
