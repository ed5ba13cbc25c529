import WireCoding

/// A message of Protocol Buffers as a value, for what is shown as a whole: fields by number, or by name with a schema.
enum ProtobufTree {
    /// Messages within each other that are taken apart.
    private static let maximumDepth = 32

    /// The value of bytes that ``ProtobufWalker`` found sound.
    ///
    /// - Parameter message: The index of its type; -1 without a schema.
    static func value(_ bytes: Span<UInt8>, _ types: ProtobufTypes?, message: Int, depth: Int = 0) -> FieldValue {
        let type = message >= 0 ? types?.messages[message] : nil
        var fields: [FrameField] = []
        var places: [String: Int] = [:]
        var position = 0
        while position < bytes.count, let field = ProtobufField(bytes, at: &position) {
            let known = type?.field(field.number)
            let name = known?.name ?? String(field.number)
            let value = value(of: field, known, types, bytes, depth)
            guard let place = places[name] else {
                places[name] = fields.count
                fields.append(FrameField(name, known?.isRepeated == true ? listed(value) : value))
                continue
            }
            fields[place].value = joined(fields[place].value, value)
        }
        return .object(fields)
    }

    private static func listed(_ value: FieldValue) -> FieldValue {
        if case .list = value { return value }
        return .list([value])
    }

    private static func joined(_ first: FieldValue, _ second: FieldValue) -> FieldValue {
        guard case .list(let values) = listed(first), case .list(let others) = listed(second) else { return second }
        return .list(values + others)
    }

    private static func value(
        of field: ProtobufField, _ known: ProtobufTypes.Field?, _ types: ProtobufTypes?, _ bytes: Span<UInt8>,
        _ depth: Int
    ) -> FieldValue {
        guard let place = field.place else {
            return known.map { ProtobufWalker.number(field.integer, $0.type).fieldValue(in: bytes) }
                ?? .number(field.integer)
        }
        let content = bytes.extracting(place.range)
        if let known {
            switch known.type {
            case 9: return .text(String(decoding: content.copied(), as: UTF8.self))
            case 12: return .hex(content.copied())
            case 10, 11:
                guard depth < maximumDepth else { return .hex(content.copied()) }
                return value(content, types, message: known.message, depth: depth + 1)
            default: return .list(ProtobufWalker.packed(content, known.type))
            }
        }
        // Without a schema bytes may be anything: text for people first, then a message, then any text.
        let text = String(validUTF8: content.copied())
        if let text, text.unicodeScalars.allSatisfy({ !UnsafeCharacters.contains($0) }) { return .text(text) }
        if depth < maximumDepth, !content.isEmpty, ProtobufField.areFields(content) {
            return value(content, nil, message: -1, depth: depth + 1)
        }
        return text.map { .text($0) } ?? .hex(content.copied())
    }
}
