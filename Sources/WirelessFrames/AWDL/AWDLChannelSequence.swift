import WireCoding

/// On which channel a sender listens in each slot of its cycle: the content of element 18, and a part of element 4.
///
/// | bytes | field |
/// |---|---|
/// | 1 | number of slots minus one |
/// | 1 | encoding |
/// | 1 | duplicate count |
/// | 1 | step count minus one: availability windows for each slot |
/// | 2 | fill channel, little-endian |
/// | 1 or 2 each | slots |
///
/// What follows the slots belongs to the element. A sequence of 16 slots, which is what all known senders have, takes
/// no memory beside the value.
public struct AWDLChannelSequence: Hashable, Sendable {
    /// Slots in the sequences of all known senders.
    public static let usualCount = 16
    /// The most slots that the count can tell.
    public static let maximumCount = 256

    public let encoding: AWDLChannelEncoding
    public var duplicateCount: UInt8
    /// Availability windows for each slot, 1 to 256.
    public var stepCount: Int
    /// 0xFFFF repeats the current channel.
    public var fillChannel: UInt16
    /// Slots, 1 to 256.
    public let count: Int
    /// The first 16 slots as they are written, the first byte on top; 0 beyond the last one.
    private var first = SIMD16<UInt16>.zero
    /// Those behind the first 16.
    private var others: [UInt16] = []

    /// - Parameters:
    ///   - encoding: Simple, legacy or operating class; with another one all slots are written in two bytes, and cannot
    ///     be read again.
    ///   - slots: As they are written, of two bytes the first on top: 0x1D97 for legacy 151 below, 0x9580 for 149 of class
    ///     128, 0x0006 for simple 6. None are taken for one absent slot, those beyond 256 are dropped.
    public init(
        encoding: AWDLChannelEncoding, slots: [UInt16], duplicateCount: UInt8 = 0, stepCount: Int = 4,
        fillChannel: UInt16 = 0xFFFF
    ) {
        self.encoding = encoding
        self.duplicateCount = duplicateCount
        self.stepCount = stepCount
        self.fillChannel = fillChannel
        count = max(1, min(slots.count, Self.maximumCount))
        for (index, slot) in slots.prefix(Self.usualCount).enumerated() { first[index] = slot }
        if count > Self.usualCount { others = Array(slots[Self.usualCount..<count]) }
    }

    /// - Throws: `truncated` where the slots are longer than what is left, `invalidValue` for an unknown encoding.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(6, "AWDL channel sequence")
        count = Int(try input.readUInt8("AWDL channel count")) &+ 1
        let atEncoding = input
        encoding = AWDLChannelEncoding(rawValue: try input.readUInt8("AWDL channel encoding"))
        guard let size = encoding.slotSize else {
            throw atEncoding.error(.invalidValue(UInt64(encoding.rawValue)), "AWDL channel encoding")
        }
        duplicateCount = try input.readUInt8("AWDL duplicate count")
        stepCount = Int(try input.readUInt8("AWDL step count")) &+ 1
        fillChannel = try input.readUInt16LittleEndian("AWDL fill channel")
        try input.require(count &* size, "AWDL channels")
        if count > Self.usualCount { others.reserveCapacity(count &- Self.usualCount) }
        for index in 0..<count {
            let slot =
                size == 1
                ? UInt16(try input.readUInt8("AWDL channels")) : try input.readUInt16("AWDL channels")
            if index < Self.usualCount { first[index] = slot } else { others.append(slot) }
        }
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(UInt8(truncatingIfNeeded: count &- 1))
        output.writeUInt8(encoding.rawValue)
        output.writeUInt8(duplicateCount)
        output.writeUInt8(UInt8(clamping: max(stepCount, 1) - 1))
        output.writeUInt16LittleEndian(fillChannel)
        for index in 0..<count {
            let slot = self.slot(index)
            if encoding == .simple {
                output.writeUInt8(UInt8(truncatingIfNeeded: slot))
            } else {
                output.writeUInt16(slot)
            }
        }
    }

    /// A slot as it is written, of two bytes the first on top.
    ///
    /// - Precondition: `0 <= index < count`
    private func slot(_ index: Int) -> UInt16 {
        index < Self.usualCount ? first[index] : others[index &- Self.usualCount]
    }

    /// All slots as they are written, of two bytes the first on top.
    public var slots: [UInt16] { (0..<count).map(slot) }

    /// The channel of a slot.
    ///
    /// - Precondition: `0 <= index < count`
    public subscript(index: Int) -> AWDLChannel {
        let slot = slot(index)
        let (upper, lower) = (UInt8(truncatingIfNeeded: slot >> 8), UInt8(truncatingIfNeeded: slot))
        switch encoding {
        case .legacy: return .legacy(flags: upper, number: lower)
        case .operatingClass: return .operatingClass(channel: upper, operatingClass: lower)
        default: return .simple(lower)
        }
    }

    /// The channels of all slots.
    public var channels: [AWDLChannel] { (0..<count).map { self[$0] } }

    /// The control channels of the first 16 slots, 0 where the sender is absent or there is no such slot.
    public var controlChannels: SIMD16<UInt8> {
        var channels = SIMD16<UInt8>.zero
        for index in 0..<min(count, Self.usualCount) { channels[index] = self[index].controlChannel }
        return channels
    }
}
