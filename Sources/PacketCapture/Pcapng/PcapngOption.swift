import WireCoding

/// An option of a pcapng block (draft-ietf-opsawg-pcapng §3.5): a number, whose meaning depends on the type of the
/// block except for comments and custom options, and a value.
///
/// ```
/// code 2 | length 2 | value, padded to 4
/// ```
/// Numbers in the value of an option that the draft defines are little-endian here, whatever the byte order of the
/// section that it was read from: that is how ``PcapngWriter`` writes sections, so that an option can be copied from
/// any file. Text, addresses and the values of unknown options are the bytes of the file.
public struct PcapngOption: Hashable, Sendable {
    /// The number of the option in its type of block; 1 is a comment in all of them.
    public var code: UInt16
    /// At most 65,535 bytes; what is beyond is not written.
    public var value: [UInt8]

    /// An option as the file has it, with the numbers in its value little-endian.
    public init(code: UInt16, value: [UInt8]) {
        self.code = code
        self.value = value
    }

    init(_ code: UInt16, text: String) { self.init(code: code, value: Array(text.utf8)) }

    init(_ code: UInt16, number value: some FixedWidthInteger) {
        var bytes: [UInt8] = []
        for index in 0..<value.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        self.init(code: code, value: bytes)
    }

    /// opt_comment, in any block.
    public static func comment(_ text: String) -> PcapngOption { PcapngOption(Code.comment, text: text) }
    /// shb_hardware, in a section header.
    public static func hardware(_ text: String) -> PcapngOption { PcapngOption(Code.sectionHardware, text: text) }
    /// shb_os, in a section header.
    public static func operatingSystem(_ text: String) -> PcapngOption {
        PcapngOption(Code.sectionOperatingSystem, text: text)
    }
    /// shb_userappl, in a section header.
    public static func application(_ text: String) -> PcapngOption {
        PcapngOption(Code.sectionApplication, text: text)
    }
}

// MARK: - Values

extension PcapngOption {
    /// The value as text; some writers count a terminating zero.
    var text: String {
        var bytes = value[...]
        while bytes.last == 0 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Fills in a field that an option has, false where the value of the option has not the length of its type.
    static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
        guard let value else { return false }
        field = value
        return true
    }

    /// The damage of a value that has not the length of its type.
    var wrongLength: CaptureError.Damage {
        .optionLength(code: code, length: UInt16(truncatingIfNeeded: value.count))
    }

    var uint32: UInt32? { value.count == 4 ? value.span.littleEndianUInt32(at: 0) : nil }
    var uint64: UInt64? { value.count == 8 ? value.span.littleEndianUInt64(at: 0) : nil }

    /// A time of a statistics block: the upper and then the lower 32 bits.
    var ticks: UInt64? {
        guard value.count == 8 else { return nil }
        return UInt64(value.span.littleEndianUInt32(at: 0)) << 32 | UInt64(value.span.littleEndianUInt32(at: 4))
    }

    /// The numbers of the options that are understood, by the names of the draft.
    enum Code {
        static let end: UInt16 = 0
        static let comment: UInt16 = 1

        static let sectionHardware: UInt16 = 2
        static let sectionOperatingSystem: UInt16 = 3
        static let sectionApplication: UInt16 = 4

        static let interfaceName: UInt16 = 2
        static let interfaceDescription: UInt16 = 3
        static let interfaceIPv4Address: UInt16 = 4
        static let interfaceIPv6Address: UInt16 = 5
        static let interfaceMACAddress: UInt16 = 6
        static let interfaceEUIAddress: UInt16 = 7
        static let interfaceSpeed: UInt16 = 8
        static let timestampResolution: UInt16 = 9
        static let timeZone: UInt16 = 10
        static let interfaceFilter: UInt16 = 11
        static let interfaceOperatingSystem: UInt16 = 12
        static let frameCheckSequenceLength: UInt16 = 13
        static let timestampOffset: UInt16 = 14
        static let interfaceHardware: UInt16 = 15
        static let transmitSpeed: UInt16 = 16
        static let receiveSpeed: UInt16 = 17

        static let packetFlags: UInt16 = 2
        static let packetDropCount: UInt16 = 4
        static let packetID: UInt16 = 5
        static let packetQueue: UInt16 = 6
        static let packetVerdict: UInt16 = 7

        static let statisticsStart: UInt16 = 2
        static let statisticsEnd: UInt16 = 3
        static let statisticsReceived: UInt16 = 4
        static let statisticsDropped: UInt16 = 5
        static let statisticsFilterAccepted: UInt16 = 6
        static let statisticsSystemDropped: UInt16 = 7
        static let statisticsDelivered: UInt16 = 8

        // Apple's, in enhanced packet blocks (pcap/pcap-ng.h of its libpcap).
        static let process: UInt16 = 0x8001
        static let serviceClass: UInt16 = 0x8002
        static let effectiveProcess: UInt16 = 0x8003
        static let metadataFlags: UInt16 = 0x8004
        static let flowID: UInt16 = 0x8005

