import WireCoding
import WirelessFrames

/// A header that a radio in monitor mode puts before a frame. Some snap lengths are shorter: it is shown as far as it goes.
protocol CuttableHeader {
    /// The fields that are there whole; nil if there are none.
    static func fields(ofCut input: inout ByteReader) -> [FrameField]?
}

extension RadiotapHeader: CuttableHeader {
    static func fields(ofCut input: inout ByteReader) -> [FrameField]? {
        guard let (header, length) = parsePrefix(&input), length > input.position else { return nil }
        return RadiotapFields.fields(header, statedLength: length).fields
    }
}

extension PrismHeader: ShownHeader, CuttableHeader {
    var shownFields: [FrameField] {
        let items = items.map { item in
            FieldValue.object([
                .number("identifier", item.identifier), .number("status", item.status), .number("value", item.value),
            ])
        }
        var fields: [FrameField] = [.number("messageCode", messageCode), FrameField("items", .list(items))]
        if let channel = value(.channel) { fields.append(.number("channel", channel)) }
        if let signal { fields.append(.signed("signal", signal, .unit(.decibelMilliwatts))) }
        if let noise { fields.append(.signed("noise", noise, .unit(.decibelMilliwatts))) }
        return fields
    }

    static func fields(ofCut input: inout ByteReader) -> [FrameField]? {
        guard let (header, length) = parsePrefix(&input), length > input.position else { return nil }
        return header.shownFields.filter { $0.name != "items" || !header.items.isEmpty }
    }
}

extension AVSHeader: ShownHeader, CuttableHeader {
    var shownFields: [FrameField] { fields(upTo: Self.minimumSize) }

    static func fields(ofCut input: inout ByteReader) -> [FrameField]? {
        let header = parsePrefix(&input)
        let fields = header.fields(upTo: input.position)
        return fields.isEmpty ? nil : fields
    }

    /// The fields that end within so many bytes.
    private func fields(upTo count: Int) -> [FrameField] {
        let fields: [(end: Int, field: FrameField)] = [
            (4, .number("version", version)), (16, .number("macTime", macTime)), (32, .number("channel", channel)),
            (36, .number("rate", UInt64(rate) * 100_000, .unit(.bitsPerSecond))),
            (48, .number("signalType", signalType)),
            (52, .signed("signal", signal)), (56, .signed("noise", noise)),
        ]
        return fields.filter { $0.end <= count }.map(\.field)
    }
}

extension PPIHeader: CuttableHeader {
    var shownFields: [FrameField] {
        var fields: [FrameField] = [.number("linkType", dataLinkType)]
        if let common {
            fields += [
                .number("tsft", common.radioTime, .unit(.microseconds)), .number("flags", common.flags),
                .number("rate", UInt64(common.rate) * 500_000, .unit(.bitsPerSecond)),
                .number("channelFrequency", common.channelFrequency, .unit(.megahertz)),
                .signed("signal", common.signal, .unit(.decibelMilliwatts)),
                .signed("noise", common.noise, .unit(.decibelMilliwatts)),
            ]
        }
        return fields
    }

    static func fields(ofCut input: inout ByteReader) -> [FrameField]? {
        guard let (header, length) = parsePrefix(&input), length > input.position else { return nil }
        return header.shownFields
    }
}
