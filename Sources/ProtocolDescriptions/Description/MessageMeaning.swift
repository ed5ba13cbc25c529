/// What a message says: which of its values mean what. Where a message lacks a value, that line does not apply to it.
public struct MessageMeaning: Hashable, Sendable {
    /// Where the type is; nil where all messages have the same.
    public var type: TypeRule?
    /// Who wrote it.
    public var sender: MessagePath?
    /// The message's own name; the same one again to the same receiver is a duplicate.
    public var id: MessagePath?
    /// The number that counts the messages of a direction.
    public var number: NumberRule?
    /// When the sender wrote it, by its own clock.
    public var sent: SentRule?
    /// What of the body is payload.
    public var payload: MessagePath?
    /// The values that are shown with the message, in this order.
    public var show: [MessagePath]

    /// A message that says these things; what is nil it does not say.
    public init(
        type: TypeRule? = nil, sender: MessagePath? = nil, id: MessagePath? = nil, number: NumberRule? = nil,
        sent: SentRule? = nil, payload: MessagePath? = nil, show: [MessagePath] = []
    ) {
        self.type = type
        self.sender = sender
        self.id = id
        self.number = number
        self.sent = sent
        self.payload = payload
        self.show = show
    }
}

/// Where a message's type is.
public struct TypeRule: Hashable, Sendable {
    /// The place of a type.
    @nonexhaustive
    public enum Source: Hashable, Sendable {
        /// A value.
        case field(MessagePath)
        /// The name of the one member of an object, or field of a message; of those in `among` where there are some.
        case key(MessagePath, among: [String] = [])
    }

    /// A type's name, and the value that means it.
    public struct Name: Hashable, Sendable {
        /// The value as text.
        public var value: String
        /// The type's name, as reports and expectations have it.
        public var name: String

        /// A name for the value, which is given as text.
        public init(_ value: String, _ name: String) {
            self.value = value
            self.name = name
        }
    }

    /// The place of the type.
    public var source: Source
    /// A value without a name is its own text.
    public var names: [Name]
    /// The type of messages that lack the value.
    public var absent: String?

    /// A rule for that place; without `absent`, messages without the value have no type.
    public init(_ source: Source, names: [Name] = [], absent: String? = nil) {
        self.source = source
        self.names = names
        self.absent = absent
    }

    /// The value whose text or member is the type.
    public var path: MessagePath {
        switch source {
        case .field(let path), .key(let path, among: _): path
        }
    }
}

/// The number that counts messages.
public struct NumberRule: Hashable, Sendable {
    /// Where the number is.
    public var at: MessagePath
    /// Whether each type is counted alone.
    public var byType: Bool

    /// A number at that path.
    public init(at: MessagePath, byType: Bool = false) {
        self.at = at
        self.byType = byType
    }
}

/// The sender's clock.
public struct SentRule: Hashable, Sendable {
    /// How a time is written.
    public enum Clock: Hashable, Sendable {
        /// A number of units since the epoch.
        case number(unit: Unit, epoch: Epoch)
        /// A text such as `2024-05-01T12:00:00.5Z` (RFC 3339 §5.6).
        case rfc3339
    }

    /// The unit of a clock's number.
    @nonexhaustive
    public enum Unit: String, CaseIterable, Hashable, Sendable {
        /// Seconds.
        case s
        /// Milliseconds.
        case ms
        /// Microseconds.
        case us
        /// Nanoseconds.
        case ns

        /// Nanoseconds.
        public var nanoseconds: Int64 {
            switch self {
            case .s: 1_000_000_000
            case .ms: 1_000_000
            case .us: 1000
            case .ns: 1
            }
        }
    }

    /// When the clock was 0.
    @nonexhaustive
    public enum Epoch: String, CaseIterable, Hashable, Sendable {
        /// 1970-01-01T00:00:00Z.
        case unix = "1970"
        /// Apple's reference date.
        case apple = "2001"
        /// Any time.
        case none

        /// Seconds since 1970.
        public var seconds: Int64 { self == .apple ? 978_307_200 : 0 }
    }

    /// Where the time is.
    public var at: MessagePath
    /// How the time is written.
    public var clock: Clock

    /// A time at that path.
    public init(at: MessagePath, _ clock: Clock) {
        self.at = at
        self.clock = clock
    }
}

/// Which message answers which.
public struct MessagePair: Hashable, Sendable {
    /// The messages that an answer may belong to.
    public enum Ask: Hashable, Sendable {
        /// Messages of these types.
        case types([String])
        /// All that is no answer.
        case any
    }

    /// The value that an ask and its answer share.
    public struct By: Hashable, Sendable {
        /// The value in the ask.
        public var ask: MessagePath
        /// The value in the answer.
        public var answer: MessagePath

        /// The values of an ask and its answer, which may be at different paths.
        public init(ask: MessagePath, answer: MessagePath) {
            self.ask = ask
            self.answer = answer
        }
    }

    /// The messages that are answered.
    public var ask: Ask
    /// The type of the answer.
    public var answer: String
    /// Nil where answers come in order.
    public var by: By?

    /// A pair; without `by`, an answer belongs to the first ask that has none.
    public init(ask: Ask, answer: String, by: By? = nil) {
        self.ask = ask
        self.answer = answer
        self.by = by
    }
}
