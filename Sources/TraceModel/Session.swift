/// A TCP connection, or all datagrams between two UDP endpoints, on one interface.
public struct Session: Codable, Equatable, Sendable {
    public var id: Int
    public var transport: Transport
    public var application: Application
    // Small values are adjacent: there may be a million sessions.
    public var ending: Ending
    /// True when the start was not captured.
    public var midstream: Bool
    public var decrypted: Bool?
    /// The end of the session where the capture was made, judged by its round trips; nil if they do not show it.
    public var capturePoint: CapturePoint?
    /// How far TCP's handshake came; nil for datagrams, and where the start was not captured or answers took another way.
    public var handshake: Handshake?
    public var initiator: Endpoint
    public var responder: Endpoint
    /// The service that the responder announced at this address and port.
    public var service: String?
    public var interface: Int
    /// The interface of the capturing host that a header before the packets names (PKTAP), nil without one.
    public var interfaceName: String?
    public var firstFrame: Int
    public var start: Double
    /// The initiator's ACK of the SYN/ACK.
    public var established: Double?
    /// The initiator's identification was complete.
    public var identified: Double?
    /// Four seconds after ``established``, if the session lived that long.
    public var stable: Double?
    /// The time of the first byte of the first message that is not an identification.
    public var firstMessage: Double?
    public var end: Double
    public var duration: Double
    /// The numbers of the two SYNs; nil for datagrams, and if neither was captured. With the ends they distinguish one
    /// connection from all others, whatever the clocks.
    public var initialSequenceNumbers: SequenceNumbers?
    /// Initiator to responder.
    @Boxed public var forward: SessionDirection
    @Boxed public var backward: SessionDirection
    public var handshakeRTT: Double?
    @Boxed public var transportRTT = Distribution()
    @Boxed public var applicationRTT = Distribution()
    @Boxed public var jitter = Jitter()
    @Boxed public var throughput: Throughput
    /// How long each step took, from the first question for the service to the first message.
    @Boxed public var phases = Phases()
    /// The evidence for ``application`` in a few words, nil if there is none.
    public var evidence: String?
    /// The unencrypted facts of a TLS or DTLS handshake.
    @Boxed public var tls: TLS?
    /// The unencrypted facts in QUIC's headers.
    @Boxed public var quic: QUIC?
    /// Metrics that this capture cannot support, which are nil, or mean less than usual; and why.
    public var limits: [MetricLimit] = []
    /// Other sessions that show the same connection, or that the same two peers had at the same time over other addresses;
    /// in order of their ids, at most ``Companion/maximum``.
    public var companions: [Companion] = []
    /// ICMP errors about the session's packets, one entry for each kind of error and sender.
    public var icmpErrors: [ICMPError] = []
    /// The process of the capturing host that owns the session, if the capture records it (Apple's PKTAP and pcapng).
    @Boxed public var process: Process?
    /// The process that it worked for.
    @Boxed public var effectiveProcess: Process?

    package init(
        id: Int, transport: Transport, application: Application, ending: Ending, midstream: Bool, initiator: Endpoint,
        responder: Endpoint, service: String? = nil, interface: Int, interfaceName: String? = nil, firstFrame: Int,
        start: Double, end: Double, duration: Double, forward: SessionDirection, backward: SessionDirection,
        throughput: Throughput
    ) {
        (self.id, self.transport, self.application, self.ending) = (id, transport, application, ending)
        (self.midstream, self.initiator, self.responder, self.service) = (midstream, initiator, responder, service)
        (self.interface, self.interfaceName, self.firstFrame, self.start) = (
            interface, interfaceName, firstFrame, start
        )
        (self.end, self.duration) = (end, duration)
        self.forward = forward
        self.backward = backward
        self.throughput = throughput
    }
}

extension Session {
    /// Shares the memory of equal parts.
    package mutating func share(_ other: Session) {
        _forward.share(other._forward)
        _backward.share(other._backward)
        _throughput.share(other._throughput)
        _phases.share(other._phases)
    }

    /// The transport of the session.
    public enum Transport: String, Codable, Sendable { case tcp, udp, quic }

    /// The application, judged only by the bytes; no port decides.
    public enum Application: String, Codable, Sendable {
        case mesh, echo
        case networkEvent = "network-event"
        case carrierPigeon = "carrier-pigeon"
        case framed, tls, unknown
    }

    /// One end of a session.
    public struct Endpoint: Codable, Equatable, Sendable {
        public var peer: String?
        public var address: String
        public var port: Int

        package init(peer: String? = nil, address: String, port: Int) {
            (self.peer, self.address, self.port) = (peer, address, port)
        }
    }

    /// The ending of the session; `Docs/metrics.md` defines each. This version does not report `close`.
    public enum Ending: String, Codable, Sendable {
        case fin, reset, idle
        case captureEnd = "capture-end"
        case refused, unanswered, close
    }

    /// How far the three steps of TCP's handshake came (RFC 9293 §3.5).
    public enum Handshake: String, Codable, Sendable {
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
    public struct SequenceNumbers: Codable, Equatable, Sendable {
        /// The initiator's.
        public var forward: UInt32?
        /// The responder's.
        public var backward: UInt32?

        /// - Parameters:
        ///   - forward: The initiator's.
        ///   - backward: The responder's.
        public init(forward: UInt32?, backward: UInt32?) {
            self.forward = forward
            self.backward = backward
        }
    }

