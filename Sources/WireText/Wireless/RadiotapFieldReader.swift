import WireCoding
import WirelessFrames

/// Builds fields of a radiotap header from their JSON object.
enum RadiotapFieldReader {
    /// The fields that a presence word announces, in the order of their numbers.
    static func fields(_ object: JSONObjectReader) throws(WireJSONError) -> [RadiotapField] {
        var fields: [RadiotapField] = []
        for number in 0..<28 {
            if let field = try field(number, object) { fields.append(field) }
        }
        return fields
    }

    private static func field(_ number: Int, _ object: JSONObjectReader) throws(WireJSONError) -> RadiotapField? {
        switch number {
        case 0: try object.number("tsft").map { .tsft($0) }
        case 1: try object.number("flags").map { .flags(RadiotapFlags(rawValue: $0)) }
        case 2: try rate(object)
        case 3: try channel(object)
        case 5: try object.signed("signal").map { .signal($0) }
        case 6: try object.signed("noise").map { .noise($0) }
        case 7: try object.number("lockQuality").map { .lockQuality($0) }
        case 8: try object.number("txAttenuation").map { .txAttenuation($0) }
        case 9: try object.number("txAttenuationDecibels").map { .txAttenuationDecibels($0) }
        case 10: try object.signed("txPower").map { .txPower($0) }
        case 11: try object.number("antenna").map { .antenna($0) }
        case 12: try object.number("signalDecibels").map { .signalDecibels($0) }
        case 13: try object.number("noiseDecibels").map { .noiseDecibels($0) }
        case 14: try object.number("rxFlags").map { .rxFlags($0) }
        case 15: try object.number("txFlags").map { .txFlags($0) }
        case 16: try object.number("rtsRetries").map { .rtsRetries($0) }
        case 17: try object.number("dataRetries").map { .dataRetries($0) }
        case 23: try highEfficiency(object)
        case 26: try object.number("zeroLengthPSDU").map { .zeroLengthPSDU($0) }
        default: try composed(number, object)
        }
    }

    private static func rate(_ object: JSONObjectReader) throws(WireJSONError) -> RadiotapField? {
        guard let rate: UInt32 = try object.number("rate", maximum: 255 * 500_000) else { return nil }
        guard rate % 500_000 == 0 else { throw object.error("rate", "is not a multiple of 500000 bits per second") }
        return .rate(UInt8(rate / 500_000))
    }

    private static func channel(_ object: JSONObjectReader) throws(WireJSONError) -> RadiotapField? {
        guard let frequency: UInt16 = try object.number("channelFrequency") else { return nil }
        return .channel(frequency: frequency, flags: try object.number("channelFlags") ?? 0)
    }

    private static func highEfficiency(_ object: JSONObjectReader) throws(WireJSONError) -> RadiotapField? {
        guard let bytes = try object.bytes("he", count: 12) else { return nil }
        var input = ByteReader(bytes.span)
        return (try? RadiotapField.HE(parsing: &input)).map { .he($0) }
    }

    /// Fields of several numbers, which are objects.
    private static func composed(
        _ number: Int, _ outer: JSONObjectReader
    ) throws(WireJSONError) -> RadiotapField? {
        let names = [
            4: "fhss", 18: "extendedChannel", 19: "mcs", 20: "ampdu", 21: "vht", 22: "timestamp", 24: "heMultiUser",
            25: "heOtherUser", 27: "legacySignal",
        ]
        guard let name = names[number], let object = try outer.object(name) else { return nil }
        switch number {
        case 4: return .fhss(hopSet: try object.number("hopSet") ?? 0, hopPattern: try object.number("hopPattern") ?? 0)
        case 18:
            return .extendedChannel(
                flags: try object.number("flags") ?? 0, frequency: try object.number("frequency") ?? 0,
                channel: try object.number("channel") ?? 0, maxPower: try object.number("maxPower") ?? 0)
        case 19:
            return .mcs(
                known: try object.number("known") ?? 0, flags: try object.number("flags") ?? 0,
                index: try object.number("index") ?? 0)
        case 20:
            return .ampdu(
                reference: try object.number("reference") ?? 0, flags: try object.number("flags") ?? 0,
                delimiter: try object.number("delimiter") ?? 0)
        case 21:
            return .vht(
                RadiotapField.VHT(
                    known: try object.number("known") ?? 0, flags: try object.number("flags") ?? 0,
                    bandwidth: try object.number("bandwidth") ?? 0, mcsNSS: try word("mcsNSS", object),
                    coding: try object.number("coding") ?? 0, group: try object.number("group") ?? 0,
                    partialAID: try object.number("partialAID") ?? 0))
        case 22:
            let unit: UInt8 = try object.number("unit", maximum: 15) ?? 0
            let position: UInt8 = try object.number("samplingPosition", maximum: 15) ?? 0
            return .timestamp(
                value: try object.number("value") ?? 0, accuracy: try object.number("accuracy") ?? 0,
                unitAndPosition: unit | position << 4, flags: try object.number("flags") ?? 0)
        case 24:
            return .heMultiUser(
                flags1: try object.number("flags1") ?? 0, flags2: try object.number("flags2") ?? 0,
                channel1: try word("channel1", object), channel2: try word("channel2", object))
        case 25:
            return .heOtherUser(
                user1: try object.number("user1") ?? 0, user2: try object.number("user2") ?? 0,
                position: try object.number("position") ?? 0, known: try object.number("known") ?? 0)
        default:
            return .legacySignal(
                known: try object.number("known") ?? 0, rateAndLength: try object.number("rateAndLength") ?? 0)
        }
    }

    /// Four bytes as a number, the first on top.
    private static func word(_ key: String, _ object: JSONObjectReader) throws(WireJSONError) -> UInt32 {
        try object.bytes(key, count: 4)?.reduce(0) { $0 << 8 | UInt32($1) } ?? 0
    }
}
