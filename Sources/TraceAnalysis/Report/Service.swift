/// A DNS-SD service instance (RFC 6763) as one holder claimed it.
public struct Service: Codable, Equatable, Sendable {
    public var id: String
    /// The label that users see, unescaped.
    public var instance: String
    /// `_txtchat._udp`
    public var type: String
    public var domain: String
    /// Presentation format with the final dot.
    public var fullName: String
    public var subtypes: [String] = []
    public var host: String?
    public var port: Int?
    public var addresses: [String] = []
    public var peer: String?
    public var txt: [TextEntry] = []
    public var firstSeen: Double
    public var lastSeen: Double
    public var state: State
    public var renamedFrom: String?
    public var renamedTo: String?
    public var renameStyle: String?
    public var timeline: [Event] = []
    public var discovery = Discovery()
}

extension Service {
    /// What became of the claim, by the last that its holder said. This version tells `probing`, `announced`, `gone` and
    /// `unknown`.
    public enum State: String, Codable, Sendable {
        case probing, announced, conflicted, renamed, gone, expired, unknown
    }

    /// One string of the TXT record.
    public struct TextEntry: Codable, Equatable, Sendable {
        public var key: String
        /// Nil without `=` and for bytes that are not UTF-8.
        public var value: String?
        /// Nil without `=`.
        public var valueHex: String?
        public var hasValue: Bool
    }

    /// Something that happened to the service.
    public struct Event: Codable, Equatable, Sendable {
        public var time: Double
        public var frame: Int
        public var event: Kind
        /// The sender's address.
        public var source: String?
        public var detail: String?

        /// What happened. This version tells `probe`, `announce`, `answer`, `update` and `goodbye`.
        public enum Kind: String, Codable, Sendable {
            case query, probe, announce, answer, conflict
            case probeTiebreak = "probe-tiebreak"
            case rename, update, goodbye, expire, reannounce
        }
    }

    /// How long others took to find the service.
    public struct Discovery: Codable, Equatable, Sendable {
        /// First question of another host for the type.
        public var firstQuery: Double?
        /// First answer that names the instance after that question.
        public var firstAnswer: Double?
        public var latency: Double?
        /// From another host's first question for the SRV record to the next answer with it.
        public var resolveLatency: Double?

        public init() {}
    }
}
