import WireCoding

/// The schedule that devices with data paths share (attribute 19): the cluster's ID in 6 bytes, control (bit 0 whether it
/// is the selected one), then ``NANScheduleEntry`` to the end.
public struct NANDataCluster: NANAttributeBody {
    public static let id = NANAttributeID.dataCluster

    /// Address 3 of data frames.
    public var ndcID = LinkAddress.zero
    /// Bit 0: whether this is the selected cluster.
    public var control: UInt8 = 1
    /// The times at which the members are available, map by map.
    public var entries: [NANScheduleEntry] = []

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .required("ndcID", \.ndcID, .linkAddress, .address("NAN data cluster ID")),
        .field("control", \.control, .number, .integer("NAN data cluster control")),
        .field("entries", \.entries, .list(.anyObject), .list(of: .element)),
    ]
}

/// When a map holds, in data clusters (attribute 19) and data links (attribute 20): map ID, then ``NANTimeBitmap``.
public struct NANScheduleEntry: Hashable, DescribedElement {
    /// The map that the entry is for, as in ``NANAvailability/mapID``.
    public var mapID: UInt8 = 0
    /// The times for which the map holds.
    public var timeBitmap = NANTimeBitmap()

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .field("mapID", \.mapID, .number, .integer("NAN map ID")),
        .part(\.timeBitmap),
    ]
}

/// When something holds, as bits of equal duration.
///
/// | bytes | field |
/// |---|---|
/// | 2 | control, little-endian: bits 0 to 2 duration, 3 to 5 period, 6 to 14 start offset |
/// | 1 | bytes of the bitmap |
/// | … | bitmap, the least significant bit of the first byte first |
public struct NANTimeBitmap: Hashable, DescribedElement {
    /// Bits 0 to 2 duration, 3 to 5 period, 6 to 14 start offset; ``bitDuration``, ``period`` and ``startOffset`` say
    /// them in time units.
    public var control: UInt16 = 2 << 3
    /// At most 255 bytes; written without more than that.
    public var bitmap: [UInt8] = []

    public init() {}

    /// A bitmap with its control as it is on the wire.
    public init(control: UInt16, bitmap: [UInt8]) {
        self.control = control
        self.bitmap = bitmap
    }

    /// How long each bit lasts, in time units of 1024 µs: 16, 32, 64 or 128; nil for values that are not assigned.
    public var bitDuration: Int? { control & 7 < 4 ? 16 << Int(control & 7) : nil }
    /// After how many time units the bits come again: 128 to 8192, 0 if never.
    public var period: Int {
        let exponent = Int(control >> 3 & 7)
        return exponent == 0 ? 0 : 64 << exponent
    }
    /// The start of the first bit after the first discovery window, in time units; counted in steps of 16 whatever the
    /// duration of a bit.
    public var startOffset: Int { Int(control >> 6 & 0x1FF) * 16 }
}

extension NANTimeBitmap {
    public static let fields: [FieldDescription<Self>] = [
        .bytes(\.control, .integer("NAN time bitmap control")),
        controlFields,
        .required(
            "bitmap", \.bitmap, FieldCodec.hex(upTo: 255).extremes { $0.extremeBytes(from: 0, upTo: 8) },
            .counted(by: UInt8.self, "NAN time bitmap length", "NAN time bitmap", .rest)),
    ]

    /// The control, and its parts in time units, which may be given instead.
    private static let controlFields = FieldDescription<Self>(
        names: ["control", "bitDuration", "period", "startOffset"],
        write: { bitmap in
            [
                FrameField("control", .number(bitmap.control)),
                FrameField("bitDuration", bitmap.bitDuration.map { .integer(Int64($0)) } ?? .null, .unit(.timeUnits)),
                FrameField("period", .integer(Int64(bitmap.period)), .unit(.timeUnits)),
                FrameField("startOffset", .integer(Int64(bitmap.startOffset)), .unit(.timeUnits)),
            ]
        },
        read: { (object, bitmap) throws(FieldError) in
            if let control: UInt16 = try object.number("control") { return bitmap.control = control }
            let duration: UInt16 = try object.number("bitDuration") ?? 16
            let period: UInt16 = try object.number("period") ?? 512
            let offset: UInt16 = try object.number("startOffset", maximum: 16 * 0x1FF) ?? 0
            guard let durationCode = [UInt16(16), 32, 64, 128].firstIndex(of: duration) else {
                throw object.error("bitDuration", "is not 16, 32, 64 or 128")
            }
            guard let periodCode = [UInt16(0), 128, 256, 512, 1024, 2048, 4096, 8192].firstIndex(of: period) else {
                throw object.error("period", "is neither 0 nor a power of two from 128 to 8192")
            }
            guard offset % 16 == 0 else { throw object.error("startOffset", "is not a multiple of 16") }
            bitmap.control = UInt16(durationCode) | UInt16(periodCode) << 3 | (offset / 16) << 6
        },
        vary: { $1.control = $0.extremeNumber(UInt16.self) })
}
