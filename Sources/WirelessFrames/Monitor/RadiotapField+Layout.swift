import WireCoding

extension RadiotapField {
    /// How a field lies in the header, and by which names it is shown and read. Bytes, text, JSON in both directions and the values
    /// of generators come from this.
    struct Layout: Sendable {
        enum Form {
            /// The numbers are shown among those of other fields.
            case plain
            /// The numbers are the members of an object.
            case object
            /// The bytes are shown as they are.
            case bytes
        }

        let name: String
        let form: Form
        let numbers: [Number]
        /// Bytes of the field, without what aligns it.
        let size: Int
        let alignment: Int

        /// The field of its numbers.
        private let make: @Sendable (Values) -> RadiotapField

        init(
            _ name: String, _ numbers: [Number], _ form: Form = .object, alignment: Int? = nil,
            make: @escaping @Sendable (Values) -> RadiotapField
        ) {
            self.name = name
            self.make = make
            self.form = form
            self.numbers = numbers
            size = numbers.reduce(0) { $0 + $1.bits } / 8
            self.alignment = alignment ?? numbers.reduce(1) { max($0, $1.alignment) }
        }

        static func plain(_ numbers: Number..., make: @escaping @Sendable (Values) -> RadiotapField) -> Layout {
            Layout(numbers[0].name, numbers, .plain, make: make)
        }

        func field(_ values: [UInt64]) -> RadiotapField { make(Values(words: values)) }
    }

    /// A number in a field, little-endian.
    struct Number: Sendable {
        let name: String
        let bits: Int
        let alignment: Int
        let codec: FieldCodec<UInt64>

        private init(_ name: String, bits: Int, alignment: Int? = nil, _ codec: FieldCodec<UInt64>) {
            self.name = name
            self.bits = bits
            self.alignment = alignment ?? bits / 8
            self.codec = codec
        }

        /// The same number, with what it says to people.
        func meaning(_ meaning: FieldMeaning) -> Number {
            Number(name, bits: bits, alignment: alignment, codec.meaning(meaning))
        }

        /// The same number, of a unit.
        func `in`(_ unit: FieldUnit) -> Number { meaning(.unit(unit)) }

        private static func unsigned<Value: FixedWidthInteger & UnsignedInteger & Sendable>(
            _ name: String, _ type: Value.Type
        ) -> Number {
            Number(
                name, bits: type.bitWidth,
                FieldCodec<Value>.number.map({ UInt64($0) }, back: { Value(truncatingIfNeeded: $0) }))
        }

        static func u8(_ name: String) -> Number { unsigned(name, UInt8.self) }
        static func u16(_ name: String) -> Number { unsigned(name, UInt16.self) }
        static func u32(_ name: String) -> Number { unsigned(name, UInt32.self) }
        static func u64(_ name: String) -> Number { unsigned(name, UInt64.self) }
        static func nibble(_ name: String) -> Number { Number(name, bits: 4, .number(upTo: 15)) }

        static func s8(_ name: String) -> Number {
            Number(
                name, bits: 8,
                FieldCodec<Int8>.number.map({ UInt64(truncatingIfNeeded: $0) }, back: { Int8(truncatingIfNeeded: $0) }))
        }

        /// Four bytes that are shown as they are.
        static func bytes(_ name: String) -> Number {
            let codec = FieldCodec<[UInt8]>.hex(count: 4).map(
                { $0.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } },
                back: { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
            return Number(name, bits: 32, alignment: 1, codec)
        }

        /// Shown in bits per second, in units of 500 kb/s.
        static let rate = Number(
            "rate", bits: 8,
            FieldCodec(
                encode: { .number($0 * 500_000) },
                decode: { (field, path) throws(FieldError) in
                    let rate = try FieldCodec<UInt64>.number(upTo: 255 * 500_000).decode(field, path)
                    guard rate % 500_000 == 0 else {
                        throw FieldError(path, "is not a multiple of 500000 bits per second")
                    }
                    return rate / 500_000
                },
                extreme: { UInt64($0.extremeNumber(UInt8.self)) }))
    }

    /// The numbers of a field in their order.
    struct Values {
        let words: [UInt64]

        subscript<Number: FixedWidthInteger>(_ index: Int) -> Number { Number(truncatingIfNeeded: words[index]) }

