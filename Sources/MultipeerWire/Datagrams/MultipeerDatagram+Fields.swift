import WireCoding

extension MultipeerDatagram {
    /// What the datagram says, for people and for JSON.
    public var namedFields: [FrameField] {
        switch self {
        case .packet(let packet): packet.namedFields
        case .check(let check): [.text("kind", kind.rawValue)] + check.namedFields
        case .sealed(let record): [.text("kind", kind.rawValue)] + record.namedFields
        }
    }
}

extension MultipeerCheck {
    /// The transaction, what is known of the attributes, and all attributes in bytes.
    public var namedFields: [FrameField] {
        let transaction = ByteWriter.bytes { output in
            output.writeUInt64(transactionHigh)
            output.writeUInt32(transactionLow)
        }
        var fields: [FrameField] = [.code("type", type), .hex("transactionID", transaction)]
        if let tokens {
            fields += [.text("receiverToken", tokens.receiver), .text("senderToken", tokens.sender)]
        }
        if let role { fields.append(.text("role", "\(role)")) }
        if let counter { fields.append(.number("counter", counter)) }
        fields.append(.flag("isNominating", isNominating))
        if let mappedAddress {
            fields += [.text("mappedAddress", mappedAddress.address), .number("mappedPort", mappedAddress.port)]
        }
        if let addresses { fields.append(FrameField("addresses", .object(addresses.namedFields))) }
        let attributes: [FieldValue] = attributes.map { .object([.code("type", $0.type), .hex("value", $0.value)]) }
        fields.append(FrameField("attributes", .list(attributes)))
        return fields
    }
}

extension MultipeerSealedRecord {
    /// The header of the record, and the size of what it carries.
    public var namedFields: [FrameField] {
        [
            .code("contentType", contentType),
            .number("version", version, .hexadecimal(digits: 4)), .number("epoch", epoch),
            .number("sequenceNumber", sequenceNumber), .number("fragmentBytes", UInt64(fragment.count), .unit(.bytes)),
        ]
    }
}
