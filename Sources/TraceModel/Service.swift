/// A DNS-SD service instance (RFC 6763) as one holder claimed it.
public struct Service: Codable, Hashable, Sendable {
    /// `s1`, `s2`, …
    public var id: String
    /// The label that users see, unescaped.
    public var instance: String
    /// `_txtchat._udp`
    public var type: String
    /// `local`
    public var domain: String
    /// Presentation format with the final dot.
    public var fullName: String
    /// The subtypes that it is listed under, without the type.
    public var subtypes: [String] = []
    /// The name of the host that it runs on, with the final dot; nil if no SRV record was seen.
    public var host: String?
    /// The port of its SRV record.
    public var port: Int?
    /// The addresses of ``host``.
    public var addresses: [String] = []
    /// The id of the peer (``Peer/id``); nil if none is known.
    public var peer: String?
    /// The strings of its TXT record, in their order.
    public var txt: [TextEntry] = []
    /// The first time it was seen.
    public var firstSeen: Double
    /// The last time it was seen.
    public var lastSeen: Double
    /// What became of the claim.
    public var state: State
    /// The id of the service that was given up for this one by a rule of renaming.
    public var renamedFrom: String?
    /// The id of the service that was taken instead by a rule of renaming.
    public var renamedTo: String?
    /// Whose rule it was: `apple`, `avahi`, `zeroconf`, `resolved`, `jmdns` or `other`; nil without a rename.
    public var renameStyle: String?
    /// The service whose name met a conflict, and for which the application chose this name: by no responder's rule.
    public var replaces: String?
    /// The service with the name that the application chose instead, see ``replaces``.
    public var replacedBy: String?
    /// What happened to it, in order of time.
    public var timeline: [Event] = []
    /// How long others took to find it.
    @Boxed public var discovery = Discovery()
    /// The responder software of the holder, if its messages show it: `apple`, `avahi`, `zeroconf`, `resolved` or `jmdns`.
    public var responder: String?
    /// How its holder kept the times of RFC 6762.
    @Boxed public var timing = Timing()

    /// Made of what each one has; the rest can be set.
    public init(
        id: String, instance: String, type: String, domain: String, fullName: String, host: String? = nil,
        port: Int? = nil, addresses: [String] = [], peer: String? = nil, firstSeen: Double, lastSeen: Double,
        state: State
    ) {
        (self.id, self.instance, self.type, self.domain, self.fullName) = (id, instance, type, domain, fullName)
        (self.host, self.port, self.addresses, self.peer, self.firstSeen) = (host, port, addresses, peer, firstSeen)
        (self.lastSeen, self.state) = (lastSeen, state)
    }
}

extension Service {
    /// The service whose name was given up for this one after a conflict, by a rule or by choice.
    public var formerName: String? { renamedFrom ?? replaces }
    /// The service with the name that was taken instead.
    public var laterName: String? { renamedTo ?? replacedBy }

    /// The state of the claim.
    ///
    /// - `probing`: wanted, and not had before the capture ended.
    /// - `announced`: its holder answers for it.
    /// - `conflicted`: another one holds the name, and the holder neither gave it up for another name nor said goodbye.
    /// - `renamed`: given up after a conflict; ``Service/renamedTo`` is the new one, or ``Service/replacedBy``.
    /// - `gone`: the holder's last word was a goodbye.
    /// - `expired`: its records ran out without being refreshed.
    /// - `unknown`: known by hearsay. Others list it as known or ask for it, or nothing but pointers lead to it.
    public struct State: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Wanted, and not had before the capture ended.
        public static let probing = State(rawValue: "probing")
        /// Its holder answers for it.
        public static let announced = State(rawValue: "announced")
        /// Another one holds the name, and the holder neither gave it up nor said goodbye.
        public static let conflicted = State(rawValue: "conflicted")
        /// Given up after a conflict.
        public static let renamed = State(rawValue: "renamed")
        /// The holder's last word was a goodbye.
        public static let gone = State(rawValue: "gone")
        /// Its records ran out without being refreshed.
        public static let expired = State(rawValue: "expired")
        /// Known by hearsay.
        public static let unknown = State(rawValue: "unknown")

