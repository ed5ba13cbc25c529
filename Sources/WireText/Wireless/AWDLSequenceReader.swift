import WireCoding
import WirelessFrames

/// Makes a channel sequence of the JSON object that has its fields.
struct AWDLSequenceReader {
    static let keys = [
        "type", "length", "error", "count", "encoding", "duplicateCount", "stepCount", "fillChannel", "channels",
        "operatingClasses", "slots",
    ]

    let object: JSONObjectReader

    func sequence() throws(WireJSONError) -> AWDLChannelSequence {
        let encoding = AWDLChannelEncoding(rawValue: try object.number("encoding") ?? 3)
        let slots = try slots(encoding)
        guard (1...AWDLChannelSequence.maximumCount).contains(slots.count) else {
            throw object.error("channels", "has not from 1 to 256 channels")
        }
        let stepCount: UInt16 = try object.number("stepCount", maximum: 256) ?? 4
        guard stepCount > 0 else { throw object.error("stepCount", "is 0") }
        return AWDLChannelSequence(
            encoding: encoding, slots: slots, duplicateCount: try object.number("duplicateCount") ?? 0,
            stepCount: Int(stepCount), fillChannel: try object.number("fillChannel") ?? 0xFFFF)
    }

    private func slots(_ encoding: AWDLChannelEncoding) throws(WireJSONError) -> [UInt16] {
        let channels: [UInt8]? = try object.numbers("channels")
        switch encoding {
        case .simple: return try object.required(channels, "channels").map { UInt16($0) }
        case .legacy: return try legacySlots(channels)
        case .operatingClass:
            let channels = try object.required(channels, "channels")
            let classes: [UInt8] =
                try object.numbers("operatingClasses") ?? channels.map { $0 == 0 ? 0 : $0 <= 13 ? 81 : 128 }
            guard classes.count == channels.count else {
                throw object.error("operatingClasses", "has not as many numbers as channels")
            }
            return zip(channels, classes).map { UInt16($0) << 8 | UInt16($1) }
        default: throw object.error("encoding", "is not 0, 1 or 3")
        }
    }

    private func legacySlots(_ channels: [UInt8]?) throws(WireJSONError) -> [UInt16] {
        guard let texts = try object.texts("slots") else {
            // 20 MHz without a sideband, in the band that the number belongs to.
            return try object.required(channels, "channels").map { channel in
                channel == 0 ? 0 : (channel <= 14 ? 0x2B00 : 0x1B00) | UInt16(channel)
            }
        }
        var slots: [UInt16] = []
        for (text, path) in texts {
            guard text.utf8.count == 4, let slot = UInt16(text, radix: 16) else {
                throw WireJSONError(path, "is not made of four hexadecimal digits")
            }
            slots.append(slot)
        }
        let sequence = AWDLChannelSequence(encoding: .legacy, slots: slots)
        if let channels, channels != sequence.channels.map(\.controlChannel) {
            throw object.error("channels", "says another thing than slots; leave one of them out")
        }
        return slots
    }
}
