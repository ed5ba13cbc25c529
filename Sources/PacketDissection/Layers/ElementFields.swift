import WireCoding
import WirelessFrames

/// The content of elements of management frames, as fields with the names that `nearscope frames` and `nearscope
/// decode` use.
///
/// `body` is whole; what follows it says parts of it again, for reading.
public enum ElementFields {
    /// The fields of one element: number, length and body, then what the body says where its kind is known.
    public static func fields(_ element: InformationElement) -> [FrameField] {
        var fields = [
            FrameField("id", .number(element.id.rawValue)), FrameField("length", .integer(Int64(element.body.count))),
            FrameField("body", .hex(element.body)),
        ]
        if let number = element.idExtension { fields.append(FrameField("idExtension", .number(number.rawValue))) }
        do throws(WireError) {
            if let value = try element.value() { fields += self.fields(value) }
        } catch {
            fields.append(FrameField("error", .text(error.description)))
        }
        return fields
    }

    private static func fields(_ value: InformationElement.Value) -> [FrameField] {
        switch value {
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
