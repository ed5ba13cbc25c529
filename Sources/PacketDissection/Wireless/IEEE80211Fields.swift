import WireCoding
import WirelessFrames

/// The content of an 802.11 frame, as fields with the names that `nearscope frames` and `nearscope decode 80211` use.
public enum IEEE80211Fields {
    /// The fields of the MAC header.
    public static func fields(_ header: IEEE80211Header) -> [FrameField] {
        let control = header.frameControl
        var fields = [
            FrameField("frameControl", .number(control.rawValue)), FrameField("type", .number(control.type.rawValue)),
            FrameField("subtype", .number(control.subtype)), FrameField("duration", .number(header.duration)),
            FrameField("address1", .text(header.address1.description)),
        ]
        if let number = control.controlFrameExtension {
            fields.append(FrameField("controlFrameExtension", .number(number)))
        }
        for (name, address) in [
            ("address2", header.address2), ("address3", header.address3), ("address4", header.address4),
        ] {
            if let address { fields.append(FrameField(name, .text(address.description))) }
        }
        if let number = header.sequenceNumber { fields.append(FrameField("sequenceNumber", .number(number))) }
        if let number = header.fragmentNumber { fields.append(FrameField("fragmentNumber", .number(number))) }
        fields += [
            FrameField("toDS", .boolean(control.toDS)), FrameField("fromDS", .boolean(control.fromDS)),
            FrameField("moreFragments", .boolean(control.moreFragments)),
            FrameField("retry", .boolean(control.retry)),
            FrameField("powerManagement", .boolean(control.powerManagement)),
            FrameField("moreData", .boolean(control.moreData)),
            FrameField("protected", .boolean(control.isProtected)), FrameField("order", .boolean(control.order)),
        ]
        if let trafficID = header.trafficID { fields.append(FrameField("tid", .number(trafficID))) }
        if let control = header.qosControl { fields.append(FrameField("qosControl", .number(control))) }
        if let control = header.carriedFrameControl {
            fields.append(FrameField("carriedFrameControl", .number(control.rawValue)))
        }
        if let control = header.htControl {
            var written = ByteWriter()
            written.writeUInt32LittleEndian(control)
            fields.append(FrameField("htControl", .hex(written.bytes)))
        }
        return fields
    }

    /// The content of the body itself; undecoded bytes are left to ``content(_:)``.
    public static func fields(_ body: IEEE80211Frame.Body) -> [FrameField] {
        switch body {
        case .beacon(let beacon):
            return [
                FrameField("timestamp", .number(beacon.timestamp)),
                FrameField("beaconInterval", .number(beacon.interval)),
                FrameField("capabilityInfo", .number(beacon.capabilities)),
            ] + fields(beacon.elements)
        case .action(let action):
            var fields = [FrameField("category", .number(action.category.rawValue))]
            if let number = action.action { fields.append(FrameField("action", .number(number))) }
            if let organization = action.organization {
                let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: organization >> $0) }
                fields.append(FrameField("organization", .hex(bytes)))
            }
            return fields
        case .elements(let fixed, let elements): return [FrameField("fixed", .hex(fixed))] + fields(elements)
        case .protected(let header, _):
            var written = ByteWriter()
            header.serialize(into: &written)
            return [FrameField("cipherHeader", .hex(written.bytes)), FrameField("keyID", .number(header.keyID))]
        case .aggregate, .bytes: return []
        }
    }

    /// The parts of the body that other layers read: subframes, content, and bytes.
    public static func content(_ body: IEEE80211Frame.Body) -> [FrameField] {
        switch body {
        case .beacon, .elements: return []
        case .action(let action): return [FrameField("content", .hex(action.content))]
        case .protected(_, let content): return [FrameField("content", .hex(content))]
        case .aggregate(let subframes, let rest):
            let objects = subframes.map { subframe in
                FieldValue.object(
                    fields(subframe) + [
                        FrameField("content", .hex(subframe.content)), FrameField("padding", .hex(subframe.padding)),
                    ])
            }
            return [FrameField("subframes", .list(objects))]
                + (rest.isEmpty ? [] : [FrameField("rest", .hex(rest))])
        case .bytes(let bytes): return [FrameField("body", .hex(bytes))]
        }
    }

    /// The fields of the header of a subframe of an aggregate.
    public static func fields(_ header: AMSDUSubframeHeader) -> [FrameField] {
        [
            FrameField("destination", .text(header.destination.description)),
            FrameField("source", .text(header.source.description)), FrameField("length", .number(header.length)),
        ]
    }

    private static func fields(_ subframe: AMSDUSubframe) -> [FrameField] {
        fields(
            AMSDUSubframeHeader(
                destination: subframe.destination, source: subframe.source,
                length: UInt16(truncatingIfNeeded: subframe.content.count)))
    }

    private static func fields(_ elements: InformationElementList) -> [FrameField] {
        [FrameField("elements", .list(elements.elements.map { .object($0.fieldValues) }))]
            + (elements.rest.isEmpty ? [] : [FrameField("rest", .hex(elements.rest))])
    }
}
