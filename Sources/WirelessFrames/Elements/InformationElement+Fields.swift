import WireCoding

extension InformationElement {
    /// The fields: number, length and `body`, which is whole; then what the body says, where its kind is known.
    public var fieldValues: [FrameField] {
        var fields = [
            FrameField("id", .number(id.rawValue)), FrameField("length", .integer(Int64(body.count))),
            FrameField("body", .hex(body)),
        ]
        if let number = idExtension { fields.append(FrameField("idExtension", .number(number.rawValue))) }
        do throws(WireError) {
            if let value = try value() { fields += value.fieldValues }
        } catch {
            fields.append(FrameField("error", .text(error.description)))
        }
        return fields
    }

    /// Reads `id` and `body`, or instead of these the `ssid` of a network or the `channel` of a radio.
    public init(fields object: FieldObject) throws(FieldError) {
        if let body = try object.value("body", .hex) {
            guard body.count <= Self.maximumLength else {
                throw object.error("body", "has \(body.count) bytes; there is room for 255")
            }
            self.init(id: ElementID(rawValue: try object.required(object.number("id"), "id")), body: body)
        } else if let name = try object.text("ssid") {
            guard name.utf8.count <= Self.maximumSSIDLength else {
                throw object.error("ssid", "has \(name.utf8.count) bytes; there is room for 32")
            }
            self.init(.ssid(Array(name.utf8)))
        } else if let channel: UInt8 = try object.number("channel") {
            self.init(.dsParameterSet(channel: channel))
        } else {
            throw object.error("body", "is missing")
        }
        try object.expectAgreement(with: fieldValues)
    }
}

extension FieldCodec where Value == InformationElement {
    public static var informationElement: FieldCodec {
        FieldCodec(
            encode: { .object($0.fieldValues) },
            decode: { (field, path) throws(FieldError) in
                try InformationElement(fields: FieldObject(field, path: path))
            },
            extreme: { source in
                InformationElement(
                    id: ElementID(rawValue: source.extremeNumber(UInt8.self)),
                    body: source.extremeBytes(from: 0, upTo: InformationElement.maximumLength))
            })
    }
}

extension InformationElement.Value {
    /// What the body says, for reading.
    var fieldValues: [FrameField] {
        switch self {
        case .ssid(let name): [FrameField("ssid", .text(String(decoding: name, as: UTF8.self)))]
        case .supportedRates(let rates), .extendedSupportedRates(let rates):
            [FrameField("rates", .list(rates.compactMap(\.bitsPerSecond).map { .number($0) }))]
        case .dsParameterSet(let channel): [FrameField("channel", .number(channel))]
        case .country(let country):
            [
                FrameField("country", .text(Self.text(country.code))),
                FrameField(
                    "triplets",
                    .list(
                        country.triplets.map { triplet in
                            .list([triplet.first, triplet.second, triplet.third].map { .number($0) })
                        })),
            ]
        case .htCapabilities(let capabilities):
            [
                FrameField("capabilityInfo", .number(capabilities.capabilityInformation)),
                FrameField("streams", .integer(Int64(capabilities.receiveStreams))),
            ]
        case .htOperation(let operation):
            [
                FrameField("primaryChannel", .number(operation.primaryChannel)),
                FrameField("secondaryChannelOffset", .integer(Int64(operation.secondaryChannelOffset))),
            ]
        case .vhtCapabilities(let capabilities):
            [
                FrameField("capabilityInfo", .number(capabilities.capabilityInformation)),
                FrameField("streams", .integer(Int64(capabilities.receiveStreams))),
            ]
        case .vhtOperation(let operation):
            [
                FrameField("channelWidth", .number(operation.channelWidth)),
                FrameField(
                    "centerSegments",
                    .list([
                        .number(operation.centerSegment0), .number(operation.centerSegment1),
                    ])),
            ]
        case .heCapabilities(let capabilities):
            [
                FrameField("macCapabilities", .hex(capabilities.macCapabilities)),
                FrameField("phyCapabilities", .hex(capabilities.phyCapabilities)),
            ]
        case .vendorSpecific(let vendor):
            [
                FrameField("organization", .number(vendor.organization)),
                FrameField("vendorType", vendor.type.map { .number($0) } ?? .null),
            ]
        }
    }

    /// The characters of a country; those that are not printable become full stops.
    private static func text(_ code: UInt32) -> String {
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
    }
}
