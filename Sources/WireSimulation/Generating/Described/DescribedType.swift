import ProtocolDescriptions
import WireCoding
import WireTesting

/// A type of a described protocol's messages, and how a message says that it has this type.
struct DescribedType: Hashable, Sendable {
    /// As reports have it; nil where the description has no types.
    var name: String?
    /// The value's own text; nil for messages that lack it.
    var value: String?

    /// All types that a description knows, in its order.
    static func all(of description: ProtocolDescription) -> [DescribedType] {
        guard let rule = description.message.type else { return [DescribedType()] }
        let names = Dictionary(rule.names.map { ($0.value, $0.name) }) { first, _ in first }
        var values: [String] = []
        switch rule.source {
        case .key(_, let among): values = among.isEmpty ? rule.names.map(\.value) : among
        case .field(let path):
            values = rule.names.map(\.value)
            if values.isEmpty { values = choices(at: path, in: description) }
        }
        var types = values.map { DescribedType(name: names[$0] ?? $0, value: $0) }
        for name in mentioned(in: description) where !types.contains(where: { $0.name == name }) {
            // A value without a name is its own text.
            if name != rule.absent, !rule.names.contains(where: { $0.name == name }) {
                types.append(DescribedType(name: name, value: name))
            }
        }
        if types.isEmpty {
            types = usual(at: rule.path, in: description).map { DescribedType(name: $0, value: $0) }
        }
        if let absent = rule.absent, canBeAbsent(rule.path, in: description) {
            types.append(DescribedType(name: absent, value: nil))
        }
        let forbidden = description.expect.flatMap { expectation -> [String] in
            if case .never(let types) = expectation.rule { return types }
            return []
        }
        return types.filter { type in type.name.map { !forbidden.contains($0) } ?? true }
    }

    /// Types in pairs and rules.
    private static func mentioned(in description: ProtocolDescription) -> [String] {
        var names: [String] = []
        for pair in description.pairs {
            if case .types(let types) = pair.ask { names += types }
            names.append(pair.answer)
        }
        for expectation in description.expect {
            switch expectation.rule {
            case .first(let types), .only(let types): names += types
            case .answer(let answers, let asks, _): names += asks + answers
            case .every(_, let types, _), .atMost(_, let types, _), .sizeAtMost(_, let types): names += types
            case .before(let types, let needed): names += needed + types
            case .quiet(_, let types): names += types
            case .never, .oneConnectionPerSender: break
            }
        }
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }

    /// Values between which a switch or the body by type chooses.
    private static func choices(at path: MessagePath, in description: ProtocolDescription) -> [String] {
        if case .byType(let typed) = description.body, typed.field == path { return typed.cases.map(\.value) }
        guard case .fields(let elements) = description.body else { return [] }
        return elements.flatMap { element -> [String] in
            guard case .switch(let choice) = element else { return [] }
            let isMeant =
                path.root == .body
                ? choice.field == DescribedFields.name(of: path)
                : choice.field == "header." + (DescribedFields.name(of: path) ?? "")
            return isMeant ? choice.cases.map { String($0.value) } : []
        }
    }

    private static func usual(at path: MessagePath, in description: ProtocolDescription) -> [String] {
        switch DescribedFields.field(at: path, in: description)?.type {
        case .unsigned, .signed, .varint: ["1", "2", "3"]
        case .bytes: ["01", "02", "03"]
        case .float: ["1", "2"]
        case .uuid, .text, nil:
            if case .protobuf = description.body, case .key? = description.message.type?.source {
                ["1", "2", "3"]
            } else {
                ["hello", "data", "bye"]
            }
        }
    }

    private static func canBeAbsent(_ path: MessagePath, in description: ProtocolDescription) -> Bool {
        guard path.root == .body else { return false }
        switch description.body {
        case .json, .plist, .protobuf, .words: return true
        default: return false
        }
    }
}

/// Fields of headers and binary bodies by path.
enum DescribedFields {
    /// The names of a path's steps with points between them; nil where one of them is no name.
    static func name(of path: MessagePath) -> String? {
        var names: [String] = []
        for step in path.steps {
            guard case .name(let name) = step else { return nil }
            names.append(name)
        }
        return names.joined(separator: ".")
    }

    /// The field to which a path leads, or in whose flags and bits it ends; nil for bodies of other kinds.
    static func field(at path: MessagePath, in description: ProtocolDescription) -> MessageField? {
        guard case .name(let name)? = path.steps.first else { return nil }
        if path.root == .header { return description.header.first { $0.name == name } }
        let bodies: [MessageBody] =
            if case .byType(let typed) = description.body { typed.cases.map(\.body) } else { [description.body] }
        for case .fields(let elements) in bodies {
            if let field = all(elements).first(where: { $0.name == name }) { return field }
        }
        return nil
    }

    static func all(_ elements: [BodyElement]) -> [MessageField] {
        elements.flatMap { element -> [MessageField] in
            switch element {
            case .field(let field): [field]
            case .switch(let choice): choice.cases.flatMap { all($0.elements) }
            }
        }
    }

    /// Names of fields that say how long others are, or what follows.
    static func lengths(_ elements: [BodyElement]) -> Set<String> {
        var names: Set<String> = []
        for field in all(elements) {
            switch field.type {
            case .bytes(.field(let name)), .text(.field(let name)): names.insert(name)
            default: break
            }
        }
        return names
    }
}
