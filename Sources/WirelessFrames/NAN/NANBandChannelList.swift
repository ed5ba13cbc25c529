import WireCoding

/// The bands, or channels of operating classes, of a device in an availability.
///
/// | bytes | field |
/// |---|---|
/// | 1 | control: bit 0 channels, not bands; bit 1 not contiguous; bits 4 to 7 how many |
/// | 1 each | bands |
/// | 4 each, or 6 if not contiguous | channels: operating class, bitmap 2, primary bitmap, auxiliary bitmap 2 |
public struct NANBandChannelList: Hashable, WireElement {
    /// Bits 0 to 3 of the control; the others count the entries.
    public var flags: UInt8
    /// At most 15 entries are written.
    public var entries: Entries

    /// Bands or channels, by bit 0 of the control.
    @nonexhaustive
    public enum Entries: Hashable, Sendable {
        /// 1 below 1 GHz, 2 for 2.4 GHz, 4 for 5 GHz, 7 for 6 GHz.
        case bands([UInt8])
        /// Channels, by their operating classes.
        case channels([Channel])
    }

    /// Channels of one operating class.
    public struct Channel: Hashable, DescribedElement {
        /// A class of the world (IEEE 802.11 annex E, table E-4).
        public var operatingClass: UInt8 = 0
        /// Bit n is the class's channel n in rising order; from class 131 on (6 GHz) the first channel in the lower byte
        /// and how many in the upper one.
        public var channelBitmap: UInt16 = 0
        /// The preferred primary channels, a bit for each 20 MHz of a wider channel.
        public var primaryBitmap: UInt8 = 0
        /// Only where the channels are not contiguous.
        public var auxiliaryBitmap: UInt16?

        public init() {}

        /// Channels of a class without preference for a primary one.
        public init(operatingClass: UInt8, channelBitmap: UInt16) {
            self.operatingClass = operatingClass
            self.channelBitmap = channelBitmap
        }

        /// The channels of 20 MHz that the bitmap names, nil for other classes (IEEE 802.11 annex E, table E-4).
        public var channelNumbers: [UInt8]? {
            let all: [UInt8]
            switch operatingClass {
            case 81: all = Array(1...13)
            case 82: all = [14]
            case 115: all = [36, 40, 44, 48]
            case 118: all = [52, 56, 60, 64]
            case 121: all = [100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 144]
            case 124: all = [149, 153, 157, 161]
            case 125: all = [149, 153, 157, 161, 165, 169, 173, 177]
            default: return nil
            }
            return all.enumerated().filter { channelBitmap >> UInt16($0.offset) & 1 == 1 }.map(\.element)
        }
    }

    /// A list of bands, of which at most 15 are written.
    public init(bands: [UInt8]) {
        flags = 0
        entries = .bands(bands)
    }

    /// A list of channels, of which at most 15 entries are written.
    ///
    /// - Parameters:
    ///   - channels: An entry for each operating class.
    ///   - isContiguous: Without it each channel has an auxiliary bitmap.
    public init(channels: [Channel], isContiguous: Bool = true) {
        flags = isContiguous ? 1 : 3
        entries = .channels(channels)
    }

    /// Flags and number of entries, as they are written.
    public var control: UInt8 {
        let count =
            switch entries {
            case .bands(let bands): bands.count
            case .channels(let channels): channels.count
            }
        return flags & 15 | UInt8(min(count, 15)) << 4
    }

    /// Whether the entries are without auxiliary bitmaps, which channels in two separate parts have.
    public var isContiguous: Bool { flags & 2 == 0 }

    /// - Throws: `truncated` when the entries are longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let control = try input.readUInt8("NAN band or channel control")
        flags = control & 15
        let count = Int(control >> 4)
        guard flags & 1 == 1 else {
            entries = .bands(try input.readBytes(count, "NAN bands"))
            return
        }
        var channels: [Channel] = []
        for _ in 0..<count {
            var channel = try Channel(parsing: &input)
            if flags & 2 != 0 {
                channel.auxiliaryBitmap = try input.readUInt16LittleEndian("NAN auxiliary channel bitmap")
            }
            channels.append(channel)
        }
        entries = .channels(channels)
    }

    /// Writes the control and at most 15 entries.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(control)
        switch entries {
        case .bands(let bands): output.writeBytes(bands.prefix(15))
        case .channels(let channels):
            for channel in channels.prefix(15) {
                channel.serialize(into: &output)
                if !isContiguous { output.writeUInt16LittleEndian(channel.auxiliaryBitmap ?? 0) }
            }
        }
    }
}

extension NANBandChannelList {
    var fieldValues: [FrameField] {
        switch entries {
        case .bands(let bands):
            [FrameField("listControl", .number(control)), FrameField("bandIDs", .list(bands.map { .number($0) }))]
        case .channels(let channels):
            [
                FrameField("listControl", .number(control)),
                FrameField("channels", FieldCodec.list(.anyObject).encode(channels)),
            ]
        }
    }

    /// - Returns: Nil where neither bands nor channels are given.
    init?(_ object: FieldObject) throws(FieldError) {
        let control: UInt8? = try object.number("listControl")
        if let bands: [UInt8] = try object.value(
            "bandIDs", .list(.number, count: 0...15, "has more than 15 elements"))
        {
            self.init(bands: bands)
        } else if let channels: [Channel] = try object.value(
            "channels", .list(.anyObject, count: 0...15, "has more than 15 elements"))
        {
            self.init(channels: channels, isContiguous: channels.allSatisfy { $0.auxiliaryBitmap == nil })
        } else {
            return nil
        }
        if let control { flags = control & 15 }
    }

    static func extreme(from source: inout any ExtremeSource) -> NANBandChannelList {
        guard source.chance(1, in: 2) else { return NANBandChannelList(bands: source.extremeBytes(from: 0, upTo: 15)) }
        let isContiguous = source.chance(1, in: 2)
        let channels = (0..<source.number(in: 0...4)).map { _ in
            var channel = Channel.extreme(from: &source)
            channel.auxiliaryBitmap = isContiguous ? nil : source.extremeNumber(UInt16.self)
            return channel
        }
        return NANBandChannelList(channels: channels, isContiguous: isContiguous)
    }
}

extension NANBandChannelList.Channel {
    public static let fields: [FieldDescription<Self>] = [
        .required("operatingClass", \.operatingClass, .number, .integer("NAN operating class")),
        .field("channelBitmap", \.channelBitmap, .number, .integer("NAN channel bitmap")),
        .field("primaryBitmap", \.primaryBitmap, .number, .integer("NAN primary channel bitmap")),
        .optional("auxiliaryBitmap", \.auxiliaryBitmap, .number),
        .derived("channelNumbers") { $0.channelNumbers.map { .list($0.map { .number($0) }) } },
    ]
}
