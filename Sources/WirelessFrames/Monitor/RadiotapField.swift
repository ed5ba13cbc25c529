import WireCoding

/// One field of a ``RadiotapHeader``, by its number in the presence words (radiotap.org, "Defined fields"). All numbers
/// are little-endian.
public enum RadiotapField: Hashable, Sendable {
    /// Bit 0: the radio's clock in microseconds when the first bit arrived.
    case tsft(UInt64)
    /// Bit 1.
    case flags(RadiotapFlags)
    /// Bit 2, in units of 500 kb/s.
    case rate(UInt8)
    /// Bit 3: MHz and flags.
    case channel(frequency: UInt16, flags: UInt16)
    /// Bit 5, in dBm.
    case signal(Int8)
    /// Bit 6, in dBm.
    case noise(Int8)
    /// Bit 11.
    case antenna(UInt8)
    /// Bit 19: the rate of 802.11n.
    case mcs(known: UInt8, flags: UInt8, index: UInt8)
    /// Bit 20: the reference is common to all parts of one aggregate; the last two bytes are delimiter CRC and reserved.
    case ampdu(reference: UInt32, flags: UInt16, delimiter: UInt16)
    /// Bit 21: the rate of 802.11ac.
    case vht(VHT)
    /// Bit 22.
    case timestamp(value: UInt64, accuracy: UInt16, unitAndPosition: UInt8, flags: UInt8)
    /// Any other number below 28, with the bytes that it has.
    case other(number: UInt8, bytes: [UInt8])
    /// Bit 30: data of somebody else's namespace.
    case vendor(organization: UInt32, subspace: UInt8, bytes: [UInt8])
    /// Behind bit 28: a field with its own length.
    case tlv(type: UInt16, bytes: [UInt8])

    public struct VHT: Hashable, Sendable {
        public var known: UInt16
        public var flags: UInt8
        public var bandwidth: UInt8
        /// Of four users: MCS in the upper, number of spatial streams in the lower half of a byte; the first on top.
        public var mcsNSS: UInt32
        public var coding: UInt8
        public var group: UInt8
        public var partialAID: UInt16

        public init(
            known: UInt16, flags: UInt8, bandwidth: UInt8, mcsNSS: UInt32, coding: UInt8, group: UInt8,
            partialAID: UInt16
        ) {
            self.known = known
            self.flags = flags
            self.bandwidth = bandwidth
            self.mcsNSS = mcsNSS
            self.coding = coding
            self.group = group
            self.partialAID = partialAID
        }
    }

