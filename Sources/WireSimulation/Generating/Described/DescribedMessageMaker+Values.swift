import ProtocolDescriptions
import WireCoding
import WireTesting

extension DescribedMessageMaker {
    /// A value's own text as the value that a path leads to.
    func value(_ text: String, at path: MessagePath) throws(DescribedMessageError) -> FieldValue {
        let field = DescribedFields.field(at: path, in: description)
        switch field?.type {
        case .unsigned, .signed, .varint:
            if let number = Int64(text) { return .integer(number) }
            if text == "true" || text == "false" { return .boolean(text == "true") }
            throw DescribedMessageError(
                "“\(text)” cannot be the value of “\(path)”, which is a number", key: "message.type")
        case .float: return Double(text).map { .real($0) } ?? .text(text)
        case .bytes: return Hex.decode(text).map { .hex($0) } ?? .hex(Array(text.utf8))
        case .text, .uuid: return .text(text)
        case nil:
            if let number = Int64(text) { return .integer(number) }
            return ["true", "false"].contains(text) ? .boolean(text == "true") : .text(text)
        }
    }

    /// A name, or a number where only a number fits.
    func value(_ text: String, _ number: Int, at path: MessagePath) -> FieldValue {
        let field = DescribedFields.field(at: path, in: description)
        let digits = (0..<32).map { UInt8(truncatingIfNeeded: $0 < 24 ? 0 : number >> (8 * (31 - $0))) }
        switch field?.type {
        case .unsigned, .signed, .varint: return .integer(Int64(number) & greatest(field, path))
        case .float: return .real(Double(number))
        case .bytes(.count(let count)):
            return .hex([UInt8](repeating: 0, count: max(count - digits.count, 0)) + digits.suffix(count))
        case .bytes: return .hex(Array(text.utf8))
        case .text(.count(let count)) where text.utf8.count > count: return .text(String("\(number)".suffix(count)))
        case .text: return .text(text)
        case .uuid:
            let hex = Array(Hex.encode(Array(digits.suffix(16))))
            return .text([0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-"))
        case nil: return Int(text) == number ? .integer(Int64(number)) : .text(text)
        }
    }

    /// The greatest number that a field can have, or its bits to which the path leads: a power of two less one.
    private func greatest(_ field: MessageField?, _ path: MessagePath) -> Int64 {
        if path.steps.count == 2, case .name(let name) = path.steps[1],
            let bits = field?.bits.first(where: { $0.name == name })
        {
            return Int64(truncatingIfNeeded: bits.mask >> UInt64(bits.mask.trailingZeroBitCount))
        }
        switch field?.type {
        case .unsigned(let bytes) where bytes < 8: return 1 << Int64(8 * bytes) - 1
        case .signed(let bytes) where bytes < 8: return 1 << Int64(8 * bytes - 1) - 1
        default: return .max
        }
    }

    /// The sender's clock as its field has it.
    func clock(_ rule: SentRule, _ time: Int64) -> FieldValue {
        let field = DescribedFields.field(at: rule.at, in: description)
        guard case .number(let unit, let epoch) = rule.clock else { return .text(RFC3339.text(time)) }
        let elapsed = time - epoch.seconds * 1_000_000_000
        let isWhole =
            switch field?.type {
            case .unsigned, .signed, .varint: true
            case nil: if case .protobuf = description.body { true } else { unit != .s }
            default: false
            }
        guard isWhole else { return .real(Double(elapsed) / Double(unit.nanoseconds)) }
        let ticks = elapsed / unit.nanoseconds
        guard let width = compiled.sentWidth, width < 64 else { return .integer(ticks) }
        return .integer(ticks & (1 << Int64(width) - 1))
    }
}
