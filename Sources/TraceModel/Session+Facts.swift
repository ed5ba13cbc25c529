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
        /// Unencrypted alerts, and those that were opened.
        public var alerts: [String] = []
        /// The pre-shared key that both ends use, by the name that it has on the wire, if that is a text and no ticket.
        public var pskIdentity: String?
        /// Where the keys came from that opened something; in doubt the first in the order of the cases.
        public var keys = Keys.none
        /// Why the session, or a part of it, was not opened; nil if all of it was.
        public var sealedReason: SealedReason?

        public init() {}

        /// Where keys came from.
        public enum Keys: String, Codable, CaseIterable, Sendable {
            case keyLog = "key-log"
            /// A block of secrets in the capture.
            case capture
            /// A pre-shared key or a passcode.
            case psk
            case none
        }

        /// Why something was not opened, in the order in which they are told: the first that holds.
        public enum SealedReason: String, Codable, CaseIterable, Sendable {
            /// The hellos, whose random numbers every key depends on, are not in the capture.
            case handshakeMissing = "handshake-missing"
            case cipherUnsupported = "cipher-unsupported"
            /// A pre-shared key was given for the session's identity, but the exchange adds another secret.
            case pskNotSufficient = "psk-not-sufficient"
            /// A pre-shared key for the session's identity, or secrets for its client, open nothing.
            case keysDoNotFit = "keys-do-not-fit"
            /// There is no key for the session, for a direction of it, or for a part.
            case noKeys = "no-keys"
            /// The capture holds packets of which it lacks the end.
            case captureTruncated = "capture-truncated"
            /// Packets are not in the capture.
            case captureGap = "capture-gap"
        }
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
        /// Whether the server asked for proof of the client's address by a Retry (RFC 9000 §8.1.2).
        public var retry = false
        // What only keys of both directions show; nil without.
        /// What became of data that the client sent before the server answered.
        public var zeroRTT: ZeroRTT?
        /// Those that carried STREAM or RESET_STREAM frames, by their IDs.
        public var streams: [Stream]?
        /// DATAGRAM frames (RFC 9221).
        public var datagrams: Ways<Int>?
        /// Packets of application data, from the first captured one to the largest acknowledged, that no captured
        /// acknowledgment covers.
        public var lost: Ways<Int>?
        /// From a packet to the first acknowledgment whose largest number it is, without the time that the receiver says
        /// it waited; of the direction with the larger median.
        public var ackRTT: Distribution?
        /// The first packet from each new address of a host.
        public var migrations: [Migration]?
        /// Of the first CONNECTION_CLOSE in a 1-RTT packet, without one of the first in any.
        public var closeReason: CloseReason?

        public init() {}

        public enum ZeroRTT: String, Codable, CaseIterable, Sendable { case accepted, rejected, none }

        /// A value for each direction.
        public struct Ways<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
            public var forward: Value
            public var backward: Value

            public init(forward: Value, backward: Value) {
                (self.forward, self.backward) = (forward, backward)
            }
        }

        /// A stream (RFC 9000 §2).
        public struct Stream: Codable, Equatable, Sendable {
            public var id: Int
            public var initiatedBy: Session.Side
            /// Each offset once.
            public var forwardBytes = 0
            public var backwardBytes = 0
            /// Whether its sender ended it.
            public var fin = Ways(forward: false, backward: false)
            /// The application's code with which its sender gave it up; nil if it did not.
            public var reset = Ways<Int?>(forward: nil, backward: nil)

            public init(id: Int, initiatedBy: Session.Side) { (self.id, self.initiatedBy) = (id, initiatedBy) }
        }

        /// A host went on from another address (RFC 9000 §9), or a router in between gave it another one.
        public struct Migration: Codable, Equatable, Sendable {
            public var time: Double
            public var frame: Int
            public var from: Address
            public var to: Address

            public init(time: Double, frame: Int, from: Address, to: Address) {
                (self.time, self.frame, self.from, self.to) = (time, frame, from, to)
            }

            public struct Address: Codable, Equatable, Sendable {
                public var address: String
                public var port: Int

                public init(address: String, port: Int) { (self.address, self.port) = (address, port) }
            }
        }

        /// Why a connection ended (RFC 9000 §19.19).
        public struct CloseReason: Codable, Equatable, Sendable {
            public var code: Int
            /// The frame that is the reason; nil if the application closed.
            public var frameType: Int?
            /// As its sender wrote it.
            public var text: String
            public var by: Session.Side

            public init(code: Int, frameType: Int?, text: String, by: Session.Side) {
                (self.code, self.frameType, self.text, self.by) = (code, frameType, text, by)
            }
        }
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
