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

    /// Rises by one with each change of the schedule.
    public var sequenceID: UInt8 = 0
    /// Bits 0 to 3 map ID; bits 4 to 7 what has changed: committed, potential, public availability, data cluster.
    public var control: UInt16 = 0
    /// The times and channels, each of a kind and preference of its own.
    public var entries: [Entry] = []

    /// | bytes | field | where |
    /// |---|---|---|
    /// | 2 | bytes of what follows, little-endian | |
    /// | 2 | control, little-endian | |
    /// | … | ``NANTimeBitmap`` | control bit 12 |
    /// | … | ``NANBandChannelList`` | if bytes are left |
    ///
    /// The length belongs to the list of entries: an entry by itself begins with its control.
    public struct Entry: Hashable, DescribedElement {
        /// Bits 0 to 2 kind, 3 and 4 preference, 5 to 7 utilization, 8 to 11 streams that are received, 12 whether the
        /// time bitmap is there; one that is nil all the same is written as empty.
        public var control: UInt16 = 0
        /// The times for which the entry holds; nil without bit 12 of the control, which means always.
        public var timeBitmap: NANTimeBitmap?
        /// The bands or channels of the device at these times; nil if no bytes are left for them.
        public var list: NANBandChannelList?
        /// The bytes after the known fields; written unchanged.
        public var rest: [UInt8] = []

        public init() {}

        /// 1 committed, 2 potential, 4 conditional.
        public var kind: UInt8 { UInt8(truncatingIfNeeded: control & 7) }
        /// 0 to 3, the more the better.
        public var preference: UInt8 { UInt8(truncatingIfNeeded: control >> 3 & 3) }
        /// In fifths, 7 if not known.
        public var utilization: UInt8 { UInt8(truncatingIfNeeded: control >> 5 & 7) }
        /// Spatial streams that are received.
        public var rxNSS: UInt8 { UInt8(truncatingIfNeeded: control >> 8 & 15) }

        /// The number of bytes after the length field.
        public var length: Int { ByteWriter.bytes(serialize(into:)).count }
    }

    public init() {}

    /// Which of the device's schedules this is.
    public var mapID: UInt8 { UInt8(truncatingIfNeeded: control & 15) }
}

extension NANAvailability {
    public static let fields: [FieldDescription<Self>] = [
        .size(3, "NAN availability"),
        .field("sequenceID", \.sequenceID, .number, .integer("NAN availability sequence")),
        controlFields,
        .field(
            "entries", \.entries, .list(.anyObject),
            .list(
                of: .counted(
                    by: UInt16.self, "NAN availability entry length", "NAN availability entry", .element))),
    ]

    /// The control and the map ID in it, which may be given instead.
    private static let controlFields = FieldDescription<Self>(
        names: ["control", "mapID"],
        write: { [FrameField("control", .number($0.control)), FrameField("mapID", .number($0.mapID))] },
        read: { (object, availability) throws(FieldError) in
            let mapID: UInt16 = try object.number("mapID", maximum: 15) ?? 0
            availability.control = try object.number("control") ?? mapID
        },
        vary: { $1.control = $0.extremeNumber(UInt16.self) },
        wire: FieldLayout(\.control, .integer("NAN availability control")))
}

extension NANAvailability.Entry {
    public static let fields: [FieldDescription<Self>] = [
        .derived("length") { .integer(Int64($0.length)) },
        controlFields,
        .optional(
            "timeBitmap", \.timeBitmap, .anyObject, .element(blank: NANTimeBitmap(control: 0, bitmap: [])),
            if: .bits(0x1000, of: "control", \.control)),
        listFields,
        .unusual("rest", \.rest, .hex, usual: [], .rest),
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
        vary: { $1.control = $0.extremeNumber(UInt16.self) },
        wire: FieldLayout(\.control, .integer("NAN availability entry control")))

    private static let listFields = FieldDescription<Self>(
        names: ["listControl", "bandIDs", "channels"],
        write: { $0.list?.fieldValues ?? [] },
        read: { (object, entry) throws(FieldError) in entry.list = try NANBandChannelList(object) },
        vary: { $1.list = $0.chance(3, in: 4) ? NANBandChannelList.extreme(from: &$0) : nil },
        wire: FieldLayout(\.list, .element(blank: NANBandChannelList(bands: [])), if: .ifAnyLeft))

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        // Without a list the first of these bytes would be one.
        if object == nil, list == nil { rest = [] }
    }
}
