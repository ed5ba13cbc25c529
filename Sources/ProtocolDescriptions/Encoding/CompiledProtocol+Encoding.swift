import WireCoding

extension CompiledProtocol {
    /// The bytes of a message, with its framing.
    ///
    /// - Parameters:
    ///   - header: Its fields by name. Lengths and constants that are not there follow from the description; those that are
    ///     there must be right.
    ///   - body: Its body: for JSON any value, for text a text, for bytes hexadecimal digits, for fields an object.
    ///     Bytes in property lists and in protobuf without a schema are objects with only `hex`.
    public func encode(
        header: [FrameField] = [], body: FieldValue = .null
    ) throws(MessageEncodingError) -> [UInt8] {
        let numbers = try headerNumbers(header)
        var content = try encodedBody(body, header, numbers)
        if try isCompressed(header), !content.isEmpty, let format = description.compressed?.format {
            content = Deflater.deflate(content, format)
        }
        guard content.count <= plan.framing.maximum else {
            throw MessageEncodingError(key: "body", message: "the body has more than \(plan.framing.maximum) bytes")
        }
        return try framed(header, content)
    }

    /// Values of the header that body and length need.
    private func headerNumbers(_ header: [FrameField]) throws(MessageEncodingError) -> [String: Int64] {
        var writer = FieldWriter(root: "header")
        let fields = description.header.map { BodyElement.field($0) }
        try writer.checkNames(header, fields)
        try writer.write(fields, withLength(header, 0))
        return writer.numbers
    }

    /// The header's values with the length of the message unless it is there.
    private func withLength(_ header: [FrameField], _ length: Int) -> [FrameField] {
        guard case .length(let name, _)? = description.framing?.method, Self.given(name, header) == nil else {
            return header
        }
        return header.filter { $0.name != name } + [FrameField(name, .integer(Int64(length)))]
    }

    /// The value that a message was given for a field.
    private static func given(_ name: String, _ header: [FrameField]) -> FieldValue? {
        header.first { $0.name == name && $0.value != .null }?.value
    }

    private func isCompressed(_ header: [FrameField]) throws(MessageEncodingError) -> Bool {
        guard let compression = description.compressed else { return false }
        guard let when = compression.when, let name = when.fieldName else { return true }
        let steps = name.split(separator: ".").map(String.init)
        let value = header.first { $0.name == steps[0] }?.value
        switch value {
        case .object(let parts): return parts.contains { $0.name == steps.last && $0.value == .boolean(true) }
        case .integer(let number):
            guard steps.count == 2, let field = description.header.first(where: { $0.name == steps[0] }),
                let flag = (field.flags + field.bits).first(where: { $0.name == steps[1] })
            else { return number != 0 }
            return UInt64(bitPattern: number) & flag.mask != 0
        case .boolean(let flag): return flag
        default: return false
        }
    }

    // MARK: - Bodies

    private func encodedBody(
        _ body: FieldValue, _ header: [FrameField], _ numbers: [String: Int64]
    ) throws(MessageEncodingError) -> [UInt8] {
        guard case .byType(let typed) = description.body else {
            return try bytes(of: body, as: description.body, numbers)
        }
        let name = typed.field.fieldName ?? ""
        let text = numbers[name].map { String($0) } ?? header.first { $0.name == name }.flatMap(Self.text)
        let chosen = typed.cases.first { $0.value == text }?.body ?? typed.other ?? .bytes
        return try bytes(of: body, as: chosen, numbers)
    }

    private static func text(_ field: FrameField) -> String? {
        if case .text(let text) = field.value { return text }
        return nil
    }

    private func bytes(
        of value: FieldValue, as body: MessageBody, _ numbers: [String: Int64]
    ) throws(MessageEncodingError) -> [UInt8] {
        switch body {
        case .json:
            var text = JSONText(pretty: false, style: .foundation(escapesSlashes: false))
            text.value(value)
            return text.bytes
        case .utf8, .words:
            switch value {
            case .text(let text): return Array(text.utf8)
            case .null: return []
            default: throw MessageEncodingError(key: "body", message: "the body must be a text")
            }
        case .bytes, .byType:
            switch value {
            case .hex(let bytes): return bytes
            case .null: return []
            case .text(let digits):
                if let bytes = Hex.decode(digits) { return bytes }
                fallthrough
            default: throw MessageEncodingError(key: "body", message: "the body must be bytes, as hexadecimal digits")
            }
        case .none:
            guard value == .null else {
                throw MessageEncodingError(key: "body", message: "a message of this type has no body")
            }
            return []
        case .plist: return try PropertyListWriter.bytes(value.withoutMarkedBytes)
        case .protobuf(nil): return try ProtobufWriter.bytes(value.withoutMarkedBytes, nil, message: -1)
        case .protobuf:
            guard let program = plan.bodies.first(where: { $0.isSchema }),
                case .protobuf(let types, let message) = program.kind
            else { throw MessageEncodingError(key: "body", message: "the schema is not there") }
            return try ProtobufWriter.bytes(value, types, message: message)
        case .fields(let elements):
            guard case .object(let fields) = value else {
                throw MessageEncodingError(key: "body", message: "the body must be an object with its fields")
            }
            var known: [String: Int64] = [:]
            for (name, number) in numbers { known["header.\(name)"] = number }
            var writer = FieldWriter(root: "body", numbers: known)
            try writer.checkNames(fields, elements)
            try writer.write(elements, fields)
            try writer.checkAllWritten(fields)
            return writer.bytes
        }
    }

