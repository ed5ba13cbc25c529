import WireCoding

/// The header of early monitor mode drivers (LINKTYPE_IEEE802_11_PRISM), in the byte order of the machine that captured.
///
/// | bytes | field |
/// |---|---|
/// | 4 | message code, 0x44 |
/// | 4 | message length: all bytes up to the frame |
/// | 16 | device name, zero-padded |
/// | 12 each | items: identifier 4, status 2 (0 is good), length 2, value 4 |
public struct PrismHeader: Hashable, Sendable {
    /// Bytes before the items.
    public static let fixedSize = 24

    /// Whether the machine that captured wrote the lowest byte of numbers first.
    public var isLittleEndian: Bool
    /// The kind of message; 0x44 in known headers.
    public var messageCode: UInt32
    /// Sixteen bytes; written padded with zeros or cut.
    public var deviceField: [UInt8]
    /// The radio's information, in the driver's order.
    public var items: [Item]
    /// The bytes after the last whole item, fewer than 12.
    public var rest: [UInt8]

    /// One item of the radio's information, 12 bytes.
    public struct Item: Hashable, Sendable {
        /// Bytes of an item.
        public static let size = 12

        /// The driver's number for the kind of item; see ``kind``.
        public var identifier: UInt32
        /// 0 if the value is present.
        public var status: UInt16
        /// Bytes of the value, at most 4.
        public var length: UInt16
        /// The number that the radio reported, meaningful where ``status`` is 0; signed for signal and noise.
        public var value: UInt32

        /// An item, by default with a value of four bytes.
        public init(identifier: UInt32, status: UInt16 = 0, length: UInt16 = 4, value: UInt32) {
            self.identifier = identifier
            self.status = status
            self.length = length
            self.value = value
        }

        fileprivate static func layout(_ isLittleEndian: Bool) -> HeaderLayout<Self> {
            HeaderLayout(
                "Prism item", isLittleEndian: isLittleEndian, .part(\.identifier), .part(\.status), .part(\.length),
                .part(\.value))
        }
    }

    /// A header with these items.
    public init(
        messageCode: UInt32 = 0x44, deviceField: [UInt8] = [], items: [Item], rest: [UInt8] = [],
        isLittleEndian: Bool = true
    ) {
        self.isLittleEndian = isLittleEndian
        self.messageCode = messageCode
        self.deviceField = deviceField
        self.items = items
        self.rest = rest
    }

    /// The order in which the message code is a small number.
    @inline(__always)
    public static func isLittleEndian(word: UInt32) -> Bool { word > 0xFFFF }

    /// Whether the first four bytes are those of an ``AVSHeader``, which some drivers gave under this link type.
    @inline(__always)
    public static func isAVS(word: UInt32) -> Bool { word & 0xFFFF_F000 == 0x8021_1000 }

    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a length below 24 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.fixedSize, "Prism header")
        let start = input
        self.init(items: [])
        let length = try readStart(&input)
        guard length >= Self.fixedSize else { throw start.error(.invalidValue(UInt64(length)), "Prism length") }
        try start.require(length, "Prism header")
        deviceField = try input.readBytes(16, "Prism device")
        var region = try input.subreader(length &- Self.fixedSize, "Prism items", limit: "Prism length")
        try readItems(&region)
    }

    /// Reads the items that are there whole, for a header that a capture cut.
    ///
    /// - Returns: The header, and the length that it states; nil where not even that can be read, or it is below 24 bytes.
    public static func parsePrefix(_ input: inout ByteReader) -> (header: PrismHeader, length: Int)? {
        var header = PrismHeader(items: [])
        guard let length = try? header.readStart(&input), length >= fixedSize else { return nil }
        guard let device = try? input.readBytes(16, "Prism device") else {
            header.deviceField = input.readRemainingBytes()
            return (header, length)
        }
        header.deviceField = device
        return (try? header.readItems(&input)) == nil ? nil : (header, length)
    }

    /// Reads the message code, which shows the order of bytes, and returns the length.
    private mutating func readStart(_ input: inout ByteReader) throws(WireError) -> Int {
        let code = try input.readUInt32("Prism message code")
        isLittleEndian = Self.isLittleEndian(word: code)
        messageCode = isLittleEndian ? code.byteSwapped : code
        let length = try input.readUInt32("Prism length")
        return Int(isLittleEndian ? length.byteSwapped : length)
    }

    private mutating func readItems(_ region: inout ByteReader) throws(WireError) {
        let layout = Item.layout(isLittleEndian)
        while region.remaining >= Item.size {
            var item = Item(identifier: 0, value: 0)
            try layout.read(&region, into: &item)
            items.append(item)
        }
        rest = region.readRemainingBytes()
    }

    /// Writes header and items in the byte order of ``isLittleEndian``, with the length of all.
    public func serialize(into output: inout ByteWriter) {
        let length = UInt32(truncatingIfNeeded: Self.fixedSize + Item.size * items.count + rest.count)
        write(messageCode, into: &output)
        write(length, into: &output)
        output.writeFixed(deviceField, 16)
        let layout = Item.layout(isLittleEndian)
        for item in items { layout.write(item, into: &output) }
        output.writeBytes(rest)
    }

    private func write(_ word: UInt32, into output: inout ByteWriter) {
        output.writeUInt32(isLittleEndian ? word.byteSwapped : word)
    }
}

extension PrismHeader {
    /// The kind of an item.
    @nonexhaustive
    public enum ItemKind: UInt32, Hashable, Sendable {
        /// The host's clock when the frame came, in units that the driver chooses.
        case hostTime = 1
        /// The radio's clock when the frame came, in microseconds.
        case macTime
        /// A channel number, MHz or kHz, by its size.
        case channel
        /// An indication of strength in the driver's own units; some drivers have the dBm here.
        case rssi
        /// The quality of the signal in the driver's own units.
        case signalQuality
        /// The strength of the signal; see ``PrismHeader/signal``.
        case signal
        /// The noise beside the frame, in the units of ``signal``.
        case noise
        /// The rate of the frame; most drivers count in units of 500 kb/s.
        case rate
        /// Not 0 for a frame that this host sent.
        case isTransmitted
        /// Bytes of the frame after the header.
        case frameLength
    }

    /// The value of the first valid item of a kind, nil if the radio did not report it.
    public func value(_ kind: ItemKind) -> UInt32? {
        items.first { $0.kind == kind && $0.status == 0 }?.value
    }

    /// The signal strength in the driver's own units, which the header does not state and no document defines: dBm if
    /// it is negative, otherwise a number that grows with the strength. Nil without it.
    public var signal: Int32? { (value(.signal) ?? value(.rssi)).map(Int32.init(bitPattern:)) }

    /// In the units of ``signal``.
    public var noise: Int32? { value(.noise).map(Int32.init(bitPattern:)) }
}

extension PrismHeader.Item {
    /// Nil for identifiers that are not known. Drivers number in two ways: 0x00060044, and 0x6041 or 0x6044.
    public var kind: PrismHeader.ItemKind? {
        if identifier & 0xFFFF == 0x0044 { return PrismHeader.ItemKind(rawValue: identifier >> 16) }
        guard identifier >> 16 == 0, identifier & 0x0FFF == 0x0041 || identifier & 0x0FFF == 0x0044 else { return nil }
        return PrismHeader.ItemKind(rawValue: identifier >> 12)
    }
}
