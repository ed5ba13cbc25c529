/// One message and all its copies: those that its author sent and those that others carried.
///
/// Times are seconds after the capture's first packet, addresses and identities as the protocol has them. What the
/// capture does not show is nil.
public struct RelayedMessage: Codable, Hashable, Sendable {
    /// How it is carried.
    public struct Kind: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From one account to another, by accounts that met both (CarrierPigeon, over XMPP).
        public static let stanza = Kind(rawValue: "stanza")
        /// From one peer to all, from neighbor to neighbor (`relayedBroadcast` of a mesh).
        public static let broadcast = Kind(rawValue: "broadcast")

        /// The words that this version writes.
        public static let allCases: [Kind] = [.stanza, .broadcast]
    }

    /// How it is carried.
    public var kind: Kind
    /// The author's account (in lower case, without resource) or peer ID.
    public var author: String
    /// The author's own number for the message; nil for a broadcast, which is known by its payload.
    public var id: String?
    /// The account that it is for; nil for a broadcast.
    public var recipient: String?
    /// The time of the first delivery; if none was captured, that of the first copy on its way to the server.
    public var time: Double
    /// The packet of ``time``.
    public var frame: Int
    /// All copies that were captured, ``deliveries`` and what its limit left out.
    public var copies: Int
    /// In order of time, the first ``maximumDeliveries``.
    public var deliveries: [Delivery]
    /// How many others than the author sent copies.
    public var carrierCount: Int
    /// Deliveries beyond the first of what was to come once.
    public var duplicates: Int
    /// Copies whose `seenBy` was not compared with what their sender had received, because that were more than 64 copies.
    public var uncheckedCopies = 0
    /// How many different texts the copies have.
    public var bodyCount: Int
    /// The texts, the first ``maximumBodies``: the one that counts as the author's, then those that most copies have.
    public var bodies: [Body]
    /// The latency of the first delivery by the author itself.
    public var directLatency: Double?
    /// Median of the latencies of the deliveries by others.
    public var relayedLatency: Double?
    /// From the first delivery by the author itself to the first one by another; negative where that was earlier.
    public var relayDelay: Double?

    /// Made of what each one has; the rest can be set.
    public init(
        kind: Kind, author: String, id: String? = nil, recipient: String? = nil, time: Double, frame: Int, copies: Int,
        deliveries: [Delivery], carrierCount: Int, duplicates: Int, bodyCount: Int, bodies: [Body],
        directLatency: Double? = nil, relayedLatency: Double? = nil, relayDelay: Double? = nil
    ) {
        (self.kind, self.author, self.id, self.recipient, self.time) = (kind, author, id, recipient, time)
        (self.frame, self.copies, self.deliveries, self.carrierCount) = (frame, copies, deliveries, carrierCount)
        (self.duplicates, self.bodyCount, self.bodies) = (duplicates, bodyCount, bodies)
        (self.directLatency, self.relayedLatency, self.relayDelay) = (directLatency, relayedLatency, relayDelay)
    }

    /// More of one message are counted, and not listed.
    public static let maximumDeliveries = 256
    /// More peers that one copy's `seenBy` lacks are not listed.
    public static let maximumMissing = 8
    /// Further texts of one message are counted, and not listed.
    public static let maximumBodies = 16
}

extension RelayedMessage {
    /// A copy of the message.
    public struct Delivery: Codable, Hashable, Sendable {
        /// The account or peer that sent this copy; nil if the owner of the stream is unknown.
        public var carrier: String?
        /// The client (full address) or peer that it was delivered to; nil if unknown.
        public var receiver: String?
        /// The carrier's own number for the copy; nil in a mesh.
        public var id: String?
        /// Whether another than the author sent it.
        public var relayed = false
        /// The session that delivered it; nil if only its way to the server was captured. In a mesh there is only one
        /// way, from peer to peer.
        public var session: Int?
        /// Seconds after the capture's first packet, when the packet that completed the copy was seen; nil where only its way to
        /// the server was captured.
        public var time: Double?
        /// That packet.
        public var frame: Int?
        /// Its way to the server.
        public var sent: Sighting?
        /// Seconds, between what ``latencySource`` says; negative where a sender's clock is ahead.
        public var latency: Double?
        /// Nil without ``latency``.
        public var latencySource: LatencySource?
        /// Whether the text differs from the author's; nil if it is unknown which of several is the author's.
        public var altered: Bool?
        /// Whether the receiver had it from this carrier before; in a mesh, from anyone.
        public var duplicate = false
        /// Whether it went to a peer that had seen it by its own word; nil where the receiver is not known, and for
        /// stanzas.
        public var loop: Bool?
        /// Peers that had the message by then and are not in the copy's `seenBy`: the relay itself, or those that were
        /// in it when the relay got the message. At most ``RelayedMessage/maximumMissing``; empty for stanzas, and if
        /// the capture does not show it.
        public var missingFromSeenBy: [String] = []

        /// Nothing measured yet.
        public init() {}
    }

    /// The frame and time of an observation.
    public struct Sighting: Codable, Hashable, Sendable {
        /// ``Session/id``
        public var session: Int
        /// Seconds after the capture's first packet.
        public var time: Double
        /// The packet that completed the copy.
        public var frame: Int

        /// Made of all its parts.
        public init(session: Int, time: Double, frame: Int) {
            (self.session, self.time, self.frame) = (session, time, frame)
        }
    }

    /// Between what a latency was measured.
    public struct LatencySource: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From its arrival at the server to its leaving: both were captured.
        public static let server = LatencySource(rawValue: "server")
        /// From the sender's stamp to the delivery: clocks differ.
        public static let senderClock = LatencySource(rawValue: "sender-clock")
        /// From the arrival at the relaying peer to the arrival at the next one.
        public static let relay = LatencySource(rawValue: "relay")

        /// The words that this version writes.
        public static let allCases: [LatencySource] = [.server, .senderClock, .relay]
    }

    /// One of the texts of a message.
    public struct Body: Codable, Hashable, Sendable {
        /// The first characters; nil for the payload of a broadcast.
        public var text: String?
        /// In bytes of UTF-8; of a broadcast, of its payload.
        public var length: Int
        /// How many copies have it.
        public var copies: Int

        /// Made of all its parts.
        public init(text: String? = nil, length: Int, copies: Int) {
            (self.text, self.length, self.copies) = (text, length, copies)
        }
    }
}