    /// An error that ICMP or ICMPv6 reported about packets of a session.
    public struct ICMPError: Codable, Equatable, Sendable {
        /// The time of the first one of its kind.
        public var time: Double
        public var frame: Int
        /// The address of the router or host that sent it.
        public var source: String
        /// Numbers of the registry of ICMP or, with IPv6 addresses, of ICMPv6.
        public var type: Int
        public var code: Int
        /// In words, nil where the registry has none.
        public var name: String?
        public var count: Int

        package init(time: Double, frame: Int, source: String, type: Int, code: Int, name: String? = nil, count: Int) {
            (self.time, self.frame, self.source, self.type, self.code) = (time, frame, source, type, code)
            (self.name, self.count) = (name, count)
        }
    }

    /// A process of the capturing host.
    public struct Process: Codable, Equatable, Sendable {
        public var processID: Int
        public var name: String?

        package init(processID: Int, name: String? = nil) {
            (self.processID, self.name) = (processID, name)
        }
    }

    /// The jitter of the application round trips, in the order of the requests.
    public struct Jitter: Codable, Equatable, Sendable {
        public var meanAbsoluteDifference: Double?
        /// RFC 3550 §6.4.1.
        public var rfc3550: Double?

        public init() {}
    }

    /// Link-layer bits per second in bins of equal width from ``Session/start`` on.
    public struct Throughput: Codable, Equatable, Sendable {
        public var binWidth: Double?
        public var forward: [Double] = []
        public var backward: [Double] = []

        public init() {}
    }
}

/// The data that one side of a session sent.
public struct SessionDirection: Codable, Equatable, Sendable {
    /// Frames, each IP fragment one.
    public var packets = 0
    /// Original link-layer bytes.
    public var wireBytes = 0
    /// Transport payload, retransmissions counted once.
    public var payloadBytes: Int?
    /// Well-formed messages.
    public var messages: Int?
    public var messageTypes = NamedCounts()
    /// Bodies of the messages without their framing.
    public var messageBytes: Int?
    public var malformedMessages: Int?
    public var duplicateMessages: Int?
    public var lostMessages: Int?
    public var reorderedMessages: Int?
    /// Packets that carry only bytes seen before.
    public var retransmittedPackets: Int?
    public var retransmittedBytes: Int?
    /// Late packets that fill a hole.
    public var outOfOrderPackets: Int?
    public var duplicateAcks: Int?
    /// Packets that announce a window of 0.
    public var zeroWindows: Int?
    /// Packets with urgent data.
    public var urgentPackets: Int?
    /// Packets that only ask whether the other side is still there.
    public var keepAlives: Int?
    /// Holes in the stream up to its FIN: sent, but not in the capture.
    public var missingBytes: Int?
    /// Datagrams with missing fragments: a hint, because those that were lost completely leave no trace. Nil if none
    /// was fragmented.
    public var lostDatagrams: Int?
    /// Payload bits per second between the first and the last payload packet.
    public var goodput: Double?
    /// The best 100 ms, in link-layer bits per second.
    public var peakThroughput: Double?
    public var interarrivalJitter: Double?
    /// Relative to its minimum.
    @Boxed public var oneWayDelay = Distribution()
    /// The round trips of this side's requests.
    @Boxed public var applicationRTT = Distribution()
    /// The jitter of these round trips alone; ``Session/jitter`` covers the requests of both sides.
    @Boxed public var jitter = Session.Jitter()
    /// Parts per million by which this side's clock runs faster than the capture's, taken out of ``oneWayDelay``; nil where
    /// no drift shows.
    public var clockDrift: Double?
    /// This side's data to the other side's acknowledgment, at the capture point.
    @Boxed public var transportRTT = Distribution()
    @Boxed public var bulk: Bulk?
    /// TCP: what this side's SYN offers, nil where it was not captured.
    @Boxed public var tcpOptions: TCPOptions?

    public init() {}
}

extension SessionDirection {
    /// The data after the probes of an echo test.
    public struct Bulk: Codable, Equatable, Sendable {
        public var start: Double
        public var end: Double
        public var bytes: Int?
        public var goodput: Double?

        package init(start: Double, end: Double, bytes: Int? = nil, goodput: Double? = nil) {
            (self.start, self.end, self.bytes, self.goodput) = (start, end, bytes, goodput)
        }
    }

    /// The options of a SYN (RFC 9293 §3.2, RFC 7323, RFC 2018, RFC 8684, RFC 7413).
    public struct TCPOptions: Codable, Equatable, Sendable {
        /// Bytes.
        public var maximumSegmentSize: Int?
        /// Bits by which windows are shifted.
        public var windowScale: Int?
        public var selectiveAcknowledgments: Bool
        public var timestamps: Bool
        public var multipath: Bool
        public var fastOpen: Bool

        package init(
            maximumSegmentSize: Int? = nil, windowScale: Int? = nil, selectiveAcknowledgments: Bool, timestamps: Bool,
            multipath: Bool, fastOpen: Bool
        ) {
            (self.maximumSegmentSize, self.windowScale) = (maximumSegmentSize, windowScale)
            (self.selectiveAcknowledgments, self.timestamps) = (selectiveAcknowledgments, timestamps)
            (self.multipath, self.fastOpen) = (multipath, fastOpen)
        }
    }
}
