import WireCoding

/// The parts of a description as values of a page.
enum DescriptionText {
    static func path(_ path: MessagePath) -> PageText { .text(path.description) }

    static func hex(_ bytes: [UInt8]) -> PageText {
        .mapping([("hex", .word("\"" + bytes.map { Hex.encode([$0]) }.joined(separator: " ") + "\""))])
    }

    /// Text where it is text, else hexadecimal digits.
    private static func bytes(_ bytes: [UInt8]) -> PageText {
        guard let text = String(validUTF8: bytes),
            text.unicodeScalars.allSatisfy({ "\r\n\t".unicodeScalars.contains($0) || !UnsafeCharacters.contains($0) })
        else { return hex(bytes) }
        return .text(text)
    }

    static func framing(_ framing: MessageFraming) -> PageText {
        var pairs: [(String, PageText)]
        switch framing.method {
        case .prefix(.varint, let meaning):
            pairs = [("prefix", .word("varint"))] + self.meaning(meaning)
        case .prefix(.integer(let size, let endian), let meaning):
            var prefix: [(String, PageText)] = [("size", .word(String(size)))]
            if endian != .big { prefix.append(("endian", .word(endian.rawValue))) }
            pairs = [("prefix", .mapping(prefix + self.meaning(meaning)))]
        case .length(let name, let meaning): pairs = [("length", .text(name))] + self.meaning(meaning)
        case .delimiter(let delimiter): pairs = [("delimiter", bytes(delimiter))]
        case .fixed(let size): pairs = [("fixed", .word(String(size)))]
        case .webSocket: pairs = [("websocket", .mapping([]))]
        case .datagram: pairs = [("datagram", .mapping([]))]
        }
        if framing.maximum != MessageFraming.usualMaximum {
            pairs.append(("maximum", .word(String(framing.maximum))))
        }
        return .mapping(pairs)
    }

    private static func meaning(_ meaning: LengthMeaning) -> [(String, PageText)] {
        var pairs: [(String, PageText)] = []
        if meaning.covers != .body { pairs.append(("covers", .word(meaning.covers.rawValue))) }
        if meaning.add != 0 { pairs.append(("add", .word(String(meaning.add)))) }
        return pairs
    }

    static func compression(_ compression: BodyCompression) -> PageText {
        guard let when = compression.when else { return .word(compression.format.rawValue) }
        return .mapping([("as", .word(compression.format.rawValue)), ("when", path(when))])
    }

    // MARK: - Fields

    static func field(_ field: MessageField) -> PageText {
        var pairs: [(String, PageText)] = [("name", .text(field.name)), ("type", type(field.type))]
        if field.endian != .big { pairs.append(("endian", .word(field.endian.rawValue))) }
        switch field.constant {
        case .integer(let number): pairs.append(("constant", .word(String(number))))
        case .unsigned(let number): pairs.append(("constant", .word(String(number))))
        case .bytes(let bytes): pairs.append(("constant", hex(bytes)))
        case nil: break
        }
        for (key, masks) in [("flags", field.flags), ("bits", field.bits)] where !masks.isEmpty {
            pairs.append(
                (key, .mapping(masks.map { ($0.name, .word("0x" + String($0.mask, radix: 16))) })))
        }
        return .mapping(pairs)
    }

    private static func type(_ type: FieldType) -> PageText {
        if let known = FieldType.named.first(where: { $0.type == type }) { return .word(known.name) }
        switch type {
        case .bytes(let length): return .mapping([("bytes", self.length(length))])
        case .text(let length): return .mapping([("text", self.length(length))])
        default: return .word("u8")
        }
    }

    private static func length(_ length: FieldLength) -> PageText {
        switch length {
        case .count(let count): .word(String(count))
        case .field(let name): .text(name)
        case .rest: .word("rest")
        }
    }

    static func body(_ body: MessageBody) -> PageText {
        if let known = MessageBody.named.first(where: { $0.body == body }) { return .word(known.name) }
        switch body {
        case .protobuf(let schema?):
            return .mapping([
                ("protobuf", .mapping([("set", .text(schema.set)), ("message", .text(schema.message))]))
            ])
        case .fields(let elements): return .list(elements.map { element($0) })
        case .byType(let typed):
            var pairs = [("field", path(typed.field))]
            pairs += typed.cases.map { (key($0.value), self.body($0.body)) }
            if let other = typed.other { pairs.append(("other", self.body(other))) }
            return .mapping(pairs)
        default: return .word("bytes")
        }
    }

    private static func element(_ element: BodyElement) -> PageText {
        switch element {
        case .field(let field): return self.field(field)
        case .switch(let choice):
            let cases = choice.cases.map { (String($0.value), PageText.list($0.elements.map { self.element($0) })) }
            return .mapping([("switch", .mapping([("field", .text(choice.field))] + cases))])
        }
    }