        // Apple's, in process information blocks.
        static let processName: UInt16 = 2
        static let processUUID: UInt16 = 4
    }

    /// The ranges of numbers in an option's value; none where it has none, or where they are not known.
    private static func numbers(_ code: UInt16, in type: PcapngBlockType) -> [Range<Int>] {
        switch (type, code) {
        // Custom options begin with a Private Enterprise Number; what follows is the vendor's.
        case (_, 2988), (_, 2989), (_, 19372), (_, 19373): [0..<4]
        case (.interface, Code.interfaceSpeed), (.interface, Code.timestampOffset),
            (.interface, Code.transmitSpeed), (.interface, Code.receiveSpeed):
            [0..<8]
        case (.interface, Code.timeZone): [0..<4]
        case (.obsoletePacket, Code.packetFlags), (.enhancedPacket, Code.packetFlags),
            (.enhancedPacket, Code.packetQueue):
            [0..<4]
        case (.enhancedPacket, Code.packetDropCount), (.enhancedPacket, Code.packetID): [0..<8]
        case (.enhancedPacket, Code.packetVerdict): [1..<9]
        // Apple's: trace tag and drop line have 16 bits, the drop function is text.
        case (.enhancedPacket, 0x8006), (.enhancedPacket, 0x8008): [0..<2]
        case (.enhancedPacket, Code.process...Code.flowID), (.enhancedPacket, 0x8007), (.enhancedPacket, 0x800A):
            [0..<4]
        case (.statistics, Code.statisticsStart), (.statistics, Code.statisticsEnd): [0..<4, 4..<8]
        case (.statistics, Code.statisticsReceived...Code.statisticsDelivered): [0..<8]
        default: []
        }
    }

    /// Turns the numbers of a value around that was read from a big-endian section.
    mutating func swapNumbers(in type: PcapngBlockType) {
        for number in Self.numbers(code, in: type) where number.upperBound <= value.count { value[number].reverse() }
    }
}

/// The type of a pcapng block (§10.1).
struct PcapngBlockType: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    static let section = PcapngBlockType(rawValue: 0x0A0D_0D0A)
    static let interface = PcapngBlockType(rawValue: 1)
    static let obsoletePacket = PcapngBlockType(rawValue: 2)
    static let simplePacket = PcapngBlockType(rawValue: 3)
    static let nameResolution = PcapngBlockType(rawValue: 4)
    static let statistics = PcapngBlockType(rawValue: 5)
    static let enhancedPacket = PcapngBlockType(rawValue: 6)
    static let secrets = PcapngBlockType(rawValue: 10)
    /// Apple's process information block.
    static let process = PcapngBlockType(rawValue: 0x8000_0001)
}

/// Walks over the options at the end of a block.
struct PcapngOptionReader {
    let type: PcapngBlockType
    let byteOrder: ByteOrder
    /// The start of the next option in the window.
    private(set) var position: Int
    /// The start of the block's trailing length.
    let end: Int

    init(_ type: PcapngBlockType, _ byteOrder: ByteOrder, from position: Int, to end: Int) {
        self.type = type
        self.byteOrder = byteOrder
        self.position = position
        self.end = end
    }

    /// The next option, nil at the end.
    ///
    /// - Throws: An error if its value would extend beyond the block; ``position`` does not change.
    mutating func next(_ window: Span<UInt8>) throws(CaptureError.Damage) -> PcapngOption? {
        guard position &+ 4 <= end else { return nil }
        let code = byteOrder.readUInt16(window, at: position)
        let length = byteOrder.readUInt16(window, at: position &+ 2)
        guard code != PcapngOption.Code.end else { return nil }
        let start = position &+ 4
        guard Int(length) <= end &- start else { throw .optionLength(code: code, length: length) }
        position = start &+ (Int(length) &+ 3) & ~3
        var option = PcapngOption(code: code, value: window.copied(start..<start &+ Int(length)))
        if byteOrder == .bigEndian { option.swapNumbers(in: type) }
        return option
    }

    /// All options up to the end, to the limit, or to the first that reaches beyond the end, and where that one begins in
    /// the window.
    static func all(
        _ type: PcapngBlockType, _ byteOrder: ByteOrder, _ window: Span<UInt8>, from start: Int, to end: Int,
        limit: Int = .max
    ) -> (options: [PcapngOption], damage: (CaptureError.Damage, position: Int)?) {
        var reader = PcapngOptionReader(type, byteOrder, from: start, to: end)
        var options: [PcapngOption] = []
        do throws(CaptureError.Damage) {
            while options.count < limit, let option = try reader.next(window) { options.append(option) }
        } catch {
            return (options, (error, reader.position))
        }
        return (options, nil)
    }
}
