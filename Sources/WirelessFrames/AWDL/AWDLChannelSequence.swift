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
/// The bytes after the slots belong to the element. A sequence of 16 slots, as all known senders have, needs no memory
/// beside the value.
public struct AWDLChannelSequence: AWDLElement {
    public static let type = AWDLTLVType.channelSequence
    public static let name = "channel sequence"
    public static let padding: [UInt8] = [0, 0, 0]

    /// Slots in the sequences of all known senders.
    public static let usualCount = 16
    /// The maximum number of slots that the count can express.
    public static let maximumCount = 256

    /// The form of the slots, which sets their size and the meaning of their bytes.
    public let encoding: AWDLChannelEncoding
    /// The third byte; 0 so far.
    public var duplicateCount: UInt8
    /// Availability windows for each slot, 1 to 256.
    public var stepCount: Int
    /// 0xFFFF repeats the current channel.
    public var fillChannel: UInt16
    /// Slots, 1 to 256.
    public let count: Int
    /// The first 16 slots as they are written, the first byte on top; 0 beyond the last one.
    private var first = SIMD16<UInt16>.zero
    /// The slots after the first 16.
    private var others: [UInt16] = []

    /// - Parameters:
    ///   - encoding: Simple, legacy or operating class; with another one all slots are written in two bytes, and cannot
    ///     be read again.
    ///   - slots: As they are written, of two bytes the first on top: 0x1D97 for legacy 151 below, 0x9580 for 149 of class
    ///     128, 0x0006 for simple 6. None are taken for one absent slot, those beyond 256 are dropped.
    ///   - duplicateCount: The third byte; 0 so far.
    ///   - stepCount: Availability windows for each slot, 1 to 256.
    ///   - fillChannel: 0xFFFF repeats the current channel.
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

    /// Writes six bytes and the slots, of which simple ones lose their upper byte. A step count beyond 1 to 256 is
    /// written as the nearest of them.
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

    /// The control channels of the first 16 slots, 0 if the sender is absent or there is no such slot.
    public var controlChannels: SIMD16<UInt8> {
        var channels = SIMD16<UInt8>.zero
        for index in 0..<min(count, Self.usualCount) { channels[index] = self[index].controlChannel }
        return channels
    }
}

extension AWDLChannelSequence {
    public init() { self.init(encoding: .operatingClass, slots: []) }
    public static let fields: [FieldDescription<Self>] = [
        .derived("count") { .integer(Int64($0.count)) },
        .derived("encoding") { .number($0.encoding.rawValue) },
        .field("duplicateCount", \.duplicateCount, .number),
        .field("stepCount", \.stepCount, .stepCount),
        .field("fillChannel", \.fillChannel, .number),
        slotFields,
    ]

    /// The control channels of the slots, 0 where the sender is absent, and by the encoding their operating classes, or the
    /// two bytes of each.
    private static let slotFields = FieldDescription<Self>(
        names: ["channels", "operatingClasses", "slots"],
        write: { sequence in
            let channels = sequence.channels
            var fields = [FrameField("channels", .list(channels.map { .number($0.controlChannel) }))]
            if sequence.encoding == .operatingClass {
                fields.append(FrameField("operatingClasses", .list(sequence.slots.map { .number($0 & 0xFF) })))
            }
            if sequence.encoding == .legacy {
                let slots = sequence.slots.map { slot in
                    FieldValue.hex([UInt8(truncatingIfNeeded: slot >> 8), UInt8(truncatingIfNeeded: slot)])
                }
                fields.append(FrameField("slots", .list(slots)))
            }
            return fields
        },
        read: { (object, sequence) throws(FieldError) in
            let encoding = AWDLChannelEncoding(rawValue: try object.number("encoding") ?? 3)
            let slots = try slots(encoding, of: object)
            guard (1...maximumCount).contains(slots.count) else {
                throw object.error("channels", "must have 1 to 256 channels")
            }
            sequence = sequence.with(encoding, slots)
        },
        vary: { source, sequence in
            let encoding = source.pick([AWDLChannelEncoding.simple, .legacy, .operatingClass])
            let count = source.pick([usualCount, usualCount, 1, 17, maximumCount, source.number(in: 1...maximumCount)])
            let mask: UInt16 = encoding == .simple ? 0xFF : 0xFFFF
            sequence = sequence.with(encoding, (0..<count).map { _ in source.extremeNumber(UInt16.self) & mask })
        })

    private func with(_ encoding: AWDLChannelEncoding, _ slots: [UInt16]) -> AWDLChannelSequence {
        AWDLChannelSequence(
            encoding: encoding, slots: slots, duplicateCount: duplicateCount, stepCount: stepCount,
            fillChannel: fillChannel)
    }

    private static func slots(_ encoding: AWDLChannelEncoding, of object: FieldObject) throws(FieldError) -> [UInt16] {
        let channels: [UInt8]? = try object.value("channels", .list(.number))
        switch encoding {
        case .simple: return try object.required(channels, "channels").map { UInt16($0) }
        case .legacy: return try legacySlots(channels, of: object)
        case .operatingClass:
            let channels = try object.required(channels, "channels")
            let classes: [UInt8] =
                try object.value("operatingClasses", .list(.number))
                ?? channels.map { $0 == 0 ? 0 : $0 <= 13 ? 81 : 128 }
            guard classes.count == channels.count else {
                throw object.error("operatingClasses", "must have as many numbers as channels")
            }
            return zip(channels, classes).map { UInt16($0) << 8 | UInt16($1) }
        default: throw object.error("encoding", "is not 0, 1 or 3")
        }
    }

    private static func legacySlots(_ channels: [UInt8]?, of object: FieldObject) throws(FieldError) -> [UInt16] {
        guard let slots = try object.value("slots", .list(.legacySlot)) else {
            // 20 MHz without a sideband, in the band that the number belongs to.
            return try object.required(channels, "channels").map { channel in
                channel == 0 ? 0 : (channel <= 14 ? 0x2B00 : 0x1B00) | UInt16(channel)
            }
        }
        let sequence = AWDLChannelSequence(encoding: .legacy, slots: slots)
        if let channels, channels != sequence.channels.map(\.controlChannel) {
            throw object.error("channels", "contradicts slots; leave one of them out")
        }
        return slots
    }
}

extension FieldCodec where Value == Int {
    fileprivate static var stepCount: FieldCodec {
        FieldCodec(
            encode: { .integer(Int64($0)) },
            decode: { (field, path) throws(FieldError) in
                let count = Int(try FieldCodec<UInt16>.number(upTo: 256).decode(field, path))
                guard count > 0 else { throw FieldError(path, "is 0") }
                return count
            },
            extreme: { $0.number(in: 1...256) })
    }
}

extension FieldCodec where Value == UInt16 {
    fileprivate static var legacySlot: FieldCodec {
        .text(
            { Hex.encode([UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]) },
            parse: { $0.utf8.count == 4 ? UInt16($0, radix: 16) : nil }, "is not four hexadecimal digits",
            extreme: { $0.extremeNumber(UInt16.self) })
    }
}
