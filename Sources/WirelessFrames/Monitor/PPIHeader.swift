import WireCoding

/// The per-packet information header (LINKTYPE_PPI), little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version, 0 |
/// | 1 | flags: bit 0, fields are padded to multiples of four bytes |
/// | 2 | bytes of this header, fields included |
/// | 4 | link type of the packet, a DLT_ number |
/// | … | fields: type 2, length 2, that many bytes |
public struct PPIHeader: Hashable, WireElement {
    /// Bytes before the fields.
    public static let fixedSize = 8
    /// The field with what a radio knew of an 802.11 frame, 20 bytes.
    public static let commonField: UInt16 = 2

    /// 0 in all known headers.
    public var version: UInt8
    /// Bit 0: each field is padded to a multiple of four bytes.
    public var flags: UInt8
    /// The DLT_ number of the packet after the header; 105 for 802.11.
    public var dataLinkType: UInt32
    /// The fields in their order, known or not.
    public var fields: [Field]
    /// Fewer than four bytes after the last field.
    public var rest: [UInt8]

    /// One of the header's fields.
    public struct Field: Hashable, Sendable {
        /// The type of the field; 2 is ``PPICommonField``.
        public var type: UInt16
        /// At most 65535 bytes; written without more than that.
        public var value: [UInt8]
        /// The padding of the value to a multiple of four bytes, if the flags announce it.
        public var padding: [UInt8]

        /// A field; its padding is written as given, whatever the flags.
        public init(type: UInt16, value: [UInt8], padding: [UInt8] = []) {
            self.type = type
            self.value = value
            self.padding = padding
        }
    }

    /// A header before a packet of that link type.
    public init(
        dataLinkType: UInt32, fields: [Field], version: UInt8 = 0, flags: UInt8 = 0, rest: [UInt8] = []
    ) {
        self.version = version
        self.flags = flags
        self.dataLinkType = dataLinkType
        self.fields = fields
        self.rest = rest
    }

    /// The radio's information, nil without the field.
    public var common: PPICommonField? {
        for field in fields where field.type == Self.commonField {
            var input = ByteReader(field.value.span)
            if let common = try? PPICommonField(parsing: &input) { return common }
        }
        return nil
    }

    /// - Throws: `truncated` when header or field is longer than what holds it, `invalidValue` for a length below 8.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.fixedSize, "PPI header")
        let start = input
        version = try input.readUInt8("PPI version")
        flags = try input.readUInt8("PPI flags")
        let length = Int(try input.readUInt16LittleEndian("PPI length"))
        guard length >= Self.fixedSize else { throw start.error(.invalidValue(UInt64(length)), "PPI length") }
        try start.require(length, "PPI header")
        dataLinkType = try input.readUInt32LittleEndian("PPI link type")
        var region = try input.subreader(length &- Self.fixedSize, "PPI fields", limit: "PPI length")
        fields = []
        while region.remaining >= 4 { fields.append(try Self.readField(&region, flags: flags)) }
        rest = region.readRemainingBytes()
    }

    private static func readField(_ region: inout ByteReader, flags: UInt8) throws(WireError) -> Field {
        let type = try region.readUInt16LittleEndian("PPI field type")
        let size = Int(try region.readUInt16LittleEndian("PPI field length"))
        let value = try region.readBytes(size, "PPI field")
        let gap = flags & 1 == 1 ? min((4 &- size % 4) % 4, region.remaining) : 0
        return Field(type: type, value: value, padding: try region.readBytes(gap, "PPI padding"))
    }

    /// Reads the fields that are there whole, for a header that a capture cut.
    ///
    /// - Returns: The header with what is left after these fields, and the length that it states; nil where not even
    ///   the bytes before the fields can be read, or its length is below these.
    public static func parsePrefix(_ input: inout ByteReader) -> (header: PPIHeader, length: Int)? {
        guard let version = try? input.readUInt8("PPI version"), let flags = try? input.readUInt8("PPI flags"),
            let length = try? input.readUInt16LittleEndian("PPI length"), length >= fixedSize,
            let linkType = try? input.readUInt32LittleEndian("PPI link type")
        else { return nil }
        var header = PPIHeader(dataLinkType: linkType, fields: [], version: version, flags: flags)
        var rest = input
        while rest.remaining >= 4, let field = try? readField(&rest, flags: flags) {
            header.fields.append(field)
            input = rest
        }
        header.rest = input.readRemainingBytes()
        return (header, Int(length))
    }

    /// Writes header and fields; the length is that of what is written, modulo 65536.
    public func serialize(into output: inout ByteWriter) {
        var content = ByteWriter()
        for field in fields {
            let value = field.value.prefix(0xFFFF)
            content.writeUInt16LittleEndian(field.type)
            content.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: value.count))
            content.writeBytes(value)
            content.writeBytes(field.padding)
        }
        content.writeBytes(rest)
        output.writeUInt8(version)
        output.writeUInt8(flags)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: Self.fixedSize + content.count))
        output.writeUInt32LittleEndian(dataLinkType)
        output.writeBytes(content.bytes)
    }
}

/// The 802.11-Common field of a ``PPIHeader``, 20 bytes, little-endian.
public struct PPICommonField: Hashable, Sendable {
    /// Bytes of the field.
    public static let size = 20

    /// The radio's clock, in microseconds or, by the flags, in milliseconds.
    public var timer: UInt64
    /// Bit 0: the frame check sequence is at the end; bit 1: the timer counts milliseconds; bit 2: the sequence is wrong.
    public var flags: UInt16
    /// In units of 500 kb/s.
    public var rate: UInt16
    /// In MHz.
    public var channelFrequency: UInt16
    /// The same bits as in ``RadiotapField/channel(frequency:flags:)``.
    public var channelFlags: UInt16
    /// The hop set of a frequency hopping radio, 0 for others.
    public var hopSet: UInt8
    /// The hop pattern of a frequency hopping radio, 0 for others.
    public var hopPattern: UInt8
    /// In dBm, like the noise.
    public var signal: Int8
    /// The noise beside the frame, in dBm.
    public var noise: Int8

    /// A field of the radio's information; what is not given is 0.
    public init(
        timer: UInt64 = 0, flags: UInt16 = 0, rate: UInt16 = 0, channelFrequency: UInt16 = 0, channelFlags: UInt16 = 0,
        hopSet: UInt8 = 0, hopPattern: UInt8 = 0, signal: Int8, noise: Int8 = 0
    ) {
        self.timer = timer
        self.flags = flags
        self.rate = rate
        self.channelFrequency = channelFrequency
        self.channelFlags = channelFlags
        self.hopSet = hopSet
        self.hopPattern = hopPattern
        self.signal = signal
        self.noise = noise
    }

    /// The timer in microseconds, modulo 2⁶⁴.
    public var radioTime: UInt64 { flags & 2 == 0 ? timer : timer &* 1000 }
}

extension PPICommonField: LaidOutHeader {
    public init() { self.init(signal: 0) }

    /// The fields in the order of the wire.
    public static let layout = HeaderLayout<Self>(
        "PPI 802.11 field", isLittleEndian: true, .part(\.timer), .part(\.flags), .part(\.rate),
        .part(\.channelFrequency), .part(\.channelFlags), .part(\.hopSet), .part(\.hopPattern), .part(\.signal),
        .part(\.noise))
}