    // MARK: - Framing

    private func framed(_ header: [FrameField], _ body: [UInt8]) throws(MessageEncodingError) -> [UInt8] {
        func headerBytes(_ length: Int) throws(MessageEncodingError) -> [UInt8] {
            try self.headerBytes(header, length, upTo: description.header.count)
        }
        switch description.framing?.method {
        case .prefix(let encoding, let meaning):
            let header = try headerBytes(0)
            return try prefixed(encoding, meaning, header.count, body.count) + header + body
        case .length(let name, let meaning): return try withLengthField(name, meaning, header, body)
        case .delimiter(let delimiter):
            let message = try headerBytes(0) + body
            guard !Self.contains(message, delimiter) else {
                throw MessageEncodingError(key: "body", message: "the message holds the delimiter")
            }
            return message + delimiter
        case .fixed(let size):
            let message = try headerBytes(0) + body
            guard message.count == size else {
                throw MessageEncodingError(
                    key: "body", message: "every message has \(size) bytes, and this one \(message.count)")
            }
            return message
        case .webSocket: return Self.webSocketFrame(try headerBytes(0) + body, isText: description.body == .json)
        case .datagram, nil: return try headerBytes(0) + body
        }
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    private func prefixed(
        _ encoding: LengthEncoding, _ meaning: LengthMeaning, _ header: Int, _ body: Int
    ) throws(MessageEncodingError) -> [UInt8] {
        // A varint that counts itself grows with its value: the size that fits is found by trying.
        for size in 1...10 {
            let value: Int
            switch meaning.covers {
            case .body: value = body - meaning.add
            case .rest: value = header + body - meaning.add
            case .all:
                let own = if case .integer(let fixed, _) = encoding { fixed } else { size }
                value = own + header + body - meaning.add
            }
            guard value >= 0 else { break }
            switch encoding {
            case .integer(let count, let endian):
                guard count == 8 || value >> (8 * count) == 0 else { break }
                return FieldEncoding.integer(UInt64(value), size: count, endian)
            case .varint:
                let bytes = Varint.encode(UInt64(value))
                if meaning.covers != .all || bytes.count == size { return bytes }
            }
        }
        throw MessageEncodingError(key: "framing", message: "the length cannot be written for a body of \(body) bytes")
    }

    /// The first fields of the header.
    private func headerBytes(
        _ header: [FrameField], _ length: Int, upTo count: Int
    ) throws(MessageEncodingError) -> [UInt8] {
        var writer = FieldWriter(root: "header")
        try writer.write(description.header.prefix(count).map { .field($0) }, withLength(header, length))
        return writer.bytes
    }

    private func withLengthField(
        _ name: String, _ meaning: LengthMeaning, _ header: [FrameField], _ body: [UInt8]
    ) throws(MessageEncodingError) -> [UInt8] {
        let end = (description.header.firstIndex { $0.name == name } ?? 0) + 1
        let others = header.filter { $0.name != name }
        var length = 0
        // A varint length changes the header's size, and with it perhaps itself.
        for _ in 0..<12 {
            let bytes = try headerBytes(others, length, upTo: description.header.count)
            let wanted: Int
            switch meaning.covers {
            case .body: wanted = body.count - meaning.add
            case .rest:
                let before = try headerBytes(others, length, upTo: end).count
                wanted = bytes.count - before + body.count - meaning.add
            case .all: wanted = bytes.count + body.count - meaning.add
            }
            guard wanted >= 0 else { break }
            if wanted == length {
                guard let given = Self.given(name, header), given != .integer(Int64(length)) else {
                    return bytes + body
                }
                throw MessageEncodingError(
                    key: "header.\(name)",
                    message: "the length of this message is \(length); write that, or leave it out")
            }
            length = wanted
        }
        throw MessageEncodingError(
            key: "framing", message: "the length cannot be written for a body of \(body.count) bytes")
    }

    /// One unmasked frame (RFC 6455 §5.2), as responders send it.
    private static func webSocketFrame(_ payload: [UInt8], isText: Bool) -> [UInt8] {
        let first: UInt8 = isText ? 0x81 : 0x82
        switch payload.count {
        case 0...125: return [first, UInt8(payload.count)] + payload
        case 126...65535: return [first, 126] + FieldEncoding.integer(UInt64(payload.count), size: 2, .big) + payload
        default: return [first, 127] + FieldEncoding.integer(UInt64(payload.count), size: 8, .big) + payload
        }
    }
}

/// Why values could not become a message.
public struct MessageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value, as `header.size` or `body`.
    public var key: String
    /// One sentence.
    public var message: String

    /// An error of that value, with one sentence that says what is wrong.
    public init(key: String, message: String) {
        self.key = key
        self.message = message
    }

    public var description: String { "\(key): \(message)" }
}

extension MessageEncodingError {
    /// A field that a message cannot have.
    ///
    /// - Parameters:
    ///   - root: `header` or `body`.
    ///   - known: The names of those that it can have.
    init(unknownField name: String, in root: String, _ known: [String]) {
        self.init(
            key: "\(root).\(DescriptionCheck.shown(name))",
            message: "unknown field" + DescriptionCheck.choices(known, like: name))
    }
}
