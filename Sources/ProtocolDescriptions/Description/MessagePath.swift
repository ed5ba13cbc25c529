/// Which value of a message is meant: `header.kind`, `body.sender.id`, `body[0]`, `body.1.3`, `body.*.seq`.
public struct MessagePath: Hashable, Sendable {
    /// The part of a message in which a path begins.
    @nonexhaustive
    public enum Root: String, Hashable, Sendable {
        /// The fields before the body.
        case header
        /// The body, decoded as the description says.
        case body
    }

    /// One step of a path.
    @nonexhaustive
    public enum Step: Hashable, Sendable {
        /// A member or field, by its name or number.
        case name(String)
        /// An element of a list, from 0.
        case index(Int)
        /// Any one branch that has the rest of the path.
        case any
    }

    /// Steps that a path may have.
    public static let maximumSteps = 16

    /// Where the path begins.
    public var root: Root
    /// The steps from there on, at most ``maximumSteps``; none for the whole part.
    public var steps: [Step]

    /// A path of these steps.
    public init(_ root: Root, _ steps: [Step] = []) {
        self.root = root
        self.steps = steps
    }

    /// The path that a text is, or nil for a text of another form.
    public init?(_ text: String) {
        var rest = Substring(text)
        let word = rest.prefix { $0 != "." && $0 != "[" }
        guard let root = Root(rawValue: String(word)) else { return nil }
        rest = rest.dropFirst(word.count)
        var steps: [Step] = []
        while let mark = rest.first {
            rest = rest.dropFirst()
            if mark == "[" {
                let digits = rest.prefix { $0 != "]" }
                rest = rest.dropFirst(digits.count)
                guard rest.first == "]", (1...6).contains(digits.utf8.count),
                    digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(digits)
                else { return nil }
                rest = rest.dropFirst()
                steps.append(.index(index))
            } else {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard mark == ".", !name.isEmpty, !name.contains(where: { $0 == "]" || $0.isWhitespace }) else {
                    return nil
                }
                rest = rest.dropFirst(name.count)
                steps.append(name == "*" ? .any : .name(String(name)))
            }
        }
        guard steps.count <= Self.maximumSteps else { return nil }
        self.init(root, steps)
    }

    /// The names of its steps with points between them, where all are names: how fields are called.
    var fieldName: String? {
        var names: [String] = []
        for step in steps {
            guard case .name(let name) = step else { return nil }
            names.append(name)
        }
        return names.joined(separator: ".")
    }
}

extension MessagePath: CustomStringConvertible {
    public var description: String {
        steps.reduce(into: root.rawValue) { text, step in
            switch step {
            case .name(let name): text += ".\(name)"
            case .index(let index): text += "[\(index)]"
            case .any: text += ".*"
            }
        }
    }
}
