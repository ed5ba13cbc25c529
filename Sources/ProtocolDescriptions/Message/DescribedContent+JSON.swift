import WireCoding

/// Why a text does not have the content of a message.
public struct DescribedContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence.
    public var description: String

    init(_ description: String) { self.description = description }
}

extension DescribedContent {
    /// The messages in a JSON text: one object with `header` and `body`, an array of them, or an object whose `messages` is
    /// such an array. What decoded messages have beside those is ignored, so that they can be encoded again.
    public static func messages(json text: [UInt8]) throws(DescribedContentError) -> [DescribedContent] {
        var walker = JSONWalker(text.span, PathTable(), values: [])
        guard walker.read() else { throw DescribedContentError("is not JSON at byte \(walker.position)") }
        let (root, unheldNumber) = JSONTree.written(text.span)
        if let unheldNumber {
            throw DescribedContentError(
                "has a number at byte \(unheldNumber) that 64 bits cannot hold; write a smaller one, or a text")
        }
        var values: [FieldValue] = [root]
        if case .list(let elements) = root { values = elements }
        if case .object(let fields) = root,
            case .list(let elements)? = fields.first(where: { $0.name == "messages" })?.value
        {
            values = elements
        }
        var messages: [DescribedContent] = []
        for (index, value) in values.enumerated() {
            let name = values.count > 1 ? "message \(index + 1)" : "the message"
            guard case .object(let fields) = value else {
                throw DescribedContentError("\(name) must be an object with “header” and “body”")
            }
            messages.append(try DescribedContent(fields, name))
        }
        return messages
    }

    /// What `nearscope decode` says of a message beside its content.
    private static let decodedMembers = [
        "offset", "bytes", "bodyBytes", "type", "sender", "id", "number", "sent", "sentNanoseconds", "payloadBytes",
    ]

    private init(_ fields: [FrameField], _ name: String) throws(DescribedContentError) {
        let header = fields.first { $0.name == "header" }?.value
        let body = fields.first { $0.name == "body" }?.value
        guard header != nil || body != nil else {
            throw DescribedContentError("\(name) needs “body”, and “header” where the description has one")
        }
        let known = ["header", "body"] + Self.decodedMembers
        if let other = fields.first(where: { !known.contains($0.name) })?.name {
            throw DescribedContentError(
                "\(name) has “header” and “body”, and no “\(DescriptionCheck.shown(other))”"
                    + DescriptionCheck.hint(other, known))
        }
        switch header {
        case .object(let values): self.init(header: values, body: body ?? .null)
        case nil, .null: self.init(body: body ?? .null)
        default: throw DescribedContentError("“header” of \(name) must be an object with its fields")
        }
    }
}
