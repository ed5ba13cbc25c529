import PacketDissection
import WireCoding
import WirelessFrames

/// Builds an attribute of Wi-Fi Aware from its JSON object.
struct NANAttributeReader {
    let object: JSONObjectReader

    func attribute() throws(WireJSONError) -> NANAttribute {
        let id = NANAttributeID(rawValue: try object.required(object.number("id"), "id"))
        if let body = try object.bytes("value") {
            try object.expectOnly(["id", "length", "value", "error"])
            return try attribute(id, body: body)
        }
        guard let known = NANAttribute.body(of: id) else { throw object.error("value", "is missing") }
        let attribute = NANAttribute(
            id: id, value: .body(try known.init(fields: object)), rest: try object.bytes("rest") ?? [])
        try object.expectAgreement(with: attribute.fieldValues, ignoring: ["serviceName"])
        try expectReadBack(of: attribute)
        return attribute
    }

    /// Throws for an attribute whose bytes differ from what it was built from, for example because a part does not fit.
    private func expectReadBack(of attribute: NANAttribute) throws(WireJSONError) {
        var written = ByteWriter()
        attribute.serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        let read = try? NANAttribute(parsing: &input)
        guard read != attribute || !input.isAtEnd else { return }
        if case .malformed(_, let error) = read?.value {
            throw object.error("id", "is of an attribute that has no room for all that is given: \(error)")
        }
        let told = read?.fieldValues ?? []
        let lost = attribute.fieldValues.first { field in
            field.name != "length" && !told.contains(field)
        }
        throw object.error(lost?.name ?? "id", "does not fit into the attribute")
    }

    /// These bytes as an attribute with that ID.
    private func attribute(_ id: NANAttributeID, body: [UInt8]) throws(WireJSONError) -> NANAttribute {
        guard body.count <= 0xFFFF else { throw object.error("value", "has more than 65535 bytes") }
        var written = ByteWriter()
        NANAttribute(id: id, value: .other(body)).serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        guard let attribute = try? NANAttribute(parsing: &input) else {
            throw object.error("value", "makes no attribute")
        }
        return attribute
    }
}
