/// A TCP connection, or all datagrams between two UDP endpoints, on one interface.
public struct Session: Codable, Hashable, Sendable {
    /// From 1, in order of ``firstFrame``.
    public var id: Int
    /// The `application` of the report: the same as ``application``, but `unknown` for multicast DNS.
    package var reportedApplication: Application
    /// The end that opened it; `Docs/metrics.md` says how that is judged.
    public var initiator: Endpoint
    // Small values are where the ends leave room: there may be a million sessions.
    /// What carries it.
    public var transport: Transport
    /// How it ended.
    public var ending: Ending
    /// The side that closed, reset or refused a TCP connection; nil if both closed at once, and for all other endings.
    public var endedBy: Side?
    /// True when the start was not captured.
    public var midstream: Bool
    /// Whether something in it was opened with keys; nil where nothing is sealed.
    public var decrypted: Bool?
    /// The other end.
    public var responder: Endpoint
    /// The end of the session where the capture was made, judged by its round trips; nil if they do not show it.
    public var capturePoint: CapturePoint?
    /// How far TCP's handshake came; nil for datagrams, and where the start was not captured or answers took another way.
    public var handshake: Handshake?
    /// The discovery protocol of the datagrams; nil for everything else.
    public var discovery: Discovery?
    /// The service that the responder announced at this address and port.
    public var service: String?
    /// The interface of the capture (``CaptureSummary/Interface/id``).
    public var interface: Int
    /// The interface of the capturing host that a header before the packets names (PKTAP), nil without one.
    @Boxed public var interfaceName: String?
    /// The frame of its first packet.
    public var firstFrame: Int
    /// Seconds of the report, of its first packet.
    public var start: Double
    /// The initiator's ACK of the SYN/ACK.
    public var established: Double?
    /// The initiator's identification was complete.
    @Boxed public var identified: Double?
    /// Four seconds after ``established``, if the session lived that long.
    public var stable: Double?
    /// The time of the first byte of the first message that is not an identification.
    public var firstMessage: Double?
    /// Seconds of the report, of its last packet.
    public var end: Double
    /// From ``start`` to ``end``.
    public var duration: Double
    /// The numbers of the two SYNs; nil for datagrams, and if neither was captured. With the ends they distinguish one
    /// connection from all others, whatever the clocks.
    public var initialSequenceNumbers: SequenceNumbers?
    /// Initiator to responder.
    @Boxed public var forward = SessionDirection()
    /// Responder to initiator.
    @Boxed public var backward = SessionDirection()
    /// Seconds of the handshake; Docs/metrics.md says from which packet to which. Nil where one of them was sent twice or is missing.
    public var handshakeRTT: Double?
    /// How far the two ends are apart, and how that is known.
    @Boxed public var networkRTT = NetworkRTT()
    /// Data to its acknowledgment, of the direction with the larger median.
    @Boxed public var transportRTT = Distribution()
    /// Request to answer, of both askers.
    @Boxed public var applicationRTT = Distribution()
    /// How the application round trips differ from one to the next.
    @Boxed public var jitter = Jitter()
    /// How much there was at which time.
    @Boxed public var throughput = Throughput()
    /// How long each step took, from the first question for the service to the first message.
    @Boxed public var phases = Phases()
    /// The evidence for ``application`` in a few words, nil if there is none.
    @Boxed public var evidence: String?
    /// The unencrypted facts of a TLS or DTLS handshake.
    @Boxed public var tls: TLS?
    /// The unencrypted facts in QUIC's headers.
    @Boxed public var quic: QUIC?
    /// What the messages of MultipeerConnectivity say; nil for all other sessions.
    @Boxed public var multipeer: Multipeer?
    /// Metrics that this capture cannot support, which are nil, or mean less than usual; and why.
    public var limits: [MetricLimit] = []
    /// Other sessions that show the same connection, or that the same two peers had at the same time over other addresses;
    /// in order of their ids, at most ``Companion/maximum``.
    public var companions: [Companion] = []
    /// Packets that the capture has once more, with another VLAN tag or in another tunnel, as on the port of a router. They count
    /// nowhere else in the session.
    public var copiedPackets = 0
    /// ICMP errors about the session's packets, one entry for each kind of error and sender.
    public var icmpErrors: [ICMPError] = []
    /// The process of the capturing host that owns the session, if the capture records it (Apple's PKTAP and pcapng).
    @Boxed public var process: Process?
    /// The process that it worked for.
    @Boxed public var effectiveProcess: Process?

