import WireCoding
import WirelessFrames

/// The content of an 802.11 frame, as fields with the names that `nearscope frames` and `nearscope decode 80211` use.
package enum IEEE80211Fields {
    /// The fields of the MAC header.
    package static func fields(_ header: IEEE80211Header) -> [FrameField] {
        let control = header.frameControl
        var fields: [FrameField] = [
            .code("frameControl", control), .code("type", control.type, FrameNames.type),
            .number("subtype", control.subtype, FrameNames.subtype(of: control.type)),
            .number("duration", header.duration, header.duration < 0x8000 ? .unit(.microseconds) : nil),
            .text("address1", header.address1),
        ]
        if let number = control.controlFrameExtension {
            fields.append(.number("controlFrameExtension", number))
        }
        for (name, address) in [
            ("address2", header.address2), ("address3", header.address3), ("address4", header.address4),
        ] {
            if let address { fields.append(FrameField(name, .text(address.description))) }
        }
        if let number = header.sequenceNumber { fields.append(.number("sequenceNumber", number)) }
        if let number = header.fragmentNumber { fields.append(.number("fragmentNumber", number)) }
        fields += [
            .flag("toDS", control.toDS), .flag("fromDS", control.fromDS), .flag("moreFragments", control.moreFragments),
            .flag("retry", control.retry), .flag("powerManagement", control.powerManagement),
            .flag("moreData", control.moreData), .flag("protected", control.isProtected), .flag("order", control.order),
        ]
        if let trafficID = header.trafficID { fields.append(.number("tid", trafficID)) }
        if let control = header.qosControl { fields.append(.number("qosControl", control)) }
        if let control = header.carriedFrameControl {
            fields.append(.code("carriedFrameControl", control))
        }
        if let control = header.htControl {
            fields.append(.hex("htControl", ByteWriter.bytes { $0.writeUInt32LittleEndian(control) }))
        }
        return fields
    }

    /// The fields of a MAC header of which only so many bytes are there.
    static func fields(_ header: IEEE80211Header, upTo count: Int) -> [FrameField] {
        fields(header).filter { field in
            switch field.name {
            case "duration": count >= 4
            case "address1": count >= IEEE80211Header.minimumSize
            default: true
            }
        }
    }

    /// The content of the body itself; undecoded bytes are left to ``content(_:)``.
    package static func fields(_ body: IEEE80211Frame.Body) -> [FrameField] {
        switch body {
        case .beacon(let beacon): return beacon.fieldValues
        case .action(let action):
            var fields: [FrameField] = [.code("category", action.category, FrameNames.category)]
            if let number = action.action { fields.append(.number("action", number)) }
            if let organization = action.organization {
                fields.append(FrameField("organization", FieldCodec.organization.encode(organization)))
            }
            return fields
        case .elements(let fixed, let elements): return [.hex("fixed", fixed)] + elements.fieldValues
        case .protected(let header, _):
            return [
                .hex("cipherHeader", ByteWriter.bytes(header.serialize(into:))), .number("keyID", header.keyID),
            ]
        case .aggregate, .bytes: return []
        }
    }

    /// The parts of the body that other layers read: subframes, content, and bytes.
    package static func content(_ body: IEEE80211Frame.Body) -> [FrameField] {
        switch body {
        case .beacon, .elements: return []
        case .action(let action): return [.hex("content", action.content)]
        case .protected(_, let content): return [.hex("content", content)]
        case .aggregate(let subframes, let rest):
            let objects = subframes.map { subframe in
                FieldValue.object(
                    subframe.header.namedFields + [
                        .hex("content", subframe.content), .hex("padding", subframe.padding),
                    ])
            }
            return [FrameField("subframes", .list(objects))]
                + (rest.isEmpty ? [] : [.hex("rest", rest)])
        case .bytes(let bytes): return [.hex("body", bytes)]
        }
    }
}
