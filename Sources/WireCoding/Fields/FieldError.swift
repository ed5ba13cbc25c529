/// Why fields that were given, as those of a JSON text, make no value, and which of them.
public struct FieldError: Error, Hashable, Sendable {
    /// The way to the field from the top: `answers[2].ttl`; empty for the whole.
    public let path: String
    /// The problem, as the rest of a sentence.
    public let problem: String

    public init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }
}

extension FieldError: CustomStringConvertible {
    public var description: String { path.isEmpty ? "the JSON text \(problem)" : "\(path) \(problem)" }
}
