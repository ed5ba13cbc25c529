extension Session {
    /// What the messages of MultipeerConnectivity say of a session. `Docs/metrics.md` defines each value.
    public struct Multipeer: Codable, Equatable, Sendable {
        public var role: Role
        /// The initiator and the responder; empty for a session over UDP.
        public var peers: [Peer] = []
        /// In the order of the wire, at most ``maximumInvitations``.
        public var invitations: [Invitation] = []
        /// What both peers want if they want the same, or what the only one wants of which it is known.
        public var security: Security?
        /// Where peers say that they can be reached over UDP, in the order of the wire, at most ``maximumCandidates``.
        public var candidates: [Candidate] = []
        /// Over UDP whether packets are encrypted with DTLS; nil where there were only checks of addresses.
        public var sealed: Bool?
        /// The times at which a session came up, at most ``maximumConnections``.
        public var connected: [Double] = []
        /// Over UDP the apps' data; nil over TCP.
        public var data: Traffic?

        package static let maximumInvitations = 1024
        package static let maximumCandidates = 64
        package static let maximumConnections = 256

        package init(role: Role) { self.role = role }
    }
}

extension Session.Multipeer {
    /// What a connection is for.
    public enum Role: String, Codable, CaseIterable, Sendable {
        /// TCP: peers greet and invite each other.
        case invitations
        /// UDP: peers that know each other's addresses exchange data.
        case session
    }

    /// Whether a peer wants its session encrypted (`MCEncryptionPreference`).
    public enum Security: String, Codable, CaseIterable, Sendable {
        case unencrypted = "none"
        case optional, required
        /// The two peers want different things; never of a peer.
        case mixed
    }

    /// A peer as its messages, or those of the other one, name it. Nil is what no message says.
    public struct Peer: Codable, Equatable, Sendable {
        /// The peer's number in base 36, without leading zeros.
        public var peerID: String?
        public var displayName: String?
        /// The peer in packets over UDP: eight hexadecimal digits, upper case.
        public var participant: String?
        public var security: Security?
        /// Whether the peer has a certificate.
        public var authentication: Bool?

        package init() {}
    }

    /// An invitation, and what came of it.
    public struct Invitation: Codable, Equatable, Sendable {
        /// When it was complete.
        public var time: Double
        public var frame: Int
        /// The peer that invites.
        public var from: String
        /// The peer that is invited.
        public var to: String
        /// Bytes that the app added.
        public var contextBytes: Int
        /// The same bytes in hexadecimal digits, or the first of very long ones; nil without any.
        public var contextHex: String?
        public var answer: Answer
        public var answerTime: Double?
        public var answerFrame: Int?

        package init(time: Double, frame: Int, from: String, to: String, contextBytes: Int) {
            (self.time, self.frame, self.from, self.to) = (time, frame, from, to)
            (self.contextBytes, answer) = (contextBytes, .unanswered)
        }
    }

    /// The answer to an invitation, however late.
    public enum Answer: String, Codable, CaseIterable, Sendable {
        case accepted, declined
        case unanswered = "none"
    }

    /// An address and UDP port at which a peer says that it can be reached.
    public struct Candidate: Codable, Equatable, Sendable {
        public var peerID: String
        public var address: String
        public var port: Int

        package init(peerID: String, address: String, port: Int) {
            (self.peerID, self.address, self.port) = (peerID, address, port)
        }
    }

    /// The apps' data in both directions.
    public struct Traffic: Codable, Equatable, Sendable {
        /// Initiator to responder.
        public var forward = Count()
        public var backward = Count()

        package init() {}
    }

    /// Data packets of one direction, each number once in its session; nil where they are encrypted, or there are none.
    public struct Count: Codable, Equatable, Sendable {
        public var messages: Int?
        /// Their payload, without headers.
        public var bytes: Int?

        package init(messages: Int? = nil, bytes: Int? = nil) { (self.messages, self.bytes) = (messages, bytes) }
    }
}
