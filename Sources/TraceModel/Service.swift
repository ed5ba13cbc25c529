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
    /// The service whose name met a conflict, and for which the application chose this name: by no responder's rule.
    public var replaces: String?
    /// The service with the name that the application chose instead, see ``replaces``.
    public var replacedBy: String?
    public var timeline: [Event] = []
    @Boxed public var discovery = Discovery()
    /// The responder software of the holder, if its messages show it: `apple`, `avahi`, `zeroconf`, `resolved` or `jmdns`.
    public var responder: String?
    @Boxed public var timing = Timing()

    package init(
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
    public enum State: String, Codable, CaseIterable, Sendable {
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

        package init(key: String, value: String? = nil, valueHex: String? = nil, hasValue: Bool) {
            (self.key, self.value, self.valueHex, self.hasValue) = (key, value, valueHex, hasValue)
        }
    }

    /// Something that happened to the service.
    public struct Event: Codable, Equatable, Sendable {
        public var time: Double
        public var frame: Int
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

        package init(
            time: Double, frame: Int, event: Kind, source: String? = nil, detail: String? = nil, rival: Rival? = nil,
            rule: String? = nil, changes: [Change] = []
        ) {
            (self.time, self.frame, self.event, self.source, self.detail) = (time, frame, event, source, detail)
            (self.rival, self.rule) = (rival, rule)
            self.changes = Array(changes.prefix(Self.maximumChanges))
            omittedChanges = changes.count - self.changes.count
        }

        /// The kind of event; `Docs/naming.md` defines each.
        public enum Kind: String, Codable, CaseIterable, Sendable {
            case query, probe, announce, answer, conflict
            case probeTiebreak = "probe-tiebreak"
            case rename, update, goodbye, expire, reannounce
        }
    }

    /// Another claim to a name.
    public struct Rival: Codable, Equatable, Sendable {
        /// ``Service/id``; nil for a claim to a host name.
        public var service: String?
        /// The host that the claim names; nil where it has not said.
        public var host: String?
        public var address: String
        /// Nil for a claim to a host name, and for a service that has not said where it is.
        public var port: Int?

        package init(service: String? = nil, host: String? = nil, address: String, port: Int? = nil) {
            (self.service, self.host, self.address, self.port) = (service, host, address, port)
        }
    }

    /// One thing that an event changed.
    public struct Change: Codable, Equatable, Sendable {
        public var kind: Kind
        /// The key of an attribute of the TXT record, nil for other changes.
        public var key: String?
        /// The former value: the attribute as it is written (`key=value`), the address or the name. Nil for what is
        /// new.
        public var old: String?
        /// The same for what is there now; nil for what is gone.
        public var new: String?

        package init(kind: Kind, key: String? = nil, old: String? = nil, new: String? = nil) {
            (self.kind, self.key, self.old, self.new) = (kind, key, old, new)
        }

        /// The kinds of changes.
        public enum Kind: String, Codable, CaseIterable, Sendable {
            case txt, address, name
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
        /// Each host that asked for the service, at most 16.
        public var queriers: [Querier] = []

        public init() {}
    }

    /// A host that asked for the service.
    public struct Querier: Codable, Equatable, Sendable {
        public var peer: String?
        public var address: String
        /// Its first question for the type, and the first answer after it that names the instance.
        public var firstQuery: Double?
        public var firstAnswer: Double?
        /// Between the two, nil where the service came up only after the question, or the question lists it as known.
        public var latency: Double?
        /// From its first question for the SRV record to the next answer with it.
        public var resolveLatency: Double?
        /// Questions that listed the service as known, which keeps its holder from answering (RFC 6762 §7.1).
        public var knownAnswers: Int

        package init(
            peer: String? = nil, address: String, firstQuery: Double? = nil, firstAnswer: Double? = nil,
            latency: Double? = nil, resolveLatency: Double? = nil, knownAnswers: Int
        ) {
            (self.peer, self.address, self.firstQuery, self.firstAnswer) = (peer, address, firstQuery, firstAnswer)
            (self.latency, self.resolveLatency, self.knownAnswers) = (latency, resolveLatency, knownAnswers)
        }
    }

    /// When the holder spoke.
    public struct Timing: Codable, Equatable, Sendable {
        /// Seconds from one probe to the next of the same attempt, 0.25 by RFC 6762 §8.1; at most 64.
        public var probeIntervals: [Double] = []
        /// Seconds between unsolicited announcements; at most 64.
        public var announcementIntervals: [Double] = []
        /// The time from a question to the holder's answer with its SRV record. RFC 6762 §6 requires 20 to 120 ms for
        /// shared records, and no delay for unique ones.
        public var answerDelay = Distribution()

        public init() {}
    }
}