    /// In the order of the report.
    private enum CodingKeys: String, CodingKey {
        case id, transport
        case reportedApplication = "application"
        case ending, endedBy, midstream, decrypted, capturePoint, handshake
        case initiator, responder, discovery, service, interface, interfaceName, firstFrame, start
        case established, identified, stable, firstMessage, end, duration, initialSequenceNumbers, forward
        case backward, handshakeRTT, networkRTT, transportRTT, applicationRTT, jitter, throughput, phases
        case evidence, tls, quic, multipeer, limits, companions, copiedPackets, icmpErrors, process, effectiveProcess
    }

    /// Made of what each one has; the rest can be set.
    public init(
        id: Int, transport: Transport, application: Application, ending: Ending, midstream: Bool, initiator: Endpoint,
        responder: Endpoint, service: String? = nil, interface: Int, interfaceName: String? = nil, firstFrame: Int,
        start: Double, end: Double, duration: Double
    ) {
        (self.id, self.reportedApplication, self.transport, self.ending) = (id, .unknown, transport, ending)
        (self.midstream, self.initiator, self.responder, self.service) = (midstream, initiator, responder, service)
        (self.interface, self.interfaceName, self.firstFrame) = (interface, interfaceName, firstFrame)
        (self.start, self.end, self.duration) = (start, end, duration)
        self.application = application
    }
}

extension Session {
    /// When a session was, and how long.
    package static let times: [Metric<Session>] = [
        .init("start", \.start, .seconds), .init("end", \.end, .seconds), .init("duration", \.duration, .seconds),
        .init("established", \.established, .seconds, hasLastColumns: true),
        .init("identified", \.identified, .seconds, hasLastColumns: true),
        .init("stable", \.stable, .seconds, hasLastColumns: true),
        .init("firstMessage", \.firstMessage, .seconds, column: "firstMessageTime", hasLastColumns: true),
    ]

    /// How long its steps and its round trips took.
    package static let delays: [Metric<Session>] = [
        .init("phases.discover", \.phases.discover, .seconds), .init("phases.resolve", \.phases.resolve, .seconds),
        .init("phases.connect", \.phases.connect, .seconds), .init("phases.identify", \.phases.identify, .seconds),
        .init("phases.stabilize", \.phases.stabilize, .seconds),
        .init("phases.firstMessage", \.phases.firstMessage, .seconds),
        .init("handshakeRTT", \.handshakeRTT, .seconds),
        .init("transportRTT", \.transportRTT, [.count, .median, .p95]),
        .init("applicationRTT", \.applicationRTT, [.count, .median, .p95]),
        .init("jitter", \.jitter, Jitter.figures),
        .init("networkRTT", \.networkRTT, [.distance], title: "network RTT"),
    ]

    /// The metrics of a session beside those of its directions.
    public static let metrics =
        times + delays + [
            .init("throughput", \.throughput, []), .init("capturePoint", \.capturePoint, []),
            .init(
                "copiedPackets", \.copiedPackets, [.init(name: "", unit: .count, isNewest: true) { Double($0) }],
                title: "copied packets"),
        ]
}

extension Session {
    /// Shares the memory of equal parts.
    package mutating func share(_ other: Session) {
        _forward.share(other._forward)
        _backward.share(other._backward)
        _throughput.share(other._throughput)
        _phases.share(other._phases)
        _networkRTT.share(other._networkRTT)
    }

    /// The transport of the session.
    @nonexhaustive
    public enum Transport: String, Codable, CaseIterable, Sendable {
        /// RFC 9293.
        case tcp
        /// RFC 768.
        case udp
        /// RFC 9000, over UDP.
        case quic
    }

