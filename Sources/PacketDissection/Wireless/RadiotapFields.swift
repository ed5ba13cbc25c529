import WireCoding
import WirelessFrames

/// The content of a radiotap header, as fields with the names that `nearscope frames` and `nearscope decode radiotap`
/// use.
public enum RadiotapFields {
    /// The fields whose offsets are known, and the reason why there are no more.
    ///
    /// Data announced by the first presence word become fields of the header, data announced by further ones become
    /// objects in `antennas`. Data of vendors and TLVs are in `vendors` and `tlvs`.
    ///
    /// - Parameter baseOffset: The offset of the header in the packet, for the error.
    public static func fields(
        _ header: RadiotapHeader, baseOffset: Int = 0
    ) -> (fields: [FrameField], error: WireError?) {
        let (groups, error) = header.groups(baseOffset: baseOffset)
        var fields = [
            FrameField("version", .number(header.version)), FrameField("length", .integer(Int64(header.length))),
            FrameField("present", .list(header.presence.map { .number($0) })),
        ]
        if header.padding != 0 { fields.append(FrameField("padding", .number(header.padding))) }
        for field in groups.first ?? [] where field.number < 28 { fields.append(contentsOf: Self.fields(field)) }
        let antennas = groups.dropFirst().map { group in group.filter { $0.number < 28 }.flatMap(Self.fields) }
            .filter { !$0.isEmpty }
        if !antennas.isEmpty { fields.append(FrameField("antennas", .list(antennas.map { .object($0) }))) }
        let others = groups.joined().filter { $0.number >= 28 }
        for (name, number) in [("vendors", 30), ("tlvs", 28)] {
            let objects = others.filter { $0.number == number }.map { FieldValue.object(Self.fields($0)) }
            if !objects.isEmpty { fields.append(FrameField(name, .list(objects))) }
        }
        return (fields, error)
    }

    /// One field; of a channel two.
    private static func fields(_ field: RadiotapField) -> [FrameField] {
        switch field {
        case .tsft(let value): [FrameField("tsft", .number(value))]
        case .flags(let flags): [FrameField("flags", .number(flags.rawValue))]
        case .rate(let value): [FrameField("rate", .number(UInt64(value) * 500_000))]
        case .channel(let frequency, let flags):
            [FrameField("channelFrequency", .number(frequency)), FrameField("channelFlags", .number(flags))]
        case .fhss(let hopSet, let hopPattern):
            [object("fhss", ("hopSet", .number(hopSet)), ("hopPattern", .number(hopPattern)))]
        case .signal(let value): [FrameField("signal", .integer(Int64(value)))]
        case .noise(let value): [FrameField("noise", .integer(Int64(value)))]
        case .lockQuality(let value): [FrameField("lockQuality", .number(value))]
        case .txAttenuation(let value): [FrameField("txAttenuation", .number(value))]
        case .txAttenuationDecibels(let value): [FrameField("txAttenuationDecibels", .number(value))]
        case .txPower(let value): [FrameField("txPower", .integer(Int64(value)))]
        case .antenna(let value): [FrameField("antenna", .number(value))]
        case .signalDecibels(let value): [FrameField("signalDecibels", .number(value))]
        case .noiseDecibels(let value): [FrameField("noiseDecibels", .number(value))]
        case .rxFlags(let value): [FrameField("rxFlags", .number(value))]
        case .txFlags(let value): [FrameField("txFlags", .number(value))]
        case .rtsRetries(let value): [FrameField("rtsRetries", .number(value))]
        case .dataRetries(let value): [FrameField("dataRetries", .number(value))]
        case .extendedChannel(let flags, let frequency, let channel, let maxPower):
            [
                object(
                    "extendedChannel", ("flags", .number(flags)), ("frequency", .number(frequency)),
                    ("channel", .number(channel)), ("maxPower", .number(maxPower)))
            ]
        case .mcs(let known, let flags, let index):
            [object("mcs", ("known", .number(known)), ("flags", .number(flags)), ("index", .number(index)))]
        case .ampdu(let reference, let flags, let delimiter):
            [
                object(
                    "ampdu", ("reference", .number(reference)), ("flags", .number(flags)),
                    ("delimiter", .number(delimiter)))
            ]
        case .vht(let vht):
            [
                object(
                    "vht", ("known", .number(vht.known)), ("flags", .number(vht.flags)),
                    ("bandwidth", .number(vht.bandwidth)), ("mcsNSS", hex { $0.writeUInt32(vht.mcsNSS) }),
                    ("coding", .number(vht.coding)), ("group", .number(vht.group)),
                    ("partialAID", .number(vht.partialAID)))
            ]
        case .timestamp(let value, let accuracy, let unit, let flags):
            [
                object(
                    "timestamp", ("value", .number(value)), ("accuracy", .number(accuracy)),
                    ("unit", .number(unit & 15)), ("samplingPosition", .number(unit >> 4)), ("flags", .number(flags)))
            ]
        case .he(let he): [FrameField("he", hex { he.serialize(into: &$0) })]
        case .heMultiUser(let flags1, let flags2, let channel1, let channel2):
            [
                object(
                    "heMultiUser", ("flags1", .number(flags1)), ("flags2", .number(flags2)),
                    ("channel1", hex { $0.writeUInt32(channel1) }), ("channel2", hex { $0.writeUInt32(channel2) }))
            ]
        case .heOtherUser(let user1, let user2, let position, let known):
            [
                object(
                    "heOtherUser", ("user1", .number(user1)), ("user2", .number(user2)),
                    ("position", .number(position)), ("known", .number(known)))
            ]
        case .zeroLengthPSDU(let type): [FrameField("zeroLengthPSDU", .number(type))]
        case .legacySignal(let known, let rateAndLength):
            [object("legacySignal", ("known", .number(known)), ("rateAndLength", .number(rateAndLength)))]
        case .vendor(let organization, let subspace, let bytes):
            [
                FrameField("organization", hex { $0.writeBytes(Self.bytes(of: organization)) }),
                FrameField("subspace", .number(subspace)), FrameField("data", .hex(bytes)),
            ]
        case .tlv(let type, let bytes): [FrameField("type", .number(type)), FrameField("data", .hex(bytes))]
        }
    }

    private static func object(_ name: String, _ members: (String, FieldValue)...) -> FrameField {
        FrameField(name, .object(members.map { FrameField($0.0, $0.1) }))
    }

    private static func hex(_ write: (inout ByteWriter) -> Void) -> FieldValue {
        var written = ByteWriter()
        write(&written)
        return .hex(written.bytes)
    }

    private static func bytes(of organization: UInt32) -> [UInt8] {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: organization >> $0) }
    }
}
