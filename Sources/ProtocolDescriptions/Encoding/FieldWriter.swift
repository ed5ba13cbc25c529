import WireCoding

/// Writes the fields of a header or of a binary body.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []
    /// Values that later fields need, by name.
    private(set) var numbers: [String: Int64]
    private let root: String
    /// Names of the fields that this message has.
    private var written: Set<String> = []

    init(root: String, numbers: [String: Int64] = [:]) {
        self.root = root
        self.numbers = numbers
    }

    /// - Parameter values: The members by field name. Lengths and constants that are not there follow from the others.
    mutating func write(_ elements: [BodyElement], _ values: [FrameField]) throws(MessageEncodingError) {
        let lengths = Self.lengths(elements, values)
        for element in elements {
            switch element {
            case .field(let field): try write(field, Self.value(field, values, lengths))
            case .switch(let choice):
                let value = numbers[choice.field]
                guard let fields = choice.cases.first(where: { $0.value == value })?.elements else { continue }
                try write(fields, values)
            }
        }
    }

    /// Sizes of the contents whose length is told by a field before.
    private static func lengths(_ elements: [BodyElement], _ values: [FrameField]) -> [String: FieldValue] {
        var lengths: [String: FieldValue] = [:]
        for element in elements {
            switch element {
            case .field(let field):
                switch field.type {
                case .bytes(.field(let name)), .text(.field(let name)):
                    let content = values.first { $0.name == field.name }.flatMap { Self.content($0.value) }
                    lengths[name] = .integer(Int64(content?.count ?? 0))
                default: break
                }
            case .switch(let choice):
                for item in choice.cases where item.elements.allSatisfy({ Self.has($0, values) }) {
                    lengths.merge(Self.lengths(item.elements, values)) { first, _ in first }
                }
            }
        }
        return lengths
    }

    private static func has(_ element: BodyElement, _ values: [FrameField]) -> Bool {
        guard case .field(let field) = element else { return true }
        return values.contains { $0.name == field.name }
    }

    private static func value(
        _ field: MessageField, _ values: [FrameField], _ lengths: [String: FieldValue]
    ) -> FieldValue? {
        if let value = values.first(where: { $0.name == field.name })?.value, value != .null { return value }
        switch field.constant {
        case .integer(let number): return .integer(number)
        case .unsigned(let number): return .unsigned(number)
        case .bytes(let bytes): return .hex(bytes)
        case nil: return lengths[field.name]
        }
    }

    /// Bytes or text, also as hexadecimal digits.
    static func content(_ value: FieldValue) -> [UInt8]? {
        switch value {
        case .hex(let bytes): bytes
        case .text(let text): Array(text.utf8)
        default: nil
        }
    }

    /// - Throws: For a value that no field takes, which would be left out otherwise.
    func checkNames(_ values: [FrameField], _ elements: [BodyElement]) throws(MessageEncodingError) {
        let known = DescriptionCheck.fieldNames(elements)
        var names: Set<String> = []
        for value in values {
            let name = DescriptionCheck.shown(value.name)
            guard known.contains(value.name) else {
                throw MessageEncodingError(unknownField: value.name, in: root, known)
            }
            guard names.insert(value.name).inserted else {
                throw MessageEncodingError(key: "\(root).\(name)", message: "the field is here twice")
            }
        }
    }

    /// - Throws: For a value of a field that the switches of this message leave out.
    func checkAllWritten(_ values: [FrameField]) throws(MessageEncodingError) {
        guard let value = values.first(where: { !written.contains($0.name) }) else { return }
        throw MessageEncodingError(
            key: "\(root).\(DescriptionCheck.shown(value.name))",
            message: "a message of this kind has no such field, which belongs to another value of a switch")
    }

    private func error(_ field: MessageField, _ message: String) -> MessageEncodingError {
        MessageEncodingError(key: "\(root).\(field.name)", message: message)
    }

    private mutating func write(_ field: MessageField, _ given: FieldValue?) throws(MessageEncodingError) {
        guard let given else { throw error(field, "a value is needed") }
        written.insert(field.name)
        if let constant = field.constant {
            let content = FieldEncoding.bytes(of: constant, for: field)
            try check(given, of: field, constant, content)
            bytes += content
            if case .integer(let number) = constant { numbers[field.name] = number }
            return
        }
        try writeValue(field, given)
    }

    /// - Throws: For a value that is not the constant, whose bytes would be written in its place.
    private func check(
        _ given: FieldValue, of field: MessageField, _ constant: FieldConstant, _ content: [UInt8]
    ) throws(MessageEncodingError) {
        var plain = field
        plain.constant = nil
        var writer = FieldWriter(root: root)
        // Bytes in the place of a number are written as hexadecimal digits, as the constant is.
        if case .text(let digits) = given, Hex.decode(digits) == content { return }
        if given == .hex(content) { return }
        try? writer.writeValue(plain, given)
        guard writer.bytes != content else { return }
        let value =
            switch constant {
            case .integer(let number): String(number)
            case .unsigned(let number): String(number)
            case .bytes(let bytes): Hex.encode(bytes)
            }
        throw error(field, "the value is always \(value); write that, or leave it out")
    }

    private mutating func writeValue(_ field: MessageField, _ given: FieldValue) throws(MessageEncodingError) {
        switch field.type {
        case .unsigned, .signed, .varint: try writeInteger(field, given)
        case .float(let size):
            let number: Double
            switch given {
            case .real(let value): number = value
            case .integer(let value): number = Double(value)
            default: throw error(field, "the value must be a number")
            }
            guard size == 8 || Float(number).isFinite else {
                throw error(field, "\(MessageValue.text(ofReal: number)) does not fit into 4 bytes")
            }
            let raw = size == 4 ? UInt64(Float(number).bitPattern) : number.bitPattern
            bytes += FieldEncoding.integer(raw, size: size, field.endian)
        case .uuid:
            guard case .text(let text) = given, let content = Hex.decode(text.filter { $0 != "-" }), content.count == 16
            else { throw error(field, "the value must be a UUID") }
            bytes += content
        case .bytes(let length): try writeContent(field, Self.bytes(given), length)
        case .text(let length):
            guard case .text(let text) = given else { throw error(field, "the value must be a text") }
            try writeContent(field, Array(text.utf8), length)
        }
    }

    /// Bytes, also as the hexadecimal digits that JSON has in their place.
    private static func bytes(_ value: FieldValue) -> [UInt8]? {
        switch value {
        case .hex(let bytes): bytes
        case .text(let digits): Hex.decode(digits)
        default: nil
        }
    }

    private mutating func writeContent(
        _ field: MessageField, _ content: [UInt8]?, _ length: FieldLength
    ) throws(MessageEncodingError) {
        guard let content else { throw error(field, "the value must be bytes, as hexadecimal digits") }
        switch length {
        case .rest: bytes += content
        case .field(let name):
            guard numbers[name] == Int64(content.count) else {
                throw error(field, "“\(name)” must be the size of the value, \(content.count)")
            }
            bytes += content
        case .count(let count):
            // Zero bytes behind a text are no part of it, and behind bytes they would be a part that was not given.
            let isText = if case .text = field.type { true } else { false }
            guard content.count == count || isText && content.count < count else {
                let most = isText ? "at most " : ""
                throw error(field, "the field has \(most)\(count) bytes, and the value has \(content.count)")
            }
            bytes += content + Array(repeating: 0, count: count - content.count)
        }
    }

    private mutating func writeInteger(_ field: MessageField, _ given: FieldValue) throws(MessageEncodingError) {
        let raw: UInt64
        switch (given, field.type) {
        case (.integer(let number), .signed(let size)):
            guard size == 8 || (-(Int64(1) << Int64(8 * size - 1))..<Int64(1) << Int64(8 * size - 1)).contains(number)
            else { throw error(field, "\(number) does not fit into \(size) bytes") }
            raw = UInt64(bitPattern: number)
        case (.integer(let number), _) where number >= 0: raw = UInt64(number)
        case (.unsigned(let number), .unsigned), (.unsigned(let number), .varint): raw = number
        case (.object(let parts), .unsigned): raw = try self.parts(field, parts)
        default: throw error(field, "the value must be a whole number that the field can have")
        }
        if case .unsigned(let size) = field.type, size < 8, raw >> UInt64(8 * size) != 0 {
            throw error(field, "\(raw) does not fit into \(size) bytes")
        }
        numbers[field.name] = Int64(bitPattern: raw)
        for mask in field.bits {
            numbers["\(field.name).\(mask.name)"] = Int64((raw & mask.mask) >> UInt64(mask.mask.trailingZeroBitCount))
        }
        bytes += FieldEncoding.bytes(of: raw, field.type, field.endian)
    }

    /// A number by its flags and bits.
    private func parts(_ field: MessageField, _ parts: [FrameField]) throws(MessageEncodingError) -> UInt64 {
        var raw: UInt64 = 0
        for part in parts {
            let name = DescriptionCheck.shown(part.name)
            if let flag = field.flags.first(where: { $0.name == part.name }) {
                guard case .boolean(let isSet) = part.value else {
                    throw error(field, "“\(name)” must be true or false")
                }
                if isSet { raw |= flag.mask }
            } else if let bits = field.bits.first(where: { $0.name == part.name }) {
                let greatest = bits.mask >> UInt64(bits.mask.trailingZeroBitCount)
                guard let number: UInt64 = part.value.exactly(), number <= greatest else {
                    throw error(field, "“\(name)” must be a number from 0 to \(greatest)")
                }
                raw |= number << UInt64(bits.mask.trailingZeroBitCount)
            } else {
                let known = (field.flags + field.bits).map(\.name)
                throw error(
                    field,
                    "unknown flag or number “\(name)”" + DescriptionCheck.choices(known, like: part.name))
            }
        }
        return raw
    }
}
