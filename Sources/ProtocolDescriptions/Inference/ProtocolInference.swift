import WireCoding

/// How many messages bear out a key of an inferred description.
public struct InferenceEvidence: Hashable, Sendable {
    /// `framing`, `body`, `message.type`.
    public var key: String
    /// The messages that agree with the key.
    public var count: Int
    /// The messages that were looked at.
    public var of: Int

    /// That `count` of `of` messages bear out a key.
    public init(key: String, count: Int, of: Int) {
        self.key = key
        self.count = count
        self.of = of
    }
}

/// A first description of a session's protocol, from its bytes alone, with what proves each key.
///
/// ```swift
/// let inference = ProtocolInference(session)
/// print(inference.yaml ?? inference.attempts.map { "\($0.hypothesis): \($0.messages)" }.joined(separator: "\n"))
/// ```
public struct ProtocolInference: Sendable {
    /// Nil where nothing about the framing proved itself.
    public let description: ProtocolDescription?
    /// What bears out each key that was inferred.
    public let evidence: [InferenceEvidence]
    /// What was tried, for a session that cannot be read.
    public let attempts: [InferenceAttempt]

    /// Infers a description from the first 4 MiB of each direction.
    public init(_ session: ObservedSession) {
        var search = FramingInference(session)
        let framing = search.infer()
        attempts = search.attempts
        guard let framing else {
            (description, evidence) = (nil, [])
            return
        }
        var builder = Builder(session, framing)
        let (found, proofs) = builder.build()
        // A description that does not read what it was made from is none.
        let isSound = found.problems().isEmpty && Self.reads(found, session)
        description = isSound ? found : nil
        evidence = isSound ? proofs : []
    }

    /// The description as a page of YAML with a comment behind each key that was proved.
    public var yaml: String? {
        guard let description else { return nil }
        var page = ""
        for (key, value) in description.entries {
            guard key == "message", case .mapping(let pairs) = value else {
                page += Self.commented(key, value, "", evidence.first { $0.key == key })
                continue
            }
            page += "message:\n"
            for (inner, value) in pairs {
                page += Self.commented(inner, value, "  ", evidence.first { $0.key == "message.\(inner)" })
            }
        }
        return page
    }

    private static func commented(
        _ key: String, _ value: PageText, _ indentation: String, _ proof: InferenceEvidence?
    ) -> String {
        var text = ""
        value.write(key: key, indentation: indentation, to: &text)
        guard let proof else { return text }
        let comment = "  # \(proof.count) of \(proof.of) frames"
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        return text[..<end] + comment + text[end...]
    }

    private static func reads(_ description: ProtocolDescription, _ session: ObservedSession) -> Bool {
        guard let compiled = try? CompiledProtocol(description) else { return false }
        return [session.forward, session.backward].allSatisfy { direction in
            var decoder = compiled.makeDecoder()
            for piece in direction.pieces { decoder.read(piece.bytes.span) { _ in } }
            return decoder.summary.malformed == 0
        }
    }

    private struct Builder {
        let session: ObservedSession
        let framing: InferredFraming
        var description = ProtocolDescription(name: "inferred")
        var evidence: [InferenceEvidence] = []

        init(_ session: ObservedSession, _ framing: InferredFraming) {
            self.session = session
            self.framing = framing
        }

        mutating func build() -> (ProtocolDescription, [InferenceEvidence]) {
            let messages = framing.messages
            description.over = [session.carrier]
            description.ports = [session.port]
            var bodies = messages.map(\.bytes)
            var isLines = false
            evidence.append(InferenceEvidence(key: "framing", count: messages.count, of: messages.count))
            switch framing.kind {
            case .length(let hypothesis):
                let header = HeaderInference(messages: messages).header(hypothesis)
                setLength(hypothesis, header)
                bodies = messages.map { [UInt8]($0.bytes.dropFirst(header.size)) }
                if let type = header.type { setType(MessagePath(.header, [.name(type)]), header.typeCount) }
                if header.bodyHasType {
                    setType(MessagePath(.body, [.name("kind")]), messages.count)
                    description.body = .fields([
                        .field(MessageField("kind", .unsigned(bytes: 1))), .field(MessageField("data", .bytes(.rest))),
                    ])
                    return (description, evidence)
                }
            case .varint:
                description.framing = MessageFraming(.prefix(.varint))
                bodies = messages.map { message in
                    guard case .value(_, let size) = Varint(message.bytes.span, at: 0) else { return message.bytes }
                    return [UInt8](message.bytes.dropFirst(size))
                }
            case .delimiter(let mark):
                description.framing = MessageFraming(.delimiter(mark))
                isLines = true
            case .fixed(let size): description.framing = MessageFraming(.fixed(size))
            case .webSocket: description.framing = MessageFraming(.webSocket)
            case .datagram: evidence[0].key = "over"
            }
            setBody(BodyInference.infer(bodies, isLines: isLines), bodies)
            return (description, evidence)
        }

