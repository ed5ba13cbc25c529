/// Why values could not become a message.
public struct MessageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value, as `header.size` or `body`.
    public var key: String
    /// One sentence.
    public var message: String

    public init(key: String, message: String) {
        self.key = key
        self.message = message
    }

    public var description: String { "\(key): \(message)" }
}
