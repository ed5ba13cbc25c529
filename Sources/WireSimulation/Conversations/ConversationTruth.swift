import WireTesting

/// The facts of a generated conversation, as its ends know them: the expected result of analyzing the capture. It is
/// stored as JSON next to the capture.
///
/// Times are seconds since 1970, as exact as a number of 64 bits is (a quarter of a microsecond); fields that end in `MS`
/// are milliseconds, bytes those of the transport's payload. Docs/truth.md has every field of the JSON.
public struct ConversationTruth: Hashable, Sendable, Codable {
    /// A device.
    public struct Host: Hashable, Sendable, Codable {
        /// The name by which the rest of the truth refers to it: `peer-1`, `client`. It is not in the packets.
        public var name: String
        /// The name that a peer of a mesh uses in TXT records and identifications; nil for others.
        public var peerID: String?
        /// The name that such a peer shows to people; nil for others.
        public var displayName: String?
        /// Its one IPv4 address, in dotted decimal.
        public var address: String
        /// Its Ethernet address: `02:00:00:00:00:01`.
        public var linkAddress: String
    }

    /// The links between all hosts; all numbers are 0 where packets pass no network, as those of ``HostileTraffic``.
    public struct Link: Hashable, Sendable, Codable {
        /// One way, without jitter.
        public var delayMS: Double
        /// By how much a delay is at most longer or shorter; each difference is as likely.
        public var jitterMS: Double
        /// The probability that a packet never arrives, from 0 to 1.
        public var lossRate: Double
        /// The probability that a packet arrives twice, from 0 to 1.
        public var duplicationRate: Double
        /// The probability that a packet is held back, so that others overtake it, from 0 to 1.
        public var reorderingRate: Double
        /// How much later such a packet arrives.
        public var holdBackMS: Double
    }

    /// A service, and what became of its name.
    public struct Service: Hashable, Sendable, Codable {
        /// ``Host/name`` of who offers it.
        public var host: String
        /// The responder whose rules the host follows: `apple`, `avahi`, `zeroconf`.
        public var responder: String
        /// As `_http._tcp`.
        public var type: String
        /// The port in its SRV record.
        public var port: Int
        /// The instance name that the host wanted, unescaped.
        public var requestedName: String
        /// The instance name at the end, unescaped.
        public var finalName: String
        /// When the final name was won, nil where it was not.
        public var registered: Double?
        /// When the service ended with a goodbye.
        public var goodbye: Double?
        /// Keys and values of its TXT record, as text; keys without a value are left out.
        public var txt: [String: String]
    }

    /// A name that was exchanged for another one.
    public struct Rename: Hashable, Sendable, Codable {
        /// `service` or `host`.
        public var kind: String
        /// When the host gave the old name up.
        public var time: Double
        /// ``Host/name`` of who gave the name up.
        public var host: String
        /// The responder whose rules the host follows, as in ``Service/responder``.
        public var responder: String
        /// The first label of the old name, unescaped.
        public var from: String
        /// The first label of the new name, unescaped.
        public var to: String
        /// The reason for the rename, in words; only for people.
        public var reason: String
        /// Whether the host had probed for the old name. If not, it reacted to what it had heard before, and no other
        /// host can know that it wanted the name.
        public var wasProbed: Bool
    }

    /// A connection attempt that failed.
    public struct FailedAttempt: Hashable, Sendable, Codable {
        /// The time of the first SYN.
        public var time: Double
        /// Who tried to connect.
        public var initiator: Endpoint
        /// Who did not accept.
        public var responder: Endpoint
        /// `refused`: answered with a reset.
        public var how: String
    }

    /// A rule that was broken on purpose.
    public struct Violation: Hashable, Sendable, Codable {
        /// As ``MeshConversation/Fault`` calls it.
        public var kind: String
        /// When it was broken.
        public var time: Double
        /// The host that broke it.
        public var host: String
        /// ``Session/id`` of the connection that it happened on; nil if that was refused.
        public var session: Int?
    }

    /// One end of a session.
    public struct Endpoint: Hashable, Sendable, Codable {
        /// ``Host/name`` of the host.
        public var host: String
        /// The IP address in its packets.
        public var address: String
        /// The TCP or UDP port.
        public var port: Int
    }

    /// Packets that were made to do harm.
    public struct HostilePackets: Hashable, Sendable, Codable {
        /// Which attack: `html-instance`, `dns-pointer-loop`, …
        public var kind: String
        /// The host that sends them.
        public var host: String
        /// Whether they break their format; otherwise only what they say is hostile.
        public var isMalformed: Bool
        /// In the capture, counted from 1.
        public var firstFrame: Int
        /// The last one; the same if the attack is one packet.
        public var lastFrame: Int
    }

    /// `mesh`, `lossy-transfer`, `rename-conflict`, `hostile` or `described`.
    public var scenario: String
    /// What the conversation was made from: the same seed and settings give the same packets.
    public var seed: UInt64
    /// The units of the numbers, for people who read the JSON.
    public var units = [
        "times": "seconds since 1970-01-01 UTC by the one clock of all hosts and the capture", "*_ms": "milliseconds",
        "bytes": "octets of transport payload", "rates": "0..1", "link delay/jitter": "one way; jitter is uniform +-",
    ]
    /// The first moment of the conversation; the first packet may be later.
    public var start: Double
    /// `network`, or the name of a host.
    public var capturePoint: String
    /// The network between the hosts.
    public var link: Link
    /// All devices, in the order in which they were made.
    public var hosts: [Host]
    /// Services of multicast DNS, in order of their hosts.
    public var services: [Service] = []
    /// Names that were given up, in order of time.
    public var renames: [Rename] = []
    /// Connections that were accepted and exchanges of datagrams, in order of their start.
    public var sessions: [Session] = []
    /// Connection attempts that are not ``sessions``; a capture shows them too.
    public var failedAttempts: [FailedAttempt] = []
    /// Rules of a mesh that were broken on purpose, in order of time.
    public var violations: [Violation] = []
    /// The attacks of ``HostileTraffic``, in order of time.
    public var packets: [HostilePackets] = []
    /// Frames of the capture.
    public var frames = 0
}

extension ConversationTruth.Host {
    init(_ host: SyntheticHost, name: String, peerID: String? = nil, displayName: String? = nil) {
        self.init(
            name: name, peerID: peerID, displayName: displayName, address: "\(host.address)",
            linkAddress: "\(host.linkAddress)")
    }
}

extension ConversationTruth.Endpoint {
    init(_ host: ConversationTruth.Host, port: UInt16) {
        self.init(host: host.name, address: host.address, port: Int(port))
    }
}

extension ConversationTruth.Link {
    init(_ link: NetworkModel.Link) {
        delayMS = Double(link.delay) / 1e6
        jitterMS = Double(link.jitter) / 1e6
        lossRate = link.lossRate
        duplicationRate = link.duplicationRate
        reorderingRate = link.reorderingRate
        holdBackMS = Double(link.holdBack) / 1e6
    }
}

extension ConversationTruth {
    /// The truth about a conversation that has not begun.
    init(
        _ scenario: String, seed: UInt64, start: Int64, point: NetworkModel.CapturePoint = .network,
        link: NetworkModel.Link,
        hosts: [Host]
    ) {
        self.init(
            scenario: scenario, seed: seed, start: Self.seconds(start), capturePoint: "network", link: Link(link),
            hosts: hosts)
        if case .host(let number) = point { capturePoint = hosts[number].name }
    }

    /// Nanoseconds as seconds.
    static func seconds(_ time: Int64) -> Double { Double(time) / 1e9 }
}
