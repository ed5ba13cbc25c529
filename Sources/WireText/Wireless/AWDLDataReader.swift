import WireCoding
import WirelessFrames

/// Makes the AWDL header of a data frame, with the packet behind it, of the JSON object that has its fields.
struct AWDLDataReader {
    let object: JSONObjectReader

    func content() throws(WireJSONError) -> AWDLContent {
        try object.expectOnly([
            "sequenceNumber", "form", "mark", "leading", "tlvs", "trailing", "etherType", "head", "packet",
        ])
        let header = AWDLDataHeader(
            sequenceNumber: try object.number("sequenceNumber") ?? 0,
            etherType: try object.required(object.number("etherType"), "etherType"), form: try form(),
            head: try object.number("head") ?? AWDLDataHeader.magic)
        return .data(header, packet: try object.bytes("packet") ?? [])
    }

    private func form() throws(WireJSONError) -> AWDLDataHeader.Form {
        switch try object.text("form") ?? "short" {
        case "short":
            let mark: UInt16 = try object.number("mark") ?? 0
            guard mark >> 8 != 3 else { throw object.error("mark", "begins like the long form") }
            return .short(mark)
        case "long":
            return .long(
                leading: try region(object, "leading"), elements: try elements(),
                trailing: try region(object, "trailing"))
        default: throw object.error("form", "is neither short nor long")
        }
    }

    private func elements() throws(WireJSONError) -> [AWDLDataHeader.Element] {
        var elements: [AWDLDataHeader.Element] = []
        for (value, path) in try object.array("tlvs") ?? [] {
            let element = try JSONObjectReader(value, path: path)
            try element.expectOnly(["type", "length", "value"])
            let type: UInt8 = try element.required(element.number("type"), "type")
            guard type != 3 else { throw element.error("type", "is 3, which ends the elements") }
            elements.append(AWDLDataHeader.Element(type: type, value: try region(element, "value")))
        }
        guard elements.count <= AWDLDataHeader.maximumElements else {
            throw object.error("tlvs", "has more than \(AWDLDataHeader.maximumElements) elements")
        }
        return elements
    }

    private func region(_ object: JSONObjectReader, _ key: String) throws(WireJSONError) -> [UInt8] {
        let bytes = try object.bytes(key) ?? []
        guard bytes.count <= 255 else { throw object.error(key, "has more than 255 bytes") }
        return bytes
    }
}
