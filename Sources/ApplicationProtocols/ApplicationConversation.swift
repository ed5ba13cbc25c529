import WireCoding

/// Follows both directions of a session together, and says what it found.
///
/// It is shown messages in the order in which they were complete, each direction's in the order of its stream.
public protocol ApplicationConversation: Sendable {
    /// Takes note of a message of either side.
    mutating func observe(_ message: ConversationMessage)
    /// Bytes of a side are missing before what it sends next.
    mutating func hole(of side: ConversationSide, at time: Int64)
    /// A side ended its stream.
    mutating func end(of side: ConversationSide, at time: Int64)
    /// The session ended.
    mutating func finish(at time: Int64)
    /// The two sides change their names: which one is the initiator was a guess, because the capture lacks the start.
    mutating func turn()

    /// In any order; asked once, after ``finish(at:)``.
    var findings: [ConversationFinding] { get }
    /// What there is to say of the session as a whole, in a type that only the application knows; asked after
    /// ``finish(at:)``.
    var facts: (any Sendable)? { get }
}

extension ApplicationConversation {
    public var findings: [ConversationFinding] { [] }
    public var facts: (any Sendable)? { nil }
}

/// An end of a session.
public enum ConversationSide: Hashable, Sendable {
    /// The end that opened the connection, or sent the first datagram.
    case initiator
    /// The other end.
    case responder

    /// The end on the other side.
    public var other: ConversationSide { self == .initiator ? .responder : .initiator }
}

/// Where a conversation begins.
public struct ConversationStart: Hashable, Sendable {
    /// When a connection was established, or the first datagram came, in nanoseconds since 1970; nil where the capture does not
    /// have that.
    public var established: Int64?
    /// Whether the session began before the capture.
    public var isMidstream: Bool

    /// The start of a session.
    ///
    /// - Parameters:
    ///   - established: When it was established, in nanoseconds since 1970; nil where the capture does not have that.
    ///   - isMidstream: Whether it began before the capture.
    public init(established: Int64?, isMidstream: Bool = false) {
        (self.established, self.isMidstream) = (established, isMidstream)
    }
}

/// A message as conversations see it.
public struct ConversationMessage: Hashable, Sendable {
    /// The end that sent it.
    public var side: ConversationSide
    /// When its first byte was seen, in nanoseconds since 1970.
    public var begun: Int64
    /// When its last byte, and all before it, were there.
    public var completed: Int64
    /// The frame with that byte.
    public var frame: Int
    /// The name of its type, nil where its reader gives none.
    public var type: String?
    /// Bytes of the body, as on the wire.
    public var bodySize: Int
    /// What it asks or answers.
    public var roles: [ApplicationMessage.Role]
    /// The number that counts the messages of its direction.
    public var number: Int64?
    /// Bytes of the payload within the body, if the reader has said how many.
    public var payloadSize: Int?
    /// More of what it says, in a type of its application; nil without any.
    public var content: MessageContent?

    /// A message as its reader returned it, with the times of its bytes.
    public init(
        side: ConversationSide, begun: Int64, completed: Int64, frame: Int, type: String?, bodySize: Int,
        roles: [ApplicationMessage.Role] = [], number: Int64? = nil, payloadSize: Int? = nil,
        content: MessageContent? = nil
    ) {
        (self.side, self.begun, self.completed, self.frame) = (side, begun, completed, frame)
        (self.type, self.bodySize, self.roles) = (type, bodySize, roles)
        (self.number, self.payloadSize, self.content) = (number, payloadSize, content)
    }
}

/// What a conversation found wrong or surprising.
public struct ConversationFinding: Hashable, Sendable {
    /// How much a finding matters.
    public enum Severity: Hashable, Sendable {
        /// Worth knowing, not wrong.
        case note
        /// Likely a mistake.
        case warning
        /// Certainly wrong.
        case error
    }

    /// A stable name in kebab-case.
    public var code: String
    /// How much it matters.
    public var severity: Severity
    /// When it showed, in nanoseconds since 1970.
    public var time: Int64
    /// The frame that shows it.
    public var frame: Int
    /// One sentence with the evidence.
    public var message: String
    /// What to do about it, in one sentence.
    public var remedy: String
    /// Document and section.
    public var reference: String
    /// The rule of a description that was broken; nil for what no rule says.
    public var rule: BrokenRule?

    /// A finding with its evidence. Its texts are shown as they are.
    public init(
        code: String, severity: Severity, time: Int64, frame: Int, message: String, remedy: String, reference: String,
        rule: BrokenRule? = nil
    ) {
        (self.code, self.severity, self.time, self.frame) = (code, severity, time, frame)
        (self.message, self.remedy, self.reference, self.rule) = (message, remedy, reference, rule)
    }

    /// A rule as its author wrote it.
    public struct BrokenRule: Hashable, Sendable {
        /// The line in the file, from 1.
        public var line: Int
        /// The rule's text, as in the file.
        public var text: String
        /// How often it was broken.
        public var count: Int

        /// A rule and how often it was broken.
        public init(line: Int, text: String, count: Int) { (self.line, self.text, self.count) = (line, text, count) }
    }
}

/// Who wrote in a session, and when it was.
public struct SessionSenders: Hashable, Sendable {
    /// The names of those who wrote messages, as the messages have them.
    public var senders: Set<String>
    /// In nanoseconds since 1970.
    public var start: Int64
    /// The end of the session, in nanoseconds since 1970.
    public var end: Int64
    /// The frame in which the session begins, from 1.
    public var firstFrame: Int

    /// The senders of one session.
    public init(senders: Set<String>, start: Int64, end: Int64, firstFrame: Int) {
        (self.senders, self.start, self.end, self.firstFrame) = (senders, start, end, firstFrame)
    }
}
