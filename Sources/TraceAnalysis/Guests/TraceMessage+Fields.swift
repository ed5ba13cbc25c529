import TraceModel
import WireCoding

extension KeyedValues<TraceMessage.Value> {
    init(_ fields: [FrameField]) {
        self.init()
        for field in fields { set(field.name, to: TraceMessage.Value(field.value)) }
    }
}

extension TraceMessage.Value {
    /// Nil for null.
    init?(_ value: FieldValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .real(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .hex(let bytes): self = .text(Hex.encode(bytes))
        case .boolean(let flag): self = .boolean(flag)
        case .list(let values): self = .list(values.map { TraceMessage.Value($0) })
        case .object(let fields): self = .object(KeyedValues(fields))
        case .null: return nil
        }
    }
}
