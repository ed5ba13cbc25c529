import ProtocolDescriptions
import WireCoding

/// Descriptions without contradictions, messages of theirs, and changed bytes, the same for the same seed.
struct RandomDescriptions {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func below(_ bound: Int) -> Int { random.index(below: bound) }
    mutating func flip() -> Bool { below(2) == 0 }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }

    /// Bytes with some of them changed, added, doubled or taken away.
    mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) where !bytes.isEmpty {
            let index = below(bytes.count)
            switch below(4) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.insert(pick(Array(" \n:{}[],\"'&*!-|>#\u{0}\u{7F}".utf8)), at: index)
            case 2: bytes.remove(at: index)
            default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 1 + below(20))], at: index)
            }
        }
        return bytes
    }

    // MARK: - Descriptions

    /// Any but those that contradict themselves.
    mutating func description() -> ProtocolDescription {
        while true {
            let description = candidate()
            if description.problems().isEmpty { return description }
        }
    }

    private mutating func candidate() -> ProtocolDescription {
        var description = ProtocolDescription(name: "random")
        description.header = (0..<below(4)).map { field("h\($0)", isHeader: true) }
        let isDatagram = below(5) == 0
        description.over = isDatagram ? [.udp] : [.tcp, .tls]
        if !isDatagram || flip() { description.framing = framing(description.header.map(\.name)) }
        description.body = body(description.header.map(\.name))
        if below(6) == 0 { description.compressed = BodyCompression(flip() ? .gzip : .zlib) }
        if flip() { description.ports = [UInt16(1 + below(65535))] }
        if below(4) == 0 { description.services = ["_random._tcp"] }
        if below(4) == 0 { description.magic = bytes(1 + below(4)) }
        let paths = paths(description)
        guard !paths.isEmpty else { return description }
        let path = pick(paths)
        var type = TypeRule(.field(path))
        if flip() { type.names = [TypeRule.Name("1", "one"), TypeRule.Name("two words", "two: words")] }
        if flip() { type.absent = "none" }
        if description.body == .json, flip() {
            type.source = .key(MessagePath(.body), among: flip() ? [] : ["a", "b"])
        }
        description.message.type = type
        if flip() { description.message.sender = pick(paths) }
        if flip() { description.message.id = pick(paths) }
        if flip() { description.message.number = NumberRule(at: pick(paths), byType: flip()) }
        if flip() {
            description.message.sent = SentRule(
                at: pick(paths),
                flip() ? .rfc3339 : .number(unit: pick([.s, .ms, .us, .ns]), epoch: pick([.unix, .apple, .none])))
        }
        description.message.show = (0..<below(4)).map { _ in pick(paths) }
        if flip() {
            description.pairs = [
                MessagePair(
                    ask: flip() ? .any : .types(["a", "b c"]), answer: "one",
                    by: MessagePair.By(ask: path, answer: pick(paths)))
            ]
        }
        description.expect = (0..<below(3)).map { _ in expectation() }
        return description
    }

    private mutating func field(_ name: String, isHeader: Bool) -> MessageField {
        let types: [FieldType] = [
            .unsigned(bytes: pick([1, 2, 3, 4, 8])), .signed(bytes: pick([1, 2, 3, 4, 8])),
            .float(bytes: pick([4, 8])),
            .bytes(.count(1 + below(5))), .text(.count(1 + below(5))), .varint, .uuid,
        ]
        var field = MessageField(name, pick(types), endian: flip() ? .big : .little)
        if case .unsigned = field.type {
            switch below(6) {
            case 0: field.constant = .integer(Int64(below(256)))
            case 1: field.flags = [FieldMask("f", 1)]
            case 2: field.bits = [FieldMask("b", 0xF0)]
            default: break
            }
        }
        return field
    }

    private mutating func framing(_ header: [String]) -> MessageFraming {
        let meaning = LengthMeaning(covers: pick([.body, .rest, .all]), add: below(4) == 0 ? below(9) - 4 : 0)
        let methods: [MessageFraming.Method] = [
            .prefix(.integer(size: 1 + below(8), endian: flip() ? .big : .little), meaning), .prefix(.varint, meaning),
            .length(header.isEmpty ? "" : pick(header), meaning), .delimiter(bytes(1 + below(3))),
            .fixed(1 + below(40)), .webSocket, .datagram, .delimiter([10]),
        ]
        return MessageFraming(pick(methods), maximum: pick([MessageFraming.usualMaximum, 100, 3000]))
    }

    private mutating func body(_ header: [String]) -> MessageBody {
        switch below(10) {
        case 0, 1: return .json
        case 2: return .plist
        case 3: return .protobuf(nil)
        case 4: return pick([.utf8, .words, .bytes])
        case 5: return .none
        case 6 where !header.isEmpty:
            let cases = [TypedBody.Case("1", .json), TypedBody.Case("2", fields()), TypedBody.Case("a b", .utf8)]
            return .byType(
                TypedBody(field: MessagePath("header.\(pick(header))")!, cases: cases, other: flip() ? .bytes : nil))
        default: return fields()
        }
    }

    private mutating func fields() -> MessageBody {
        var elements: [BodyElement] = (0..<1 + below(4)).map { .field(field("f\($0)", isHeader: false)) }
        switch below(4) {
        case 0:
            elements += [
                .field(MessageField("n", .unsigned(bytes: 1))), .field(MessageField("text", .text(.field("n")))),
            ]
        case 1: elements.append(.field(MessageField("all", .bytes(.rest))))
        case 2:
            let inner = BodyElement.field(field("x", isHeader: false))
            elements += [
                .field(MessageField("op", .varint)),
                .switch(FieldSwitch(field: "op", cases: [FieldSwitch.Case(1, [inner]), FieldSwitch.Case(2, [])])),
            ]
        default: break
        }
        return .fields(elements)
    }

    private mutating func paths(_ description: ProtocolDescription) -> [MessagePath] {
        var texts = description.header.map { "header.\($0.name)" }
        texts += description.header.flatMap { field in field.bits.map { "header.\(field.name).\($0.name)" } }
        switch description.body {
        case .json, .plist, .byType: texts += ["body.a", "body.b[1]", "body.*.c"]
        case .protobuf: texts += ["body.1", "body.2.1", "body.*.3", "body.1[1]"]
        case .utf8, .bytes: texts.append("body")
        case .words: texts += ["body[0]", "body[2]"]
        case .fields(let elements):
            for case .field(let field) in elements { texts.append("body.\(field.name)") }
        case .none: break
        }
        return texts.map { MessagePath($0)! }
    }

    private mutating func expectation() -> ProtocolExpectation {
        let duration = RuleDuration.milliseconds(Int64(1 + below(5000)))
        let types = flip() ? ["a"] : ["a", "b c", "true", "1"]
        let rules: [ProtocolExpectation.Rule] = [
            .first(types), .answer(types, to: ["x"], within: duration), .every(duration, of: types, tolerance: 0.25),
            .before(types, need: ["y"]), .atMost(below(9), of: types, within: duration),
            .sizeAtMost(below(999), of: []),
            .never(types), .only(types), .quiet(duration, except: types),
        ]
        return ProtocolExpectation(
            pick(rules), from: pick([nil, .initiator, .responder]), severity: pick([.note, .warning, .error]))
    }
}