        private mutating func setLength(_ hypothesis: LengthHypothesis, _ header: InferredHeader) {
            let end = hypothesis.offset + hypothesis.size
            var meaning = LengthMeaning()
            if hypothesis.total == header.size {
                meaning = LengthMeaning()
            } else if hypothesis.total == 0 {
                meaning.covers = .all
            } else if hypothesis.total == end {
                meaning.covers = .rest
            } else {
                meaning.add = hypothesis.total - header.size
            }
            description.header = header.fields
            let method: MessageFraming.Method =
                hypothesis.offset == 0
                ? .prefix(
                    .integer(size: hypothesis.size, endian: hypothesis.size == 1 ? .big : hypothesis.endian), meaning)
                : .length("size", meaning)
            description.framing = MessageFraming(method)
        }

        private mutating func setType(_ path: MessagePath, _ count: Int) {
            description.message.type = TypeRule(.field(path))
            evidence.append(InferenceEvidence(key: "message.type", count: count, of: framing.messages.count))
        }

        private mutating func setBody(_ body: InferredBody, _ bodies: [[UInt8]]) {
            let full = bodies.count { !$0.isEmpty }
            let hasEmpty = full < bodies.count
            // An empty body is not JSON: then the type must say which messages have one.
            if hasEmpty, body.body == .json || body.body == .plist || body.compressed != nil { return setMixed() }
            description.body = body.body
            description.compressed = body.compressed.map { BodyCompression($0) }
            if body.count > 0 { evidence.append(InferenceEvidence(key: "body", count: body.count, of: full)) }
            if body.compressed != nil {
                evidence.append(InferenceEvidence(key: "compressed", count: body.count, of: full))
            }
            switch body.body {
            case .words: setWords(bodies)
            case .json, .plist:
                var keys = KeyInference(framing.messages, body.values)
                keys.infer()
                let headerType = description.message.type
                description.message = keys.meaning
                evidence += keys.evidence.filter { headerType == nil || $0.key != "message.type" }
                if let headerType { description.message.type = headerType }
            case .bytes where description.message.type == nil: setLeadingType(bodies)
            default: break
            }
        }

        /// Bodies of messages that have the same type.
        private mutating func setMixed() { description.body = .bytes }

        private mutating func setWords(_ bodies: [[UInt8]]) {
            let words = bodies.map { [UInt8]($0.prefix { $0 != 0x20 }) }
            guard (2...HeaderInference.maximumTypes).contains(Set(words).count), Set(words).count * 2 <= words.count
            else {
                description.body = .utf8
                return
            }
            setType(MessagePath(.body, [.index(0)]), words.count)
        }

        /// A byte near the start of datagrams that says what follows.
        private mutating func setLeadingType(_ bodies: [[UInt8]]) {
            guard case .datagram = framing.kind else { return }
            let header = HeaderInference(messages: framing.messages)
            let clock = header.leadingClock(upTo: 24)
            var fields: [(offset: Int, field: MessageField)] = []
            if let (offset, _) = header.leadingType(upTo: 24),
                clock.map({ !($0.offset..<$0.offset + 8).contains(offset) }) ?? true
            {
                fields.append((offset, MessageField("kind", .unsigned(bytes: 1))))
                setType(MessagePath(.header, [.name("kind")]), bodies.count)
            }
            if let clock {
                fields.append((clock.offset, clock.field))
                description.message.sent = SentRule(
                    at: MessagePath(.header, [.name("time")]), .number(unit: clock.unit, epoch: .unix))
                evidence.append(InferenceEvidence(key: "message.sent", count: bodies.count, of: bodies.count))
            }
            var position = 0
            for (offset, field) in fields.sorted(by: { $0.offset < $1.offset }) {
                if offset > position {
                    description.header.append(MessageField("field\(position)", .bytes(.count(offset - position))))
                }
                description.header.append(field)
                position = offset + (field.type.size ?? 0)
            }
        }
    }
}
