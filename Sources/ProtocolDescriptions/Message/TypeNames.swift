/// The type of a message.
struct MessageType: Hashable, Sendable {
    let name: String
    /// Whether the description names it, if it names any.
    let isKnown: Bool
}

/// What a description calls the types of messages.
struct TypeNames: Sendable {
    private let names: [String: String]
    /// Nil where it names none.
    let all: Set<String>?
    /// The type of messages that lack the value.
    let absent: MessageType?

    init(_ rule: TypeRule?) {
        let names = rule?.names ?? []
        self.names = Dictionary(names.map { ($0.value, $0.name) }) { first, _ in first }
        let all = names.isEmpty ? nil : Set(self.names.values)
        self.all = all
        absent = rule?.absent.map { MessageType(name: $0, isKnown: all?.contains($0) ?? true) }
    }

    /// The type for which a value's own text stands.
    func type(_ text: String) -> MessageType {
        let name = names[text] ?? text
        return MessageType(name: name, isKnown: all?.contains(name) ?? true)
    }
}
