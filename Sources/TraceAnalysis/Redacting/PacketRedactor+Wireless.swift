import DNSWire
import PacketDissection
import WireCoding
import WirelessFrames

// Frames of radios.
extension PacketRedactor {
    func wireless(_ layer: FrameLayer, _ draft: inout PacketDraft) -> Bool {
        let (start, length) = (layer.offset, layer.length)
        let range = start..<min(start + length, draft.count)
        switch layer.name {
        case "radiotap":
            // What vendors add may be anything, and so the whole header is blank then.
            let isKnown = !layer.fields.contains { $0.name == "vendors" || $0.name == "tlvs" }
            draft.keep(start, isKnown ? length : 4)
            if !isKnown { noteBlanked() }
        case "avs": draft.keep(start, min(length, 64))
        case "prism":
            draft.keep(start, 8)
            draft.keep(start + 24, length - 24)
        case "ppi": perPacketInformation(range, &draft)
        case "ieee80211": frame(layer, &draft)
        case "awdlData": dataHeader(layer, range, &draft)
        case "awdl": actionFrame(range, &draft)
        case "nan": neighborAwareness(layer, range, &draft)
        default: return false
        }
        return true
    }

    /// The types and lengths of fields, and what radios say of 802.11 frames; others have places.
    private func perPacketInformation(_ range: Range<Int>, _ draft: inout PacketDraft) {
        var input = ByteReader(draft.input.span.extracting(range))
        guard var header = PPIHeader.parsePrefix(&input)?.header else { return }
        for index in header.fields.indices where !(2...4).contains(header.fields[index].type) {
            header.fields[index].value = header.fields[index].value.map { _ in 0 }
        }
        header.rest = header.rest.map { _ in 0 }
        let bytes = ByteWriter.bytes(header.serialize(into:))
        if bytes.count == range.count { draft.put(bytes, at: range.lowerBound) } else { draft.keep(range.prefix(8)) }
    }

    private func frame(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        let start = layer.offset
        draft.keep(start, layer.length)
        for (name, place) in [("address1", 4), ("address2", 10), ("address3", 16), ("address4", 24)]
        where layer.fields.contains(where: { $0.name == name && $0.value != .null }) {
            linkAddresses([start + place], &draft)
        }
        // An action frame that no other rule writes is one of a vendor without a number: zeros would be of another kind.
        if layer.fields.contains(where: { $0.name == "category" }) {
            draft.put(CollectionOfOne<UInt8>(127), at: start + layer.length)
        }
        // The fixed part of a beacon, and which elements it has: those of Wi-Fi Aware are found by that.
        guard layer.fields.contains(where: { $0.name == "beaconInterval" }) else { return }
        let body = start + layer.length
        draft.keep(body, 12)
        var offset = body + 12
        while offset + 2 <= draft.count {
            draft.keep(offset, 2)
            offset += 2 + draft.byte(offset + 1)
        }
    }

    /// The check at the end of an 802.11 frame.
    func frameCheck(_ description: FrameDescription, _ draft: inout PacketDraft) {
        guard let layer = description.layers.first(where: { $0.name == "ieee80211" }),
            let valid = layer.fields.first(where: { $0.name == "fcsValid" })?.value, draft.count >= layer.offset + 4
        else { return }
        let end = draft.count - FrameCheckSequence.size
        guard end > layer.offset else { return }
        let check = FrameCheckSequence.of(draft.output.span.extracting(layer.offset..<end))
        let value = valid == .boolean(true) ? check : check ^ 1
        draft.put((0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }, at: end)
    }
}

// MARK: - AWDL and Wi-Fi Aware

