import WireCoding
import WirelessFrames

extension LayerWalk {
    mutating func radiotap(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header: RadiotapHeader
            let atStart = input
            try input.require(RadiotapHeader.minimumSize, "radiotap header")
            let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
            do throws(WireError) {
                header = try RadiotapHeader(parsing: &input)
            } catch {
                // Presence words that run out of the header do not hide the frame, which the length finds.
                guard length >= RadiotapHeader.minimumSize, length <= atStart.remaining else { throw error }
                fault("radiotap", error)
                header = RadiotapHeader(
                    version: bytes[offset], padding: bytes[offset &+ 1], presence: [],
                    content: bytes.copied(offset &+ 4..<offset &+ length))
            }
            let (groups, error) = header.groups(baseOffset: offset)
            if let error { fault("radiotap", error) }
            append("radiotap", offset, length, fields(header, groups))
            let view = RadiotapView(bytes.extracting(offset..<bytes.count))
            ieee80211(bytes, offset &+ length, flags: view?.flags ?? [])
        } catch {
            fault("radiotap", error)
        }
    }

    private func fields(_ header: RadiotapHeader, _ groups: [[RadiotapField]]) -> [FrameField] {
        var fields = [
            FrameField("version", .number(header.version)), FrameField("length", .integer(Int64(header.length))),
            FrameField("present", .list(header.presence.map { .number($0) })),
        ]
        for field in groups.first ?? [] { fields += self.fields(field) }
        let antennas = groups.dropFirst().compactMap(antenna)
        if !antennas.isEmpty { fields.append(FrameField("antennas", .list(antennas))) }
        let rest = groups.dropFirst().joined().filter { $0.number >= 28 }
        for field in rest { fields += self.fields(field) }
        return fields
    }

    /// What a further presence word tells of one antenna, nil if nothing.
    private func antenna(_ group: [RadiotapField]) -> FieldValue? {
        var fields: [FrameField] = []
        for field in group {
            switch field {
            case .signal(let value): fields.append(FrameField("signal", .integer(Int64(value))))
            case .antenna(let value): fields.append(FrameField("antenna", .number(value)))
            default: break
            }
        }
        return fields.isEmpty ? nil : .object(fields)
    }

    private func fields(_ field: RadiotapField) -> [FrameField] {
        switch field {
        case .tsft(let value): [FrameField("tsft", .number(value))]
        case .flags(let flags): [FrameField("flags", .number(flags.rawValue))]
        case .rate(let value): [FrameField("rate", .number(UInt64(value) * 500_000))]
        case .channel(let frequency, let flags):
            [FrameField("channelFrequency", .number(frequency)), FrameField("channelFlags", .number(flags))]
        case .signal(let value): [FrameField("signal", .integer(Int64(value)))]
        case .noise(let value): [FrameField("noise", .integer(Int64(value)))]
        case .antenna(let value): [FrameField("antenna", .number(value))]
        case .mcs(let known, let flags, let index):
            [
                object("mcs", ("known", .number(known)), ("flags", .number(flags)), ("index", .number(index)))
            ]
        case .ampdu(let reference, let flags, _):
            [object("ampdu", ("reference", .number(reference)), ("flags", .number(flags)))]
        case .vht(let vht):
            [
                object(
                    "vht", ("known", .number(vht.known)), ("flags", .number(vht.flags)),
                    ("bandwidth", .number(vht.bandwidth)), ("mcsNSS", hex(vht.mcsNSS)),
                    ("coding", .number(vht.coding)), ("group", .number(vht.group)),
                    ("partialAID", .number(vht.partialAID)))
            ]
        case .timestamp(let value, let accuracy, let unit, let flags):
            [
                object(
                    "timestamp", ("value", .number(value)), ("accuracy", .number(accuracy)),
                    ("unit", .number(unit & 15)), ("samplingPosition", .number(unit >> 4)), ("flags", .number(flags)))
            ]
        case .other(let number, let bytes): [FrameField(number == 23 ? "he" : "field\(number)", .hex(bytes))]
        case .vendor(let organization, let subspace, let bytes):
            [
                object(
                    "vendor", ("organization", .number(organization)), ("subspace", .number(subspace)),
                    ("data", .hex(bytes)))
            ]
        case .tlv(let type, let bytes): [object("tlv", ("type", .number(type)), ("data", .hex(bytes)))]
        }
    }

    private func object(_ name: String, _ members: (String, FieldValue)...) -> FrameField {
        FrameField(name, .object(members.map { FrameField($0.0, $0.1) }))
    }

    private func hex(_ word: UInt32) -> FieldValue {
        var written = ByteWriter()
        written.writeUInt32(word)
        return .hex(written.bytes)
    }
}
