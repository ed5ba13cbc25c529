import ProtocolDescriptions
import WireCoding
import WireTesting

/// A message of a description on its way: values for its header and its body, to which paths lead.
struct DescribedDraft: Sendable {
    private let description: ProtocolDescription
    /// The member by which the message says its type, where that is the name of a member.
    private let key: (path: MessagePath, name: String)?
    var header: [FrameField] = []
    var body: FieldValue = .null
    /// The kind of the body.
    var kind: MessageBody

    init(_ description: ProtocolDescription, key: (path: MessagePath, name: String)?) {
        self.description = description
        self.key = key
        kind = description.body
    }

    /// The number in a field of the header.
    func headerNumber(_ name: String) -> Int64? {
        let steps = name.split(separator: ".").map(String.init)
        guard let first = steps.first, let value = header.first(where: { $0.name == first })?.value else { return nil }
        switch value {
        case .integer(let number): return number
        case .object(let parts) where steps.count == 2:
            switch parts.first(where: { $0.name == steps[1] })?.value {
            case .integer(let number): return number
            case .boolean(let flag): return flag ? 1 : 0
            default: return nil
            }
        default: return nil
        }
    }

    /// The branch to which a path leads that may take any: that of the type, or one of its own. Without a schema the fields of
    /// protobuf are numbers.
    private var branch: String {
        if let key { return key.name }
        if case .protobuf = kind { return "14" }
        return "any"
    }

    /// Whether the message can have a value at a path: a path that leads into another member than the type's cannot.
    func has(_ path: MessagePath) -> Bool {
        guard path.root == .body else { return true }
        if let key, path.steps.count > key.path.steps.count, path.steps.starts(with: key.path.steps),
            case .name(let name) = path.steps[key.path.steps.count], name != key.name
        {
            return false
        }
        switch kind {
        case .json, .plist, .protobuf: return !path.steps.isEmpty
        case .words:
            guard case .index? = path.steps.first else { return false }
            return path.steps.count == 1
        case .fields:
            guard case .object(let fields) = body, case .name(let name)? = path.steps.first else { return false }
            return fields.contains { $0.name == name }
        case .utf8, .bytes, .none, .byType: return false
        }
    }

    /// The value at a path, nil where there is none.
    subscript(_ path: MessagePath) -> FieldValue? {
        if path.root == .header { return Self.value(.object(header), path.steps[...], any: branch) }
        if case .words = kind {
            guard case .text(let text) = body, case .index(let index)? = path.steps.first else { return nil }
            let words = text.split(separator: " ")
            return index < words.count ? .text(String(words[index])) : nil
        }
        return Self.value(body, path.steps[...], any: branch)
    }

    private static func value(_ tree: FieldValue, _ steps: ArraySlice<MessagePath.Step>, any: String) -> FieldValue? {
        guard let step = steps.first else { return tree }
        switch (step, tree) {
        case (.name(let name), .object(let fields)):
            return fields.first { $0.name == name }.flatMap { value($0.value, steps.dropFirst(), any: any) }
        case (.any, .object(let fields)):
            return fields.first { $0.name == any }.flatMap { value($0.value, steps.dropFirst(), any: any) }
        case (.index(let index), .list(let elements)) where index < elements.count:
            return value(elements[index], steps.dropFirst(), any: any)
        default: return nil
        }
    }

    /// Puts a value at a path that the message can have.
    mutating func set(_ path: MessagePath, _ value: FieldValue) {
        if path.root == .header {
            var tree = FieldValue.object(header)
            Self.set(&tree, path.steps[...], value, any: branch)
            if case .object(let fields) = tree { header = fields }
        } else if case .words = kind {
            setWord(path, value)
        } else {
            Self.set(&body, path.steps[...], value, any: branch)
        }
    }

    private mutating func setWord(_ path: MessagePath, _ value: FieldValue) {
        guard case .index(let index)? = path.steps.first else { return }
        var words: [String] = if case .text(let text) = body { text.split(separator: " ").map(String.init) } else { [] }
        while words.count <= index { words.append("word") }
        switch value {
        case .text(let text): words[index] = text
        case .integer(let number): words[index] = String(number)
        default: break
        }
        body = .text(words.joined(separator: " "))
    }

    private static func set(
        _ tree: inout FieldValue, _ steps: ArraySlice<MessagePath.Step>, _ value: FieldValue, any: String
    ) {
        guard let step = steps.first else {
            tree = value
            return
        }
        switch step {
        case .name(let name): setMember(&tree, name, steps.dropFirst(), value, any: any)
        case .any: setMember(&tree, any, steps.dropFirst(), value, any: any)
        case .index(let index):
            var elements: [FieldValue] = if case .list(let elements) = tree { elements } else { [] }
            while elements.count <= index { elements.append(.integer(0)) }
            set(&elements[index], steps.dropFirst(), value, any: any)
            tree = .list(elements)
        }
    }

    private static func setMember(
        _ tree: inout FieldValue, _ name: String, _ steps: ArraySlice<MessagePath.Step>, _ value: FieldValue,
        any: String
    ) {
        var fields: [FrameField] = if case .object(let fields) = tree { fields } else { [] }
        if let index = fields.firstIndex(where: { $0.name == name }) {
            set(&fields[index].value, steps, value, any: any)
        } else {
            var inner = FieldValue.null
            set(&inner, steps, value, any: any)
            fields.append(FrameField(name, inner))
        }
        tree = .object(fields)
    }
}