    /// A value of a field as a key: a number stays one.
    private static func key(_ value: String) -> String {
        if PageScalar(value, isQuoted: false).ownText == value, Int64(value) != nil { return value }
        return PageText.scalar(value)
    }

    // MARK: - Meaning

    static func meaning(_ message: MessageMeaning) -> PageText {
        var pairs: [(String, PageText)] = []
        if let type = message.type { pairs.append(("type", typeRule(type))) }
        if let sender = message.sender { pairs.append(("sender", path(sender))) }
        if let id = message.id { pairs.append(("id", path(id))) }
        if let number = message.number {
            let at: [(String, PageText)] = [("at", path(number.at))]
            pairs.append(("number", number.byType ? .mapping(at + [("by", .word("type"))]) : path(number.at)))
        }
        if let sent = message.sent {
            var values: [(String, PageText)] = [("at", path(sent.at))]
            switch sent.clock {
            case .rfc3339: values.append(("as", .word("rfc3339")))
            case .number(let unit, let epoch):
                values += [("unit", .word(unit.rawValue)), ("epoch", .word(epoch.rawValue))]
            }
            pairs.append(("sent", .mapping(values)))
        }
        if let payload = message.payload { pairs.append(("payload", path(payload))) }
        if !message.show.isEmpty { pairs.append(("show", .list(message.show.map { path($0) }))) }
        return .mapping(pairs)
    }

    private static func typeRule(_ rule: TypeRule) -> PageText {
        if case .field(let field) = rule.source, rule.names.isEmpty, rule.absent == nil { return path(field) }
        var pairs: [(String, PageText)] = []
        switch rule.source {
        case .field(let field): pairs.append(("field", path(field)))
        case .key(let key, let among):
            pairs.append(("key", path(key)))
            if !among.isEmpty { pairs.append(("among", .list(among.map { .text($0) }))) }
        }
        if !rule.names.isEmpty {
            pairs.append(("names", .mapping(rule.names.map { (key($0.value), .text($0.name)) })))
        }
        if let absent = rule.absent { pairs.append(("absent", .text(absent))) }
        return .mapping(pairs)
    }

    /// One type alone, or a list.
    private static func types(_ types: [String]) -> PageText {
        types.count == 1 ? .text(types[0]) : .list(types.map { .text($0) })
    }

    static func pair(_ pair: MessagePair) -> PageText {
        var pairs: [(String, PageText)] = []
        switch pair.ask {
        case .any: pairs.append(("ask", .text("*")))
        case .types(let types): pairs.append(("ask", self.types(types)))
        }
        pairs.append(("answer", .text(pair.answer)))
        if let by = pair.by {
            pairs.append(
                (
                    "by",
                    by.ask == by.answer ? path(by.ask) : .mapping([("ask", path(by.ask)), ("answer", path(by.answer))])
                ))
        }
        return .mapping(pairs)
    }

    static func expectation(_ expectation: ProtocolExpectation) -> PageText {
        var pairs: [(String, PageText)]
        func time(_ duration: RuleDuration) -> PageText { .word(duration.description) }
        func number(_ count: Int) -> PageText { .word(String(count)) }
        let key = expectation.key
        switch expectation.rule {
        case .first(let types), .never(let types), .only(let types): pairs = [(key, self.types(types))]
        case .answer(let answers, let asks, let within):
            pairs = [(key, types(answers)), ("to", types(asks)), ("within", time(within))]
        case .every(let period, let types, let tolerance):
            pairs = [(key, time(period)), ("of", self.types(types))]
            if tolerance != ProtocolExpectation.usualTolerance {
                pairs.append(("tolerance", .word(MessageValue.text(ofReal: tolerance))))
            }
        case .before(let types, let needed): pairs = [(key, self.types(types)), ("need", self.types(needed))]
        case .atMost(let count, let types, let within):
            pairs = [(key, number(count)), ("of", self.types(types)), ("within", time(within))]
        case .sizeAtMost(let bytes, let types):
            pairs = [(key, number(bytes))] + (types.isEmpty ? [] : [("of", self.types(types))])
        case .quiet(let duration, let types):
            pairs = [(key, time(duration))] + (types.isEmpty ? [] : [("except", self.types(types))])
        case .oneConnectionPerSender: pairs = [(key, .word("sender"))]
        }
        if let from = expectation.from { pairs.append(("from", .word(from.rawValue))) }
        if expectation.severity != .warning { pairs.append(("severity", .word(expectation.severity.rawValue))) }
        return .mapping(pairs)
    }
}
