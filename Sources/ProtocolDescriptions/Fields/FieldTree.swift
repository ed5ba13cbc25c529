import WireCoding

/// Reads all fields of a header or of a binary body, for what is shown as a whole.
///
/// It reads what ``FieldProgram`` found sound. Where bytes end too early, the fields before that are there.
struct FieldTree {
    private(set) var fields: [FrameField] = []
    /// Numbers that later fields need as lengths, by name.
    private(set) var numbers: [String: UInt64]
    private var position = 0
    private var isComplete = true

    /// - Parameter numbers: What is known before the first field, as `header.NAME`.
    init(numbers: [String: UInt64] = [:]) { self.numbers = numbers }

    mutating func read(_ elements: [BodyElement], _ bytes: Span<UInt8>) {
        for element in elements where isComplete {
            switch element {
            case .field(let field): read(field, bytes)
            case .switch(let choice):
                let value = numbers[choice.field].map { Int64(bitPattern: $0) }
                if let fields = choice.cases.first(where: { $0.value == value })?.elements { read(fields, bytes) }
            }
        }
    }

    private mutating func read(_ field: MessageField, _ bytes: Span<UInt8>) {
        guard let size = size(of: field.type, bytes), size >= 0, size <= bytes.count - position else {
            isComplete = false
            return
        }
        let place = ValueRange(position, position + size)
        let value: FieldValue
        switch field.type {
        case .unsigned, .varint, .signed: value = number(field, bytes, size)
        case .float:
            let raw = FieldProgram.integer(bytes, position, size, isLittle: field.endian == .little)
            let number =
                size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw))) : Double(bitPattern: raw)
            value = number.isFinite ? .real(number) : .null
        case .uuid: value = MessageValue.uuid(place).fieldValue(in: bytes)
        case .bytes: value = .hex(bytes.copied(place.range))
        case .text:
            var text = bytes.copied(place.range)
            while text.last == 0 { text.removeLast() }
            value = String(validUTF8: text).map { .text($0) } ?? .hex(text)
        }
        fields.append(FrameField(field.name, value))
        position += size
    }

    private func size(of type: FieldType, _ bytes: Span<UInt8>) -> Int? {
        switch type {
        case .varint:
            guard case .value(_, let length) = Varint(bytes, at: position) else { return nil }
            return length
        case .bytes(.field(let name)), .text(.field(let name)): return numbers[name].flatMap { Int(exactly: $0) }
        case .bytes(.rest), .text(.rest): return bytes.count - position
        default: return type.size
        }
    }

    /// A number; its flags and bits where they are all of it.
    private mutating func number(_ field: MessageField, _ bytes: Span<UInt8>, _ size: Int) -> FieldValue {
        var raw = FieldProgram.integer(bytes, position, min(size, 8), isLittle: field.endian == .little)
        if case .varint = field.type {
            guard case .value(let value, _) = Varint(bytes, at: position) else { return .null }
            raw = value
        }
        if case .signed = field.type {
            let unused = Int64(64 - 8 * size)
            let value = Int64(bitPattern: raw << UInt64(unused)) >> unused
            numbers[field.name] = UInt64(bitPattern: value)
            return .integer(value)
        }
        numbers[field.name] = raw
        var parts: [FrameField] = []
        var known: UInt64 = 0
        for bits in field.bits {
            let value = (raw & bits.mask) >> UInt64(bits.mask.trailingZeroBitCount)
            numbers["\(field.name).\(bits.name)"] = value
            parts.append(FrameField(bits.name, .number(value)))
            known |= bits.mask
        }
        for flag in field.flags {
            numbers["\(field.name).\(flag.name)"] = raw & flag.mask != 0 ? 1 : 0
            // A flag of several bits says only whether one of them is set.
            guard flag.mask.nonzeroBitCount == 1 else { continue }
            parts.append(FrameField(flag.name, .boolean(raw & flag.mask != 0)))
            known |= flag.mask
        }
        return parts.isEmpty || raw & ~known != 0 ? .number(raw) : .object(parts)
    }
}
