/// What is wrong with a description, and what would be right.
public struct DescriptionProblem: Error, Hashable, Sendable {
    /// The key or value, from the top of the description on: `message.type`, `header[1].name`; empty for the whole.
    public var key: String
    /// The line in the page of YAML, from 1; nil for a description that was not read from one.
    public var line: Int?
    /// The column in characters, from 1.
    public var column: Int?
    /// One sentence.
    public var message: String

    /// A problem of that key; without line and column, of a description that was not read from a page.
    public init(key: String, line: Int? = nil, column: Int? = nil, message: String) {
        self.key = key
        self.line = line
        self.column = column
        self.message = message
    }
}

extension DescriptionProblem: CustomStringConvertible {
    /// `12:3: sentence`, or `key: sentence` without a page.
    public var description: String {
        if let line, let column { return "\(line):\(column): \(message)" }
        return key.isEmpty ? message : "\(key): \(message)"
    }
}