extension PacketRedactor {
    /// Element by element: one that cannot be written with other values is zeros of the same length.
    private func actionFrame(_ range: Range<Int>, _ draft: inout PacketDraft) {
        var input = ByteReader(draft.input.span.extracting(range))
        guard var frame = try? AWDLActionFrame(parsing: &input) else { return noteBlanked() }
        for index in frame.elements.indices {
            let element = frame.elements[index]
            let count = element.valueBytes.count
            let fields = FieldValue.object(redacted(element.fieldValues))
            if let object = try? FieldObject(fields, path: ""), !object.has("value"),
                let replaced = try? AWDLTLV(fields: object), replaced.valueBytes.count == count
            {
                frame.elements[index] = replaced
            } else {
                frame.elements[index] = AWDLTLV(type: element.type, raw: [UInt8](repeating: 0, count: count))
                noteBlanked()
            }
        }
        frame.rest = frame.rest.map { _ in 0 }
        let bytes = ByteWriter.bytes(frame.serialize(into:))
        if bytes.count == range.count { draft.put(bytes, at: range.lowerBound) } else { noteBlanked() }
    }

    /// The short form has only numbers; the long one has elements between.
    private func dataHeader(_ layer: FrameLayer, _ range: Range<Int>, _ draft: inout PacketDraft) {
        guard range.count > AWDLDataHeader.shortSize else { return draft.keep(range) }
        guard let object = try? FieldObject(.object(redacted(layer.fields)), path: ""),
            let header = try? AWDLDataHeader(fields: object)
        else { return noteBlanked() }
        let bytes = ByteWriter.bytes(header.serialize(into:))
        if bytes.count == range.count { draft.put(bytes, at: range.lowerBound) } else { noteBlanked() }
    }

    private func neighborAwareness(_ layer: FrameLayer, _ range: Range<Int>, _ draft: inout PacketDraft) {
        guard let object = try? FieldObject(.object(redacted(layer.fields)), path: ""),
            let frame = try? NANFrame(fields: object)
        else { return noteBlanked() }
        let bytes = ByteWriter.bytes(frame.serialize(into:))
        if bytes.count == range.count { draft.put(bytes, at: range.lowerBound) } else { noteBlanked() }
    }

    /// The fields of an element with other texts and addresses, and zeros for bytes that no field explains.
    private func redacted(_ fields: [FrameField]) -> [FrameField] {
        // What follows from other fields would contradict them.
        fields.filter { !Self.derived.contains($0.name) }.map { field in
            FrameField(field.name, redacted(field.value, field.name))
        }
    }

    private static let derived: Set<String> = ["anchorMasterRank", "serviceName", "error"]
    /// Words and numbers as texts.
    private static let words: Set<String> = [
        "typeName", "idName", "type", "frame", "subtype", "headerVersion", "version", "encoding", "recordType", "kind",
        "status", "reason", "form", "oui",
    ]
    private static let numbers: Set<String> = ["slots", "padding", "bitmap", "control", "listControl"]
    private static let attributes: Set<String> = ["txt", "text", "strings", "texts"]

    private func redacted(_ value: FieldValue, _ name: String) -> FieldValue {
        switch value {
        case .list(let values): .list(values.map { redacted($0, name) })
        case .object(let fields): .object(redacted(fields))
        case .hex(let bytes): Self.numbers.contains(name) ? value : .hex(bytes.map { _ in 0 })
        case .text(let text):
            Self.words.contains(name) || Self.numbers.contains(name) ? value : .text(redacted(text, name))
        default: value
        }
    }

    private func redacted(_ text: String, _ name: String) -> String {
        if name == "countryCode" { return "XX" }
        if let address = LinkAddress(text) { return standIns.addresses.standIn(for: address).description }
        if let address = IPAddress(text) { return standIns.addresses.standIn(for: address).description }
        if name.hasPrefix("serviceID") { return standIns.texts.identifier(for: text) }
        if Self.attributes.contains(name) {
            return String(decoding: standIns.attribute(text.utf8), as: UTF8.self)
        }
        // Names are written with dots, and codes for their ends in angle brackets.
        guard let labels = try? EscapedText.labels(of: text) else {
            return String(decoding: standIns.texts.standIn(for: text.utf8), as: UTF8.self)
        }
        return standIns.labels(labels).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }
}
