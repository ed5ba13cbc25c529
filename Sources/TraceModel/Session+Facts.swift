extension Session {
    /// The capture point, relative to a session.
    @nonexhaustive
    public enum CapturePoint: String, Codable, CaseIterable, Sendable {
        /// At the initiator.
        case initiator
        /// At the responder.
        case responder
        /// At neither end: between the two, as a router, a monitoring port or a sniffer is.
        case middle
    }

    /// How long the steps of a session took, in seconds; nil for a step that was not seen.
    public struct Phases: Codable, Hashable, Sendable {
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

        /// Nothing measured yet.
        public init() {}
    }

    /// The facts of a TLS (RFC 8446, RFC 5246) or DTLS handshake that need no keys, also of the one in QUIC's Initial packets.
    public struct TLS: Codable, Hashable, Sendable {
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

        /// Nothing measured yet.
        public init() {}

        /// Where keys came from.
        public struct Keys: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A file in the format of RFC 9850.
            public static let keyLog = Keys(rawValue: "key-log")
            /// A block of secrets in the capture.
            public static let capture = Keys(rawValue: "capture")
            /// A pre-shared key or a passcode.
            public static let psk = Keys(rawValue: "psk")
            /// Nothing was opened.
            public static let none = Keys(rawValue: "none")

            /// The words that this version writes.
            public static let allCases: [Keys] = [.keyLog, .capture, .psk, .none]
        }

        /// Why something was not opened, in the order in which they are told: the first that holds.
        public struct SealedReason: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The hellos, whose random numbers every key depends on, are not in the capture.
            public static let handshakeMissing = SealedReason(rawValue: "handshake-missing")
            /// No key helps: records of the cipher suite are not opened here.
            public static let cipherUnsupported = SealedReason(rawValue: "cipher-unsupported")
            /// A pre-shared key was given for the session's identity, but the exchange adds another secret.
            public static let pskNotSufficient = SealedReason(rawValue: "psk-not-sufficient")
            /// A pre-shared key for the session's identity, or secrets for its client, open nothing.
            public static let keysDoNotFit = SealedReason(rawValue: "keys-do-not-fit")
            /// There is no key for the session, for a direction of it, or for a part.
            public static let noKeys = SealedReason(rawValue: "no-keys")
            /// The capture holds packets of which it lacks the end.
            public static let captureTruncated = SealedReason(rawValue: "capture-truncated")
            /// Packets are not in the capture.
            public static let captureGap = SealedReason(rawValue: "capture-gap")

            /// The words that this version writes.
            public static let allCases: [SealedReason] = [
                .handshakeMissing, .cipherUnsupported, .pskNotSufficient, .keysDoNotFit, .noKeys, .captureTruncated,
                .captureGap,
            ]
        }
    }

    /// The unencrypted facts in QUIC's headers (RFC 8999, RFC 9000).
    public struct QUIC: Codable, Hashable, Sendable {
        /// The versions of the packets with long headers, in hex, in order of appearance: `0x00000001` is version 1.
        public var versions: [String] = []
        /// The first connection ID that the client chose for the server, in hex.
        public var originalDestinationConnectionID: String?
        /// Packets with an Initial header.
        public var initialPackets = 0
        /// Packets with a Handshake header.
        public var handshakePackets = 0
        /// Packets with a 0-RTT header.
        public var zeroRTTPackets = 0
        /// Retry packets.
        public var retryPackets = 0
        /// Version Negotiation packets.
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

        /// Nothing measured yet.
        public init() {}

        /// What became of early data.
        public enum ZeroRTT: String, Codable, CaseIterable, Sendable {
            /// The server took it.
            case accepted
            /// The server refused it.
            case rejected
            /// There was none.
            case none
        }

        /// A value for each direction.
        public struct Ways<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
            /// Initiator to responder.
            public var forward: Value
            /// Responder to initiator.
            public var backward: Value

            /// Made of all its parts.
            public init(forward: Value, backward: Value) {
                (self.forward, self.backward) = (forward, backward)
            }
        }

        /// A stream (RFC 9000 §2).
        public struct Stream: Codable, Hashable, Sendable {
            /// The stream ID (RFC 9000 §2.1).
            public var id: Int
            /// The end that opened the stream.
            public var initiatedBy: Session.Side
            /// Each offset once.
            public var forwardBytes = 0
            /// Bytes of the stream that the responder sent.
            public var backwardBytes = 0
            /// Whether its sender ended it.
            public var fin = Ways(forward: false, backward: false)
            /// The application's code with which its sender gave it up; nil if it did not.
            public var reset = Ways<Int?>(forward: nil, backward: nil)

            /// Made of what each one has; the rest can be set.
            public init(id: Int, initiatedBy: Session.Side) { (self.id, self.initiatedBy) = (id, initiatedBy) }
        }

        /// A host went on from another address (RFC 9000 §9), or a router in between gave it another one.
        public struct Migration: Codable, Hashable, Sendable {
            /// When it was, in seconds of the report.
            public var time: Double
            /// The frame that shows it.
            public var frame: Int
            /// The address before.
            public var from: Address
            /// The address after.
            public var to: Address

            /// Made of all its parts.
            public init(time: Double, frame: Int, from: Address, to: Address) {
                (self.time, self.frame, self.from, self.to) = (time, frame, from, to)
            }

            /// An address and a UDP port.
            public struct Address: Codable, Hashable, Sendable {
                /// Dotted decimal, or the text of RFC 5952.
                public var address: String
                /// The UDP port.
                public var port: Int

                /// Made of all its parts.
                public init(address: String, port: Int) { (self.address, self.port) = (address, port) }
            }
        }

        /// Why a connection ended (RFC 9000 §19.19).
        public struct CloseReason: Codable, Hashable, Sendable {
            /// The error code, of QUIC or of the application.
            public var code: Int
            /// The frame that is the reason; nil if the application closed.
            public var frameType: Int?
            /// As its sender wrote it.
            public var text: String
            /// The end that closed the connection.
            public var by: Session.Side

            /// Made of all its parts.
            public init(code: Int, frameType: Int?, text: String, by: Session.Side) {
                (self.code, self.frameType, self.text, self.by) = (code, frameType, text, by)
            }
        }
    }

    /// Another session that belongs to a session.
    public struct Companion: Codable, Hashable, Sendable {
        /// A session names no more of them.
        public static let maximum = 8

        /// ``Session/id``
        public var session: Int
        /// What the two sessions have in common.
        public var relation: Relation

        /// Made of all its parts.
        public init(session: Int, relation: Relation) {
            (self.session, self.relation) = (session, relation)
        }

        /// How two sessions belong together.
        public struct Relation: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// One connection or conversation, which two interfaces of the capture show.
            public static let sameConnection = Relation(rawValue: "same-connection")
            /// The same two peers speak the same over another pair of addresses at the same time: over two links, two
            /// address families, or the paths of Multipath TCP (RFC 8684).
            public static let otherPath = Relation(rawValue: "other-path")

            /// The words that this version writes.
            public static let allCases: [Relation] = [.sameConnection, .otherPath]
        }
    }
}
