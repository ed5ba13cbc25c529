import WireCoding

/// A message as its reader returns it: where it is, and what it says of itself.
public struct ApplicationMessage: Hashable, Sendable {
    /// The first byte with framing, from the first byte that the reader was shown.
    public var streamOffset: Int
    /// Bytes with framing.
    public var wireSize: Int
    /// Bytes of the body, as on the wire.
    public var bodySize: Int
    /// The name of its type, by which messages are counted; nil where it has none.
    public var type: String?
    /// Whether its type is one that the application knows: an unknown one among the first messages shows that the session is of another
    /// application.
    public var isKnown: Bool
    /// Who wrote it.
    public var sender: String?
    /// Its own name, as a number for comparing.
    public var id: UInt64?
    /// The number that counts the messages of its direction.
    public var number: Int64?
    /// When it was sent by the sender's clock, in nanoseconds since any moment.
    public var sent: Int64?
    /// What it asks or answers.
    public var roles: [Role]
    /// Bytes of the payload within the body.
    public var payloadSize: Int?
    /// The values that are listed with it.
    public var fields: [FrameField]
    /// More of what it says, for the conversation of its application.
    public var content: MessageContent?

    /// A role in a pair of question and answer.
    public struct Role: Hashable, Sendable {
        /// The pair's index, below ``ApplicationMeasures/pairs``.
        public var pair: Int
        /// Whether it is the answer, not the question.
        public var isAnswer: Bool
        /// What a question and its answer share; nil where answers come in the order of the questions.
        public var key: UInt64?

        /// A role in the pair of that index.
        public init(pair: Int = 0, isAnswer: Bool, key: UInt64?) {
            (self.pair, self.isAnswer, self.key) = (pair, isAnswer, key)
        }
    }

    /// A message with all that is known of it: setting one property after the other may copy the message each time.
    public init(
        streamOffset: Int, wireSize: Int, bodySize: Int, type: String? = nil, isKnown: Bool = true,
        sender: String? = nil, id: UInt64? = nil, number: Int64? = nil, sent: Int64? = nil, roles: [Role] = [],
        payloadSize: Int? = nil, fields: [FrameField] = [], content: MessageContent? = nil
    ) {
        self.streamOffset = streamOffset
        self.wireSize = wireSize
        self.bodySize = bodySize
        self.type = type
        self.isKnown = isKnown
        self.sender = sender
        self.id = id
        self.number = number
        self.sent = sent
        self.roles = roles
        self.payloadSize = payloadSize
        self.fields = fields
        self.content = content
    }
}

/// What a message says in a type that only its application knows. A reference, so that messages without it stay small.
public final class MessageContent: Hashable, Sendable {
    /// The value as the reader made it; conversations of the application cast it back.
    public let value: any Sendable

    /// Keeps a value for the conversation of its application.
    public init(_ value: any Sendable) { self.value = value }

    /// Whether both are that of one message.
    public static func == (first: MessageContent, second: MessageContent) -> Bool { first === second }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