        /// The words that this version writes.
        public static let allCases: [State] = [.probing, .announced, .conflicted, .renamed, .gone, .expired, .unknown]
    }

    /// One string of the TXT record.
    public struct TextEntry: Codable, Hashable, Sendable {
        /// What is before the `=`.
        public var key: String
        /// Nil without `=` and for bytes that are not UTF-8.
        public var value: String?
        /// Nil without `=`.
        public var valueHex: String?
        /// Whether there is a `=`.
        public var hasValue: Bool

        /// Made of all its parts.
        public init(key: String, value: String? = nil, valueHex: String? = nil, hasValue: Bool) {
            (self.key, self.value, self.valueHex, self.hasValue) = (key, value, valueHex, hasValue)
        }
    }

    /// Something that happened to the service.
    public struct Event: Codable, Hashable, Sendable {
        /// When it was, in seconds of the report.
        public var time: Double
        /// The frame that shows it.
        public var frame: Int
        /// What happened.
        public var event: Kind
        /// The sender's address.
        public var source: String?
        /// The event in a few words: what the fields below have, and what else there is to say.
        public var detail: String?
        /// The other claim to the name: one that holds it or asks for it too, or for which it was given up. Nil for an event
        /// without one.
        @Boxed public var rival: Rival? = nil
        /// The rule by which a name was derived from the one before: `apple`, `avahi`, `zeroconf`, `resolved`, `jmdns`, or
        /// `other`; nil for other events than renames.
        @Boxed public var rule: String? = nil
        /// The changes of an update or a rename, at most ``maximumChanges``; empty for other events.
        @Boxed public var changes: [Change] = []
        /// Changes beyond those.
        @Boxed public var omittedChanges = 0

        /// Events are many, and each of them can change all that there is.
        public static let maximumChanges = 16

        /// Made of what each one has; the rest can be set.
        public init(
            time: Double, frame: Int, event: Kind, source: String? = nil, detail: String? = nil, rival: Rival? = nil,
            rule: String? = nil, changes: [Change] = []
        ) {
            (self.time, self.frame, self.event, self.source, self.detail) = (time, frame, event, source, detail)
            (self.rival, self.rule) = (rival, rule)
            self.changes = Array(changes.prefix(Self.maximumChanges))
            omittedChanges = changes.count - self.changes.count
        }

        /// The kind of event; `Docs/naming.md` defines each.
        public struct Kind: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A question for it by another host.
            public static let query = Kind(rawValue: "query")
            /// Its holder asks whether the name is free.
            public static let probe = Kind(rawValue: "probe")
            /// Its holder says that the name is its own.
            public static let announce = Kind(rawValue: "announce")
            /// An answer to a question.
            public static let answer = Kind(rawValue: "answer")
            /// Another host claims the name.
            public static let conflict = Kind(rawValue: "conflict")
            /// Two hosts asked for the name at once, and the greater data won.
            public static let probeTiebreak = Kind(rawValue: "probe-tiebreak")
            /// The name was given up for another one.
            public static let rename = Kind(rawValue: "rename")
            /// Its records changed.
            public static let update = Kind(rawValue: "update")
            /// Its holder took it back.
            public static let goodbye = Kind(rawValue: "goodbye")
            /// Its records ran out.
            public static let expire = Kind(rawValue: "expire")
            /// Its holder announced it again after it was gone.
            public static let reannounce = Kind(rawValue: "reannounce")

            /// The words that this version writes.
            public static let allCases: [Kind] = [
                .query, .probe, .announce, .answer, .conflict, .probeTiebreak, .rename, .update, .goodbye, .expire,
                .reannounce,
            ]
        }
    }

    /// Another claim to a name.
    public struct Rival: Codable, Hashable, Sendable {
        /// ``Service/id``; nil for a claim to a host name.
        public var service: String?
        /// The host that the claim names; nil where it has not said.
        public var host: String?
        /// The address that it sends from.
        public var address: String
        /// Nil for a claim to a host name, and for a service that has not said where it is.
        public var port: Int?

        /// Made of all its parts.
        public init(service: String? = nil, host: String? = nil, address: String, port: Int? = nil) {
            (self.service, self.host, self.address, self.port) = (service, host, address, port)
        }
    }

    /// One thing that an event changed.
    public struct Change: Codable, Hashable, Sendable {
        /// What changed.
        public var kind: Kind
        /// The key of an attribute of the TXT record, nil for other changes.
        public var key: String?
        /// The former value: the attribute as it is written (`key=value`), the address or the name. Nil for what is
        /// new.
        public var old: String?
        /// The same for what is there now; nil for what is gone.
        public var new: String?

        /// Made of all its parts.
        public init(kind: Kind, key: String? = nil, old: String? = nil, new: String? = nil) {
            (self.kind, self.key, self.old, self.new) = (kind, key, old, new)
        }

        /// The kinds of changes.
        public struct Kind: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The strings of its TXT record, in their order.
            public static let txt = Kind(rawValue: "txt")
            /// The address that it sends from.
            public static let address = Kind(rawValue: "address")
            /// The instance name.
            public static let name = Kind(rawValue: "name")

            /// The words that this version writes.
            public static let allCases: [Kind] = [.txt, .address, .name]
        }
    }

    /// How long others took to find the service.
    public struct Discovery: Codable, Hashable, Sendable {
        /// First question of another host for the type.
        public var firstQuery: Double?
        /// First answer that names the instance after that question.
        public var firstAnswer: Double?
        /// Seconds between the two; nil without both.
        public var latency: Double?
        /// From another host's first question for the SRV record to the next answer with it.
        public var resolveLatency: Double?
        /// Each host that asked for the service, at most 16.
        public var queriers: [Querier] = []

        /// Nothing measured yet.
        public init() {}
    }

    /// A host that asked for the service.
    public struct Querier: Codable, Hashable, Sendable {
        /// The id of the peer (``Peer/id``); nil if none is known.
        public var peer: String?
        /// The address that it sends from.
        public var address: String
        /// Its first question for the type, and the first answer after it that names the instance.
        public var firstQuery: Double?
        /// The first answer after it that names the instance.
        public var firstAnswer: Double?
        /// Between the two, nil where the service came up only after the question, or the question lists it as known.
        public var latency: Double?
        /// From its first question for the SRV record to the next answer with it.
        public var resolveLatency: Double?
        /// Questions that listed the service as known, which keeps its holder from answering (RFC 6762 §7.1).
        public var knownAnswers: Int

        /// Made of all its parts.
        public init(
            peer: String? = nil, address: String, firstQuery: Double? = nil, firstAnswer: Double? = nil,
            latency: Double? = nil, resolveLatency: Double? = nil, knownAnswers: Int
        ) {
            (self.peer, self.address, self.firstQuery, self.firstAnswer) = (peer, address, firstQuery, firstAnswer)
            (self.latency, self.resolveLatency, self.knownAnswers) = (latency, resolveLatency, knownAnswers)
        }
    }

    /// When the holder spoke.
    public struct Timing: Codable, Hashable, Sendable {
        /// Seconds from one probe to the next of the same attempt, 0.25 by RFC 6762 §8.1; at most 64.
        public var probeIntervals: [Double] = []
        /// Seconds between unsolicited announcements; at most 64.
        public var announcementIntervals: [Double] = []
        /// The time from a question to the holder's answer with its SRV record. RFC 6762 §6 requires 20 to 120 ms for
        /// shared records, and no delay for unique ones.
        public var answerDelay = Distribution()

        /// Nothing measured yet.
        public init() {}
    }
}
