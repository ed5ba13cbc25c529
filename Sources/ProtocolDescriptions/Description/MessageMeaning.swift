/// What a message says: which of its values mean what. Where a message lacks a value, that line does not apply to it.
public struct MessageMeaning: Hashable, Sendable {
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
        public var name: String

        public init(_ value: String, _ name: String) {
            self.value = value
            self.name = name
        }
    }

    public var source: Source
    /// A value without a name is its own text.
    public var names: [Name]
    /// The type of messages that lack the value.
    public var absent: String?

    public init(_ source: Source, names: [Name] = [], absent: String? = nil) {
        self.source = source
        self.names = names
        self.absent = absent
    }

    public var path: MessagePath {
        switch source {
        case .field(let path), .key(let path, among: _): path
        }
    }
}

/// The number that counts messages.
public struct NumberRule: Hashable, Sendable {
    public var at: MessagePath
    /// Whether each type is counted alone.
    public var byType: Bool

    public init(at: MessagePath, byType: Bool = false) {
        self.at = at
        self.byType = byType
    }
}

/// The sender's clock.
public struct SentRule: Hashable, Sendable {
    public enum Clock: Hashable, Sendable {
        case number(unit: Unit, epoch: Epoch)
        case rfc3339
    }

    public enum Unit: String, CaseIterable, Hashable, Sendable {
        case s, ms, us, ns

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
    public enum Epoch: String, CaseIterable, Hashable, Sendable {
        case unix = "1970"
        /// Apple's reference date.
        case apple = "2001"
        /// Any time.
        case none

        /// Seconds since 1970.
        public var seconds: Int64 { self == .apple ? 978_307_200 : 0 }
    }

    public var at: MessagePath
    public var clock: Clock

    public init(at: MessagePath, _ clock: Clock) {
        self.at = at
        self.clock = clock
    }
}

/// Which message answers which.
public struct MessagePair: Hashable, Sendable {
    public enum Ask: Hashable, Sendable {
        case types([String])
        /// All that is no answer.
        case any
    }

    /// The value that an ask and its answer share.
    public struct By: Hashable, Sendable {
        public var ask: MessagePath
        public var answer: MessagePath

        public init(ask: MessagePath, answer: MessagePath) {
            self.ask = ask
            self.answer = answer
        }
    }

    public var ask: Ask
    public var answer: String
    /// Nil where answers come in order.
    public var by: By?

    public init(ask: Ask, answer: String, by: By? = nil) {
        self.ask = ask
        self.answer = answer
        self.by = by
    }
}
