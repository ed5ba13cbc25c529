import ProtocolDescriptions
import WireCoding
import WireTesting

/// Makes messages of a described protocol: what a description says of them, with content of random numbers.
///
/// Each message is read back by the description's own decoder before it is handed out, so that a message of a type is one.
struct DescribedMessageMaker: Sendable {
    let compiled: CompiledProtocol
    let types: [DescribedType]
    let description: ProtocolDescription

    init(_ compiled: CompiledProtocol) {
        self.compiled = compiled
        description = compiled.description
        types = DescribedType.all(of: compiled.description)
    }

    /// A message with its framing.
    ///
    /// - Throws: ``DescribedMessageError`` for a description whose messages cannot be made of random numbers.
    func message(
        _ type: DescribedType, _ facts: DescribedFacts, _ random: inout SeededGenerator
    ) throws(DescribedMessageError) -> DescribedSpeech {
        var draft = try draft(type, facts, &random)
        let key = pairKey(type, facts, &draft)
        let bytes: [UInt8]
        do {
            bytes = try compiled.encode(header: draft.header, body: draft.body)
        } catch {
            let root = error.key.prefix { $0 != "." }
            throw DescribedMessageError(
                "messages\(Self.of(type)) cannot be made: \(error.description)", key: String(root))
        }
        let body = try check(bytes, type)
        let isNumbered = description.message.number.map { draft.has($0.at) } ?? false
        return DescribedSpeech(bytes: bytes, bodySize: body, key: key, isNumbered: isNumbered)
    }

    private static func of(_ type: DescribedType) -> String { type.name.map { " of the type “\($0)”" } ?? "" }

    // MARK: - Values

    private func draft(
        _ type: DescribedType, _ facts: DescribedFacts, _ random: inout SeededGenerator
    ) throws(DescribedMessageError) -> DescribedDraft {
        var key: (path: MessagePath, name: String)?
        if case .key(let path, _)? = description.message.type?.source, let value = type.value { key = (path, value) }
        var draft = DescribedDraft(description, key: key)
        fillHeader(&draft, type, &random)
        let size = min(facts.size, (description.framing?.maximum ?? MessageFraming.usualMaximum) / 4)
        fillBody(&draft, type, size, &random)
        fillShown(&draft, type, &random)
        if case .field(let path)? = description.message.type?.source, let value = type.value {
            draft.set(path, try self.value(value, at: path))
        }
        let message = description.message
        if let path = message.sender, draft.has(path) {
            draft.set(path, value(facts.sender, facts.senderNumber, at: path))
        }
        if let path = message.id, draft.has(path) { draft.set(path, value("id-\(facts.id)", facts.id, at: path)) }
        if let path = message.number?.at, draft.has(path) {
            let width = compiled.numberWidth ?? 64
            let number = width < 64 ? facts.number & (1 << Int64(width) - 1) : facts.number
            draft.set(path, value("\(number)", Int(number), at: path))
        }
        if let sent = message.sent, draft.has(sent.at) { draft.set(sent.at, clock(sent, facts.time)) }
        return draft
    }

    // MARK: - Pairs

    /// Puts in the value that pairs a message, and returns the one by which an answer finds it.
    private func pairKey(_ type: DescribedType, _ facts: DescribedFacts, _ draft: inout DescribedDraft) -> FieldValue? {
        guard let name = type.name else { return nil }
        if let answered = facts.answered {
            for pair in description.pairs where pair.answer == name {
                guard let path = pair.by?.answer, draft.has(path) else { continue }
                draft.set(path, answered)
            }
        }
        for pair in description.pairs where pair.asks(name, in: description) {
            guard let path = pair.by?.ask, draft.has(path) else { continue }
            if !isSet(path) { draft.set(path, value("\(facts.id)", facts.id, at: path)) }
            return draft[path]
        }
        return nil
    }

    /// Whether a message says something else at a path, which then pairs it as well.
    private func isSet(_ path: MessagePath) -> Bool {
        let message = description.message
        return [message.id, message.number?.at, message.sent?.at, message.sender, message.type?.path].contains(path)
    }

    // MARK: - Proof

    /// Reads a message back.
    ///
    /// - Returns: The bytes of its body.
    private func check(_ bytes: [UInt8], _ type: DescribedType) throws(DescribedMessageError) -> Int {
        var decoder = compiled.makeDecoder()
        var sizes: [Int] = []
        var types: [String?] = []
        if case .webSocket? = description.framing?.method {
            let opening = WebSocketOpening.response
            decoder.read(opening.span) { _ in }
        }
        func note(_ message: DescribedMessageView) {
            sizes.append(message.bodySize)
            types.append(message.type)
        }
        if compiled.hasDatagramFraming {
            decoder.readDatagram(bytes.span) { note($0) }
        } else {
            decoder.read(bytes.span) { note($0) }
            decoder.finish { note($0) }
        }
        guard sizes.count == 1, types[0] == type.name else {
            let reason =
                decoder.summary.firstFault.map { "\($0.key): \($0.message)" } ?? "they are read as another type"
            throw DescribedMessageError(
                "messages\(Self.of(type)) cannot be made of random values: \(reason)",
                key: type.name == nil ? "body" : "message.type")
        }
        return sizes[0]
    }
}

extension MessagePair {
    /// Whether a message of that type asks.
    func asks(_ type: String, in description: ProtocolDescription) -> Bool {
        switch ask {
        case .types(let types): types.contains(type)
        case .any: type != answer && !description.pairs.contains { $0.answer == type }
        }
    }
}
