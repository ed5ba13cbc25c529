/// An attribute of an element: its name as it is written, prefix included, and its value with references resolved.
public struct XMLAttribute: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [XMLAttribute] {
    /// The value of the attribute of that name.
    func value(of name: String) -> String? { first { $0.name == name }?.value }
}
