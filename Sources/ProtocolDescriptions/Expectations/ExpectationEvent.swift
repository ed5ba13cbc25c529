/// A message as rules look at it.
public struct ExpectationEvent: Hashable, Sendable {
    /// A role that a message has in a pair of the description, with the value that pairs it.
    public struct Role: Hashable, Sendable {
        /// The index in ``ProtocolDescription/pairs``.
        public var pair: Int
        /// Whether the message asks or answers.
        public var role: DescribedMessageView.PairRole
        /// The value that pairs it, as a number for comparing.
        public var key: UInt64

        /// A role in the pair of that index.
        public init(pair: Int, role: DescribedMessageView.PairRole, key: UInt64) {
            self.pair = pair
            self.role = role
            self.key = key
        }
    }

    /// The side that sent the message.
    public var side: ProtocolExpectation.Side
    /// When the message began, in nanoseconds of one clock.
    public var begin: Int64
    /// When the message was complete, by the same clock.
    public var time: Int64
    /// The frame that completes it.
    public var frame: Int
    /// The name of the type; nil where the message has none.
    public var type: String?
    /// Bytes of the body as on the wire.
    public var bodySize: Int
    /// The roles of the message, at most one in each pair.
    public var roles: [Role]

    /// A message of a side; without `roles`, one that neither asks nor answers.
    public init(
        side: ProtocolExpectation.Side, begin: Int64, time: Int64, frame: Int, type: String?, bodySize: Int,
        roles: [Role] = []
    ) {
        self.side = side
        self.begin = begin
        self.time = time
        self.frame = frame
        self.type = type
        self.bodySize = bodySize
        self.roles = roles
    }
}

extension DescribedMessageView {
    /// The roles that the message has in the pairs of the description.
    public var roles: [ExpectationEvent.Role] {
        (0..<pairCount).compactMap { index in
            role(inPair: index).map { ExpectationEvent.Role(pair: index, role: $0.role, key: $0.key) }
        }
    }
}

/// A rule that a session broke.
public struct ExpectationBreach: Hashable, Sendable {
    /// The index in ``ProtocolDescription/expect``.
    public var rule: Int
    /// When it was broken first.
    public var time: Int64
    /// The side that broke it first.
    public var side: ProtocolExpectation.Side
    /// Whether the other side broke it too.
    public var isOfBothSides = false
    /// The frame that completes the message which breaks the rule, or after which something did not come.
    public var frame: Int
    /// How often it was broken.
    public var count: Int

    /// The first breach of a rule, or `count` of them.
    public init(rule: Int, time: Int64, side: ProtocolExpectation.Side, frame: Int, count: Int = 1) {
        self.rule = rule
        self.time = time
        self.side = side
        self.frame = frame
        self.count = count
    }
}
