import WireCoding

/// All that a message says, field by field: what ``CompiledProtocol/encode(header:body:)`` takes.
public struct DescribedContent: Hashable, Sendable {
    /// The header's fields, but for the length that framing adds.
    public var header: [FrameField]
    /// The body as a value; null if the message has no body.
    public var body: FieldValue

    /// The content of a message with that header and body.
    public init(header: [FrameField] = [], body: FieldValue = .null) {
        self.header = header
        self.body = body
    }
}

extension CompiledProtocol {
    /// All values of a message that a decoder of this description read.
    ///
    /// Reading takes memory for each value, so it is for messages that are shown, not for all of a capture.
    public func content(of message: DescribedMessageView) -> DescribedContent {
        var tree = FieldTree()
        tree.read(
            description.header.map { .field($0) }, message.message.extracting(message.headerPlace))
        var header = tree.fields
        if case .length(let name, _)? = description.framing?.method { header.removeAll { $0.name == name } }
        let (body, program) = chosenBody(tree)
        var numbers: [String: UInt64] = [:]
        for (name, number) in tree.numbers { numbers["header.\(name)"] = number }
        return DescribedContent(header: header, body: Self.value(message.body, body, program, numbers))
    }

    /// The body that the header chooses, and its program.
    private func chosenBody(_ header: FieldTree) -> (MessageBody, BodyProgram) {
        guard case .byType(let typed) = description.body else { return (description.body, plan.bodies[0]) }
        let text = typed.field.fieldName.flatMap { Self.text(of: $0, header) }
        let index = typed.cases.firstIndex { $0.value == text }
        let body = index.map { typed.cases[$0].body } ?? typed.other ?? .bytes
        return (body, plan.bodies[index ?? typed.cases.count])
    }

    private static func text(of name: String, _ header: FieldTree) -> String? {
        let steps = name.split(separator: ".").map(String.init)
        var value = header.fields.first { $0.name == steps[0] }?.value
        if steps.count == 2 {
            guard case .object(let parts)? = value else { return header.numbers[name].map { String($0) } }
            value = parts.first { $0.name == steps[1] }?.value
        }
        switch value {
        case .text(let text): return text
        case .boolean(let flag): return flag ? "true" : "false"
        case .integer(let number): return String(number)
        case .hex(let bytes): return Hex.encode(bytes)
        case .real(let number): return MessageValue.text(ofReal: number)
        default: return header.numbers[name].map { String($0) }
        }
    }

    private static func value(
        _ bytes: Span<UInt8>, _ body: MessageBody, _ program: BodyProgram, _ numbers: [String: UInt64]
    ) -> FieldValue {
        switch body {
        case .json: return JSONTree.value(bytes)
        case .plist: return PropertyList.value(bytes)?.withMarkedBytes ?? .null
        case .utf8, .words: return .text(String(decoding: bytes.copied(), as: UTF8.self))
        case .bytes, .byType: return .hex(bytes.copied())
        case .none: return .null
        case .protobuf:
            guard case .protobuf(let types, let message) = program.kind else { return .null }
            let value = ProtobufTree.value(bytes, types, message: message)
            return types == nil ? value.withMarkedBytes : value
        case .fields(let elements):
            var tree = FieldTree(numbers: numbers)
            tree.read(elements, bytes)
            return .object(tree.fields)
        }
    }
}
