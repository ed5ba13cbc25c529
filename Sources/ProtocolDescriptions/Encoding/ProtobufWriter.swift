import WireCoding

/// Writes a value as Protocol Buffers: an object with field numbers as names, or with names by a schema.
enum ProtobufWriter {
    /// - Parameter message: The index of its type; -1 without a schema.
    static func bytes(
        _ value: FieldValue, _ types: ProtobufTypes?, message: Int, depth: Int = 0
    ) throws(MessageEncodingError) -> [UInt8] {
        guard case .object(let fields) = value, depth < 64 else {
            throw MessageEncodingError(key: "body", message: "the body must be an object with its fields")
        }
        var bytes: [UInt8] = []
        for field in fields {
            let elements: [FieldValue] = if case .list(let list) = field.value { list } else { [field.value] }
            for element in elements {
                bytes += try self.field(field.name, element, types, message: message, depth: depth)
            }
        }
        return bytes
    }

    private static func field(
        _ name: String, _ value: FieldValue, _ types: ProtobufTypes?, message: Int, depth: Int
    ) throws(MessageEncodingError) -> [UInt8] {
        let known = message >= 0 ? types?.messages[message].fields.first { $0.name == name } : nil
        guard let number = known?.number ?? (message < 0 ? Int(name) : nil), number > 0, number < 1 << 29 else {
            throw unknown(name, message >= 0 ? types?.messages[message].fields.map(\.name) : nil)
        }
        func tag(_ wireType: Int) -> [UInt8] { Varint.encode(UInt64(number << 3 | wireType)) }
        func sized(_ content: [UInt8]) -> [UInt8] { tag(2) + Varint.encode(UInt64(content.count)) + content }
        let wrong = MessageEncodingError(key: "body.\(name)", message: "the value is not of the field's type")
        switch value {
        case .object: return sized(try bytes(value, types, message: known?.message ?? -1, depth: depth + 1))
        case .text(let text):
            if known?.type == 12 {
                guard let content = Hex.decode(text) else { throw wrong }
                return sized(content)
            }
            return sized(Array(text.utf8))
        case .hex(let content): return sized(content)
        case .null: return []
        case .list: throw wrong
        case .boolean(let flag): return tag(0) + [flag ? 1 : 0]
        case .real(let number): return try self.number(.real(number), known?.type, tag, wrong)
        case .integer, .unsigned: return try self.number(value, known?.type, tag, wrong)
        }
    }

    /// - Parameter names: The names that a schema has; nil without one.
    private static func unknown(_ name: String, _ names: [String]?) -> MessageEncodingError {
        if let names { return MessageEncodingError(unknownField: name, in: "body", names) }
        return MessageEncodingError(
            key: "body.\(DescriptionCheck.shown(name))",
            message: "unknown field; without a schema, fields are written by their number, as \"1\"")
    }

    private static func number(
        _ value: FieldValue, _ type: Int?, _ tag: (Int) -> [UInt8], _ wrong: MessageEncodingError
    ) throws(MessageEncodingError) -> [UInt8] {
        let real: Double
        let raw: UInt64
        switch value {
        case .real(let number): (real, raw) = (number, 0)
        case .integer(let number): (real, raw) = (Double(number), UInt64(bitPattern: number))
        case .unsigned(let number): (real, raw) = (Double(number), number)
        default: throw wrong
        }
        switch type {
        case 1: return tag(1) + FieldEncoding.integer(real.bitPattern, size: 8, .little)
        case 2: return tag(5) + FieldEncoding.integer(UInt64(Float(real).bitPattern), size: 4, .little)
        case 6, 16: return tag(1) + FieldEncoding.integer(raw, size: 8, .little)
        case 7, 15: return tag(5) + FieldEncoding.integer(raw, size: 4, .little)
        case 17, 18:
            let signed = Int64(bitPattern: raw)
            return tag(0) + Varint.encode(UInt64(bitPattern: signed << 1 ^ signed >> 63))
        default:
            if case .real = value { throw wrong }
            return tag(0) + Varint.encode(raw)
        }
    }
}
