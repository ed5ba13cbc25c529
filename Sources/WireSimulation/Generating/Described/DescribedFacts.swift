import WireCoding
import WireTesting

/// What a message is to say beside its type.
struct DescribedFacts: Sendable {
    /// Who wrote it, as a name and as a number.
    var sender = "client"
    var senderNumber = 1
    /// The message among all of a conversation.
    var id = 1
    /// The number that counts the messages of a direction.
    var number: Int64 = 0
    /// The sender's clock, in nanoseconds since 1970.
    var time: Int64 = 0
    /// Bytes of content that has no size of its own.
    var size = 40
    /// The value that pairs an answer with its ask; nil for other messages.
    var answered: FieldValue?
}

/// A message that was made.
struct DescribedSpeech: Sendable {
    var bytes: [UInt8]
    /// Bytes of its body, as on the wire.
    var bodySize: Int
    /// The value by which an answer finds it.
    var key: FieldValue?
    /// Whether it has the number that counts messages.
    var isNumbered = false
}

/// Why messages of a description cannot be generated.
public struct DescribedMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence.
    public var description: String
    /// The key of the description that it is about, as in `DescriptionProblem.key`.
    public var key: String

    init(_ description: String, key: String) {
        self.description = description
        self.key = key
    }
}