    /// The ending of the session; `Docs/metrics.md` defines each.
    @nonexhaustive
    public enum Ending: String, Codable, CaseIterable, Sendable {
        /// At least one side sent a FIN.
        case fin
        /// A side reset the connection.
        case reset
        /// Nothing more came for so long that it counts as over.
        case idle
        /// It went on when the capture ended.
        case captureEnd = "capture-end"
        /// The responder refused the connection.
        case refused
        /// Nothing came back.
        case unanswered
        /// QUIC was closed by a frame that says so.
        case close
    }

    /// One of the two sides of a session.
    public enum Side: String, Codable, CaseIterable, Sendable {
        /// The end that opened it.
        case initiator
        /// The other end.
        case responder
    }

    /// A protocol by which hosts find each other with datagrams, mostly to a multicast group.
    @nonexhaustive
    public enum Discovery: String, Codable, CaseIterable, Sendable {
        /// RFC 6762, by its port.
        case multicastDNS = "mdns"
        /// RFC 4795
        case llmnr
        /// UPnP Device Architecture 2.0, §1
        case ssdp
        /// WS-Discovery 1.1 and the version of 2005
        case wsDiscovery = "ws-discovery"
        /// RFC 7252, §8
        case coap
    }

    /// How far the three steps of TCP's handshake came (RFC 9293 §3.5).
    @nonexhaustive
    public enum Handshake: String, Codable, CaseIterable, Sendable {
        /// The initiator acknowledged the responder's SYN.
        case complete
        /// There was a SYN/ACK, and nothing came of it: no ACK of the initiator is in the capture.
        case halfOpen = "half-open"
        /// A reset came in place of the SYN/ACK.
        case refused
        /// There was no packet from the responder.
        case unanswered
    }

    /// The sequence numbers of two SYNs, as they are on the wire.
    public struct SequenceNumbers: Codable, Hashable, Sendable {
        /// The initiator's.
        public var forward: UInt32?
        /// The responder's.
        public var backward: UInt32?

        /// Made of all its parts.
        public init(forward: UInt32?, backward: UInt32?) {
            (self.forward, self.backward) = (forward, backward)
        }
    }

    /// An error that ICMP or ICMPv6 reported about packets of a session.
    public struct ICMPError: Codable, Hashable, Sendable {
        /// The time of the first one of its kind.
        public var time: Double
        /// The frame of the first one.
        public var frame: Int
        /// The address of the router or host that sent it.
        public var source: String
        /// Numbers of the registry of ICMP or, with IPv6 addresses, of ICMPv6.
        public var type: Int
        /// The code of ICMP or ICMPv6, which tells kinds of a type apart.
        public var code: Int
        /// In words, nil where the registry has none.
        public var name: String?
        /// How many there were.
        public var count: Int

        /// Made of all its parts.
        public init(time: Double, frame: Int, source: String, type: Int, code: Int, name: String? = nil, count: Int) {
            (self.time, self.frame, self.source, self.type, self.code) = (time, frame, source, type, code)
            (self.name, self.count) = (name, count)
        }
    }

    /// A process of the capturing host.
    public struct Process: Codable, Hashable, Sendable {
        /// Its number on the capturing host.
        public var processID: Int
        /// Its name; nil if the capture does not say.
        public var name: String?

        /// Made of all its parts.
        public init(processID: Int, name: String? = nil) {
            (self.processID, self.name) = (processID, name)
        }
    }

    /// The jitter of the application round trips, in the order of the requests.
    public struct Jitter: Codable, Hashable, Sendable {
        /// The mean of how much each round trip differs from the one before, in seconds.
        public var meanAbsoluteDifference: Double?
        /// RFC 3550 §6.4.1.
        public var rfc3550: Double?

        /// Nothing measured yet.
        public init() {}
    }

    /// Link-layer bits per second in bins of equal width from ``Session/start`` on.
    public struct Throughput: Codable, Hashable, Sendable {
        /// Seconds; nil without bins.
        public var binWidth: Double?
        /// Initiator to responder, a rate for each bin.
        public var forward: [Double] = []
        /// Responder to initiator, a rate for each bin.
        public var backward: [Double] = []

        /// Nothing measured yet.
        public init() {}
    }
}