        /// Four bytes that are read as a number with the first byte on top.
        func bytes(_ index: Int) -> UInt32 { (self[index] as UInt32).byteSwapped }
    }

    /// The fields 0 to 27, by their numbers.
    static let layouts: [Layout] = [
        .plain(.u64("tsft").in(.microseconds)) { .tsft($0[0]) },
        .plain(.u8("flags")) { .flags(RadiotapFlags(rawValue: $0[0])) },
        .plain(.rate.in(.bitsPerSecond)) { .rate($0[0]) },
        .plain(.u16("channelFrequency").in(.megahertz), .u16("channelFlags")) {
            .channel(frequency: $0[0], flags: $0[1])
        },
        Layout("fhss", [.u8("hopSet"), .u8("hopPattern")], alignment: 2) { .fhss(hopSet: $0[0], hopPattern: $0[1]) },
        .plain(.s8("signal").in(.decibelMilliwatts)) { .signal($0[0]) },
        .plain(.s8("noise").in(.decibelMilliwatts)) { .noise($0[0]) },
        .plain(.u16("lockQuality")) { .lockQuality($0[0]) },
        .plain(.u16("txAttenuation")) { .txAttenuation($0[0]) },
        .plain(.u16("txAttenuationDecibels").in(.decibels)) { .txAttenuationDecibels($0[0]) },
        .plain(.s8("txPower").in(.decibelMilliwatts)) { .txPower($0[0]) },
        .plain(.u8("antenna")) { .antenna($0[0]) },
        .plain(.u8("signalDecibels").in(.decibels)) { .signalDecibels($0[0]) },
        .plain(.u8("noiseDecibels").in(.decibels)) { .noiseDecibels($0[0]) },
        .plain(.u16("rxFlags")) { .rxFlags($0[0]) },
        .plain(.u16("txFlags")) { .txFlags($0[0]) },
        .plain(.u8("rtsRetries")) { .rtsRetries($0[0]) },
        .plain(.u8("dataRetries")) { .dataRetries($0[0]) },
        Layout(
            "extendedChannel",
            [.u32("flags"), .u16("frequency").in(.megahertz), .u8("channel"), .u8("maxPower").in(.decibelMilliwatts)]
        ) {
            .extendedChannel(flags: $0[0], frequency: $0[1], channel: $0[2], maxPower: $0[3])
        },
        Layout("mcs", [.u8("known"), .u8("flags"), .u8("index")]) { .mcs(known: $0[0], flags: $0[1], index: $0[2]) },
        Layout("ampdu", [.u32("reference"), .u16("flags"), .u16("delimiter")]) {
            .ampdu(reference: $0[0], flags: $0[1], delimiter: $0[2])
        },
        Layout(
            "vht",
            [
                .u16("known"), .u8("flags"), .u8("bandwidth"), .bytes("mcsNSS"), .u8("coding"), .u8("group"),
                .u16("partialAID"),
            ]
        ) {
            .vht(
                VHT(
                    known: $0[0], flags: $0[1], bandwidth: $0[2], mcsNSS: $0.bytes(3), coding: $0[4], group: $0[5],
                    partialAID: $0[6]))
        },
        Layout(
            "timestamp",
            [.u64("value"), .u16("accuracy"), .nibble("unit"), .nibble("samplingPosition"), .u8("flags")]
        ) {
            .timestamp(value: $0[0], accuracy: $0[1], unitAndPosition: $0[2] | $0[3] << 4, flags: $0[4])
        },
        Layout("he", (1...6).map { .u16("data\($0)") }, .bytes) {
            .he(HE(data1: $0[0], data2: $0[1], data3: $0[2], data4: $0[3], data5: $0[4], data6: $0[5]))
        },
        Layout("heMultiUser", [.u16("flags1"), .u16("flags2"), .bytes("channel1"), .bytes("channel2")]) {
            .heMultiUser(flags1: $0[0], flags2: $0[1], channel1: $0.bytes(2), channel2: $0.bytes(3))
        },
        Layout("heOtherUser", [.u16("user1"), .u16("user2"), .u8("position"), .u8("known")]) {
            .heOtherUser(user1: $0[0], user2: $0[1], position: $0[2], known: $0[3])
        },
        .plain(.u8("zeroLengthPSDU")) { .zeroLengthPSDU($0[0]) },
        Layout("legacySignal", [.u16("known"), .u16("rateAndLength")]) {
            .legacySignal(known: $0[0], rateAndLength: $0[1])
        },
    ]