    /// Bytes and alignment of the fields 0 to 27.
    static let layout: [(size: Int, alignment: Int)] = [
        (8, 8), (1, 1), (1, 1), (4, 2), (2, 2), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2), (1, 1), (1, 1), (1, 1), (1, 1),
        (2, 2), (2, 2), (1, 1), (1, 1), (8, 4), (3, 1), (8, 4), (12, 2), (12, 8), (12, 2), (12, 2), (6, 2), (1, 1),
        (4, 2),
    ]

    /// The number in the presence words; 28 and 30 stand for TLVs and vendors' data.
    public var number: UInt8 {
        switch self {
        case .tsft: 0
        case .flags: 1
        case .rate: 2
        case .channel: 3
        case .signal: 5
        case .noise: 6
        case .antenna: 11
        case .mcs: 19
        case .ampdu: 20
        case .vht: 21
        case .timestamp: 22
        case .other(let number, _): number
        case .tlv: 28
        case .vendor: 30
        }
    }

    /// Reads the field of a number below 28, at its place.
    init(number: Int, parsing input: inout ByteReader) throws(WireError) {
        let field: WireError.Field = "radiotap field"
        switch number {
        case 0: self = .tsft(try input.readUInt64LittleEndian(field))
        case 1: self = .flags(RadiotapFlags(rawValue: try input.readUInt8(field)))
        case 2: self = .rate(try input.readUInt8(field))
        case 3:
            let frequency = try input.readUInt16LittleEndian(field)
            self = .channel(frequency: frequency, flags: try input.readUInt16LittleEndian(field))
        case 5: self = .signal(Int8(bitPattern: try input.readUInt8(field)))
        case 6: self = .noise(Int8(bitPattern: try input.readUInt8(field)))
        case 11: self = .antenna(try input.readUInt8(field))
        case 19:
            let known = try input.readUInt8(field)
            let flags = try input.readUInt8(field)
            self = .mcs(known: known, flags: flags, index: try input.readUInt8(field))
        case 20:
            let reference = try input.readUInt32LittleEndian(field)
            let flags = try input.readUInt16LittleEndian(field)
            self = .ampdu(reference: reference, flags: flags, delimiter: try input.readUInt16LittleEndian(field))
        case 21:
            let known = try input.readUInt16LittleEndian(field)
            let flags = try input.readUInt8(field)
            let bandwidth = try input.readUInt8(field)
            let rates = try input.readUInt32(field)
            let coding = try input.readUInt8(field)
            let group = try input.readUInt8(field)
            self = .vht(
                VHT(
                    known: known, flags: flags, bandwidth: bandwidth, mcsNSS: rates, coding: coding, group: group,
                    partialAID: try input.readUInt16LittleEndian(field)))
        case 22:
            let value = try input.readUInt64LittleEndian(field)
            let accuracy = try input.readUInt16LittleEndian(field)
            let unit = try input.readUInt8(field)
            self = .timestamp(
                value: value, accuracy: accuracy, unitAndPosition: unit, flags: try input.readUInt8(field))
        default:
            self = .other(
                number: UInt8(truncatingIfNeeded: number), bytes: try input.readBytes(Self.layout[number].size, field))
        }
    }

    /// Writes the field's bytes, without what aligns them.
    func serialize(into output: inout ByteWriter) {
        switch self {
        case .tsft(let value): output.writeUInt64LittleEndian(value)
        case .flags(let flags): output.writeUInt8(flags.rawValue)
        case .rate(let value), .antenna(let value): output.writeUInt8(value)
        case .channel(let frequency, let flags):
            output.writeUInt16LittleEndian(frequency)
            output.writeUInt16LittleEndian(flags)
        case .signal(let value), .noise(let value): output.writeUInt8(UInt8(bitPattern: value))
        case .mcs(let known, let flags, let index):
            output.writeUInt8(known)
            output.writeUInt8(flags)
            output.writeUInt8(index)
        case .ampdu(let reference, let flags, let delimiter):
            output.writeUInt32LittleEndian(reference)
            output.writeUInt16LittleEndian(flags)
            output.writeUInt16LittleEndian(delimiter)
        case .vht(let vht):
            output.writeUInt16LittleEndian(vht.known)
            output.writeUInt8(vht.flags)
            output.writeUInt8(vht.bandwidth)
            output.writeUInt32(vht.mcsNSS)
            output.writeUInt8(vht.coding)
            output.writeUInt8(vht.group)
            output.writeUInt16LittleEndian(vht.partialAID)
        case .timestamp(let value, let accuracy, let unit, let flags):
            output.writeUInt64LittleEndian(value)
            output.writeUInt16LittleEndian(accuracy)
            output.writeUInt8(unit)
            output.writeUInt8(flags)
        case .other(_, let bytes): output.writeBytes(bytes)
        case .vendor(let organization, let subspace, let bytes):
            output.writeUInt8(UInt8(truncatingIfNeeded: organization >> 16))
            output.writeUInt16(UInt16(truncatingIfNeeded: organization))
            output.writeUInt8(subspace)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: bytes.count))
            output.writeBytes(bytes)
        case .tlv(let type, let bytes):
            output.writeUInt16LittleEndian(type)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: bytes.count))
            output.writeBytes(bytes)
            output.writeBytes(repeatElement(0, count: (4 - bytes.count % 4) % 4))
        }
    }
}

/// The flags field of radiotap (bit 1).
@frozen
public struct RadiotapFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The frame check sequence is at the end of the frame.
    @inlinable public static var frameCheckSequence: RadiotapFlags { RadiotapFlags(rawValue: 0x10) }
    /// Bytes between MAC header and body fill up to a multiple of four.
    @inlinable public static var headerPadding: RadiotapFlags { RadiotapFlags(rawValue: 0x20) }
    /// The frame check sequence was wrong.
    @inlinable public static var badFrameCheckSequence: RadiotapFlags { RadiotapFlags(rawValue: 0x40) }
}
