/// The questions of one host for one name and type: browsing where the type is PTR, resolving where it is SRV, TXT or an
/// address. Probes are not among them.
public struct Query: Codable, Hashable, Sendable {
    /// Presentation format with the final dot.
    public var name: String
    /// `PTR`, `SRV`, …
    public var type: String
    /// The id of the peer (``Peer/id``); nil if none is known.
    public var peer: String?
    /// The sender's address of the first question.
    public var address: String
    /// Seconds of the report, of the first such question.
    public var first: Double
    /// The frame of the first such question.
    public var firstFrame: Int
    /// Seconds of the report, of the last such question.
    public var last: Double
    /// Questions; the same one over IPv4 and IPv6 counts once.
    public var count: Int
    /// Seconds from one question to the next, at most 32. A browser waits a second before it asks again, then at least
    /// twice as long each time (RFC 6762 §5.2).
    public var intervals: [Double]
    /// Questions that wanted a unicast response (RFC 6762 §5.4).
    public var unicastResponses: Int
    /// Questions from another port than 5353, whose answers are shaped for plain resolvers (RFC 6762 §6.7).
    public var legacy: Int
    /// Queries whose known answers went on in further packets (RFC 6762 §7.2).
    public var truncated: Int
    /// The longest list of known answers in one packet (RFC 6762 §7.1).
    public var knownAnswers: Int
    /// From a question to the first answer of any host.
    public var answerDelay: Distribution

    /// Made of all its parts.
    public init(
        name: String, type: String, peer: String? = nil, address: String, first: Double, firstFrame: Int, last: Double,
        count: Int, intervals: [Double], unicastResponses: Int, legacy: Int, truncated: Int, knownAnswers: Int,
        answerDelay: Distribution
    ) {
        (self.name, self.type, self.peer, self.address, self.first) = (name, type, peer, address, first)
        (self.firstFrame, self.last, self.count, self.intervals) = (firstFrame, last, count, intervals)
        (self.unicastResponses, self.legacy, self.truncated) = (unicastResponses, legacy, truncated)
        (self.knownAnswers, self.answerDelay) = (knownAnswers, answerDelay)
    }
}