    /// Bytes and alignment of the fields 0 to 27.
    static let sizes = layouts.map { (size: $0.size, alignment: $0.alignment) }

    /// Reads the field of a number below 28 at its position.
    init(number: Int, parsing input: inout ByteReader) throws(WireError) {
        let layout = Self.layouts[number]
        self = layout.field(layout.values(try input.readBytes(layout.size, "radiotap field")))
    }

    /// Writes the field's bytes, without what aligns them.
    func serialize(into output: inout ByteWriter) {
        switch self {
        case .vendor(let organization, let subspace, let bytes):
            let kept = bytes.prefix(0xFFFF)
            output.writeUInt24(organization)
            output.writeUInt8(subspace)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
            output.writeBytes(kept)
        case .tlv(let type, let bytes):
            let kept = bytes.prefix(0xFFFF)
            output.writeUInt16LittleEndian(type)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
            output.writeFixed(kept, (kept.count + 3) & ~3)
        default: output.writeBytes(Self.layouts[Int(number)].bytes(content.values))
        }
    }

    /// The field as it is shown; of a channel two fields.
    package var fieldValues: [FrameField] {
        switch self {
        case .vendor(let organization, let subspace, let bytes):
            let organization = FrameField("organization", FieldCodec.organization.encode(organization))
            return [organization, .number("subspace", subspace), .hex("data", bytes)]
        case .tlv(let type, let bytes): return [.number("type", type), .hex("data", bytes)]
        default:
            let (number, values) = content
            let layout = Self.layouts[Int(number)]
            let members = zip(layout.numbers, values).map { FrameField($0.name, $0.codec.encode($1), $0.codec.meaning) }
            switch layout.form {
            case .plain: return members
            case .object: return [FrameField(layout.name, .object(members))]
            case .bytes: return [.hex(layout.name, layout.bytes(values))]
            }
        }
    }

    /// The fields 0 to 27 that are given, in the order of their numbers. Numbers that are not given are 0.
    package static func fields(of object: FieldObject) throws(FieldError) -> [RadiotapField] {
        var fields: [RadiotapField] = []
        for layout in layouts {
            guard let value = object.members[layout.name] else { continue }
            let values: [UInt64]
            switch layout.form {
            case .plain: values = try layout.values(object)
            case .object: values = try layout.values(FieldObject(value, path: object.path(layout.name)))
            case .bytes:
                values = layout.values(
                    try FieldCodec<[UInt8]>.hex(count: layout.size).decode(value, object.path(layout.name)))
            }
            fields.append(layout.field(values))
        }
        return fields
    }

    /// One of each of the fields 0 to 27, with values at which programs break.
    package static func extremes(from source: inout any ExtremeSource) -> [RadiotapField] {
        layouts.map { layout in layout.field(layout.numbers.map { $0.codec.extreme(&source) }) }
    }
}

extension RadiotapField.Layout {
    /// The numbers in the bytes of the field, all of which are multiples of four bits, the lowest first.
    fileprivate func values(_ bytes: [UInt8]) -> [UInt64] {
        var digits = bytes.flatMap { [$0 & 15, $0 >> 4] }[...]
        return numbers.map { number in
            let value = digits.prefix(number.bits / 4).reversed().reduce(0) { $0 << 4 | UInt64($1) }
            digits = digits.dropFirst(number.bits / 4)
            return value
        }
    }

    fileprivate func values(_ object: FieldObject) throws(FieldError) -> [UInt64] {
        var values: [UInt64] = []
        for number in numbers { values.append(try object.value(number.name, number.codec) ?? 0) }
        return values
    }

    fileprivate func bytes(_ values: [UInt64]) -> [UInt8] {
        let digits = zip(numbers, values).flatMap { number, value in
            stride(from: 0, to: number.bits, by: 4).map { UInt8(truncatingIfNeeded: value >> $0 & 15) }
        }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] | digits[$0 + 1] << 4 }
    }
}
