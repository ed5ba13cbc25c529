/// How values that have a text form are encoded: as that text.
package enum TextCoding {
    /// - Throws: `DecodingError` for a text that is no such value.
    package static func decode<Value: LosslessStringConvertible>(
        _ type: Value.Type, from decoder: any Decoder
    ) throws -> Value {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Value(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(type): \(text)")
        }
        return value
    }

    package static func encode(_ value: some LosslessStringConvertible, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.description)
    }
}

extension IPAddress: LosslessStringConvertible, Codable {
    /// - Throws: `DecodingError` for a text that is no address.
    public init(from decoder: any Decoder) throws { self = try TextCoding.decode(Self.self, from: decoder) }

    /// As its text: `"fe80::1"`.
    public func encode(to encoder: any Encoder) throws { try TextCoding.encode(self, to: encoder) }
}

extension LinkAddress: LosslessStringConvertible, Codable {
    /// - Throws: `DecodingError` for a text that is no address.
    public init(from decoder: any Decoder) throws { self = try TextCoding.decode(Self.self, from: decoder) }

    /// As its text: `"02:4d:44:4e:53:01"`.
    public func encode(to encoder: any Encoder) throws { try TextCoding.encode(self, to: encoder) }
}
