extension Session {
    /// The capture point, relative to a session.
    public enum CapturePoint: String, Codable, CaseIterable, Sendable {
        case initiator, responder
        /// At neither end: between the two, as a router, a monitoring port or a sniffer is.
        case middle
    }

    /// How long the steps of a session took, in seconds; nil for a step that was not seen.
    public struct Phases: Codable, Equatable, Sendable {
        /// The first question of another host for the service's type to the first announcement or answer that names the
        /// service.
        public var discover: Double?
        /// From there to the service's host, port and address.
        public var resolve: Double?
        /// The SYN to the initiator's acknowledgment of its answer; QUIC: first datagrams of both.
        public var connect: Double?
        /// From there to the initiator's whole identification.
        public var identify: Double?
        /// From the connection to the end of the mesh's stabilization gate.
        public var stabilize: Double?
        /// The time from the connection, or without one from the first packet, to the first message that is not an
        /// identification.
        public var firstMessage: Double?

        public init() {}
    }

    /// The facts of a TLS (RFC 8446, RFC 5246) or DTLS handshake that need no keys, also of the one in QUIC's Initial packets.
    public struct TLS: Codable, Equatable, Sendable {
        /// "TLS 1.3", as the server chose; as the client offered where no answer was seen.
        public var version: String?
        /// The host that the client names (RFC 6066).
        public var serverName: String?
        /// The protocol that the server chose; in TLS 1.3, which encrypts that, the client's offers, in its order (RFC
        /// 7301).
        public var applicationProtocols: [String] = []
        /// The registry's name, or its number in hex.
        public var cipherSuite: String?
        /// Whom certificates name; empty where they are encrypted, as in TLS 1.3.
        public var certificateNames: [String] = []
        /// Unencrypted alerts.
        public var alerts: [String] = []

        public init() {}
    }

    /// The unencrypted facts in QUIC's headers (RFC 8999, RFC 9000).
    public struct QUIC: Codable, Equatable, Sendable {
        /// The versions of the packets with long headers, in hex, in order of appearance: `0x00000001` is version 1.
        public var versions: [String] = []
        /// The first connection ID that the client chose for the server, in hex.
        public var originalDestinationConnectionID: String?
        public var initialPackets = 0
        public var handshakePackets = 0
        public var zeroRTTPackets = 0
        public var retryPackets = 0
        public var versionNegotiationPackets = 0
        /// Datagrams that begin with a short header: 1-RTT, sealed.
        public var shortHeaderDatagrams = 0

        public init() {}
    }

    /// Another session that belongs to a session.
    public struct Companion: Codable, Equatable, Sendable {
        /// A session names no more of them.
        public static let maximum = 8

        /// ``Session/id``
        public var session: Int
        public var relation: Relation

        package init(session: Int, relation: Relation) {
            (self.session, self.relation) = (session, relation)
        }

        /// How two sessions belong together.
        public enum Relation: String, Codable, CaseIterable, Sendable {
            /// One connection or conversation, which two interfaces of the capture show.
            case sameConnection = "same-connection"
            /// The same two peers speak the same over another pair of addresses at the same time: over two links, two
            /// address families, or the paths of Multipath TCP (RFC 8684).
            case otherPath = "other-path"
        }
    }
}
