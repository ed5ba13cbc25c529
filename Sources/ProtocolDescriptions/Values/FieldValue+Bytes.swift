import WireCoding

extension FieldValue {
    /// The same value, its bytes as objects with only `hex`: in JSON digits alone would be text.
    var withMarkedBytes: FieldValue {
        switch self {
        case .hex: .object([FrameField("hex", self)])
        case .list(let elements): .list(elements.map(\.withMarkedBytes))
        case .object(let fields): .object(fields.map { FrameField($0.name, $0.value.withMarkedBytes) })
        default: self
        }
    }

    /// The same value, its objects with only `hex` as bytes.
    var withoutMarkedBytes: FieldValue {
        switch self {
        case .list(let elements): return .list(elements.map(\.withoutMarkedBytes))
        case .object(let fields):
            if fields.count == 1, fields[0].name == "hex" {
                if case .hex = fields[0].value { return fields[0].value }
                if case .text(let digits) = fields[0].value, let bytes = Hex.decode(digits) { return .hex(bytes) }
            }
            return .object(fields.map { FrameField($0.name, $0.value.withoutMarkedBytes) })
        default: return self
        }
    }
}
