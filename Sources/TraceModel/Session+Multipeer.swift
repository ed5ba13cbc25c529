extension Session {
    /// What the messages of MultipeerConnectivity say of a session. `Docs/metrics.md` defines each value.
    public struct Multipeer: Codable, Hashable, Sendable {
        /// Whether it carries invitations or a session.
        public var role: Role
        /// The initiator and the responder; empty for a session over UDP.
        public var peers: [Peer] = []
        /// In the order of the wire, at most `maximumInvitations`.
        public var invitations: [Invitation] = []
        /// What both peers want if they want the same, or what the only one wants of which it is known.
        public var security: Security?
        /// Where peers say that they can be reached over UDP, in the order of the wire, at most `maximumCandidates`.
        public var candidates: [Candidate] = []
        /// Over UDP whether packets are encrypted with DTLS; nil where there were only checks of addresses.
        public var sealed: Bool?
        /// The times at which a session came up, at most `maximumConnections`.
        public var connected: [Double] = []
        /// Over UDP the apps' data; nil over TCP.
        public var data: Traffic?

        package static let maximumInvitations = 1024
        package static let maximumCandidates = 64
        package static let maximumConnections = 256

        /// Made of what each one has; the rest can be set.
        public init(role: Role) { self.role = role }
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
    @nonexhaustive
    public enum Security: String, Codable, CaseIterable, Sendable {
        /// It wants none.
        case unencrypted = "none"
        /// It takes what the other one wants.
        case optional
        /// It insists.
        case required
        /// The two peers want different things; never of a peer.
        case mixed
    }

    /// A peer as its messages, or those of the other one, name it. Nil is what no message says.
    public struct Peer: Codable, Hashable, Sendable {
        /// The peer's number in base 36, without leading zeros.
        public var peerID: String?
        /// The name that the app gave the peer; nil if it is not in the capture.
        public var displayName: String?
        /// The peer in packets over UDP: eight hexadecimal digits, upper case.
        public var participant: String?
        /// The encryption that the app asks for; nil if it is not in the capture.
        public var security: Security?
        /// Whether the peer has a certificate.
        public var authentication: Bool?

        /// Nothing measured yet.
        public init() {}
    }

    /// An invitation, and what came of it.
    public struct Invitation: Codable, Hashable, Sendable {
        /// When it was complete.
        public var time: Double
        /// The frame that shows it.
        public var frame: Int
        /// The peer that invites.
        public var from: String
        /// The peer that is invited.
        public var to: String
        /// Bytes that the app added.
        public var contextBytes: Int
        /// The same bytes in hexadecimal digits, or the first of very long ones; nil without any.
        public var contextHex: String?
        /// What the invited peer said.
        public var answer: Answer
        /// When it said so.
        public var answerTime: Double?
        /// The frame of the answer.
        public var answerFrame: Int?

        /// Made of what each one has; the rest can be set.
        public init(time: Double, frame: Int, from: String, to: String, contextBytes: Int) {
            (self.time, self.frame, self.from, self.to) = (time, frame, from, to)
            (self.contextBytes, answer) = (contextBytes, .unanswered)
        }
    }

    /// The answer to an invitation, however late.
    @nonexhaustive
    public enum Answer: String, Codable, CaseIterable, Sendable {
        /// It accepts.
        case accepted
        /// It declines.
        case declined
        /// No answer is in the capture.
        case unanswered = "none"
    }

    /// An address and UDP port at which a peer says that it can be reached.
    public struct Candidate: Codable, Hashable, Sendable {
        /// The peer that offers it.
        public var peerID: String
        /// The address where it can be reached.
        public var address: String
        /// The UDP port.
        public var port: Int

        /// Made of all its parts.
        public init(peerID: String, address: String, port: Int) {
            (self.peerID, self.address, self.port) = (peerID, address, port)
        }
    }

    /// The apps' data in both directions.
    public struct Traffic: Codable, Hashable, Sendable {
        /// Initiator to responder.
        public var forward = Count()
        /// Responder to initiator.
        public var backward = Count()

        /// Nothing measured yet.
        public init() {}
    }

    /// Data packets of one direction, each number once in its session; nil where they are encrypted, or there are none.
    public struct Count: Codable, Hashable, Sendable {
        /// Messages; nil if they could not be counted.
        public var messages: Int?
        /// Their payload, without headers.
        public var bytes: Int?

        /// Made of all its parts.
        public init(messages: Int? = nil, bytes: Int? = nil) { (self.messages, self.bytes) = (messages, bytes) }
    }
}
