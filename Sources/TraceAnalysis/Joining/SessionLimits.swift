/// What a capture cannot tell of a session, and why.
///
/// A metric that the source cannot support is withdrawn, so that nobody takes a number for more than it is.
struct SessionLimits {
    private(set) var limits: [Session.MetricLimit] = []
    private let connection: Connection

    /// A segment above this never travelled in one piece: the largest Ethernet frames in use carry 9,000 bytes.
    private static let largestSegment = 9000
    private static let fewestPackets = 8
    /// Seconds: hosts take less to answer, radios and routers take more to carry something there and back.
    private static let hostDelay = 0.001

    init(_ connection: Connection, _ session: Session) {
        self.connection = connection
        guard connection.readsContent else {
            add(.depth, ["transportRTT", "applicationRTT", "throughput", "messages"], "Only headers were read.")
            return
        }
        if connection.isQUIC {
            add(
                .encrypted, ["payloadBytes", "goodput", "messages", "applicationRTT", "transportRTT", "lostMessages"],
                "QUIC seals its streams and packet numbers; datagrams, volumes and the handshake are in clear.")
        }
        guard connection.isTCP else {
            addDatagramLimits(session)
            addPlace(of: session)
            return
        }
        if session.application == .tls {
            add(.encrypted, ["messages", "applicationRTT"], "TLS seals the messages; volumes and timing are in clear.")
        }
        addSourceLimits(session)
        if connection.midstream {
            add(
                .midstream, ["handshakeRTT", "established", "stable", "capturePoint"],
                "The capture began when the connection already stood.")
        }
        if session.forward.missingBytes ?? 0 > 0 || session.backward.missingBytes ?? 0 > 0 {
            add(
                .captureGap, ["messages", "messageBytes", "oneWayDelay"],
                "Bytes of the streams are not in the capture: messages in them are not counted.")
        }
        let places = connection.sum { $0.decoder.resynchronizations }
        if places > 0 {
            add(
                .resynchronized, ["messages", "messageTypes", "messageBytes", "malformedMessages"],
                "Reading went on behind \(places) illegal length\(places == 1 ? "" : "s"), "
                    + "\(connection.sum { $0.decoder.skippedBytes }) bytes later in all: what is counted there is a guess."
            )
        }
        if connection.hasSide({ $0.decoder.mesh.coarseTimestamps > 0 }) {
            add(
                .coarseClock, ["oneWayDelay", "interarrivalJitter"],
                "Messages are stamped in whole seconds (ISO 8601): they give no delays.")
        }
        addPlace(of: session)
    }

    private mutating func addPlace(of session: Session) {
        let (far, direction): (String, SessionDirection)
        switch session.capturePoint {
        case .initiator: (far, direction) = ("backward", session.backward)
        case .responder: (far, direction) = ("forward", session.forward)
        case .middle: return
        case nil: return addShortRoundTrips(session)
        }
        // Only what was measured can mean less than usual.
        var metrics =
            direction.applicationRTT.count > 0
            ? ["applicationRTT", "jitter", "\(far).applicationRTT", "\(far).jitter"] : []
        if session.transport == .tcp { metrics.append("\(far).transportRTT") }
        guard let place = session.capturePoint, !metrics.isEmpty else { return }
        add(
            .capturePoint, metrics,
            "Taken at the \(place.rawValue), which answers what it receives at once: the \(far) direction's round trip is "
                + "only that host's delay.")
    }

    /// Datagrams do not always tell where they were captured.
    private mutating func addShortRoundTrips(_ session: Session) {
        guard session.transport == .udp, let median = session.applicationRTT.median, median < Self.hostDelay else {
            return
        }
        add(
            .capturePoint, ["applicationRTT", "jitter"],
            "Round trips this short are those of a host that answers at once: if the capture was taken beside it, they "
                + "say nothing about the network.")
    }

    private mutating func addSourceLimits(_ session: Session) {
        let data = connection.sum { $0.payloadPackets }
        if data >= 1, connection.sum({ $0.unacknowledgingPackets }) == data {
            add(
                .noAcknowledgments, Self.transportMetrics + ["handshakeRTT", "phases.connect", "zeroWindows"],
                "Data carries no acknowledgment numbers: the file was written by a program, not taken from a network.")
        }
        let largest = max(connection.initiator.largestPayload, connection.responder.largestPayload)
        if largest > Self.largestSegment {
            add(
                .segmentationOffload, ["packets", "retransmittedPackets"],
                "Segments of up to \(largest) bytes: the interface divides and unites "
                    + "them, so that packets are not those of the network.")
        }
        addSnapLength(session)
        if holdsPacketsTwice(data: data) {
            addDoubledPackets(Self.transportMetrics + ["handshakeRTT", "phases.connect"])
        }
    }

    private static let transportMetrics = [
        "transportRTT", "retransmittedPackets", "retransmittedBytes", "outOfOrderPackets", "duplicateAcks",
    ]

    /// Timestamps tell copies from what was sent again; without them, the time that passes does, but a sender also learns
    /// from acknowledgments what is missing, and sends that again at once: seldom two packets of five.
    private func holdsPacketsTwice(data: Int) -> Bool {
        guard data >= Self.fewestPackets else { return false }
        let copies = connection.sum { $0.doubledPackets }
        return connection.hasSide { $0.latestTimestamp != nil } ? copies * 3 > data : copies * 5 > data * 2
    }

    private mutating func addDoubledPackets(_ metrics: [String]) {
        add(
            .doubledPackets,
            metrics + [
                "applicationRTT", "jitter", "packets", "wireBytes", "throughput", "peakThroughput", "oneWayDelay",
                "interarrivalJitter",
            ],
            "The file holds most packets twice, as two captures that were merged do; delays between copies are not those "
                + "of the network.")
    }

    private mutating func addDatagramLimits(_ session: Session) {
        let (messages, repeated): (Int, Int)
        if let echo = connection.datagrams?.echo {
            messages = echo.initiator.units + echo.initiator.data + echo.responder.units + echo.responder.data
            repeated = echo.initiator.repeated + echo.responder.repeated
        } else if let events = connection.datagrams?.events {
            messages = events.initiator.count + events.responder.count
            repeated = events.initiator.duplicates + events.responder.duplicates
        } else {
            return
        }
        // Each twice: more copies than that are the sender's, who says again what has not changed.
        if messages >= Self.fewestPackets, repeated * 5 > messages * 2, repeated * 5 < messages * 3 {
            addDoubledPackets(Self.messageMetrics + ["reorderedMessages", "payloadBytes", "goodput", "bulk"])
        }
        addSnapLength(session)
    }

    /// Messages that are cut cannot be told from others, let alone counted.
    private mutating func addSnapLength(_ session: Session) {
        let cut =
            (connection.initiator.isCutShort ? ["forward"] : []) + (connection.responder.isCutShort ? ["backward"] : [])
        guard !cut.isEmpty else { return }
        switch session.application {
        case .mesh, .framed, .carrierPigeon, .networkEvent:
            add(
                .snapLength, cut.flatMap { direction in Self.messageMetrics.map { "\(direction).\($0)" } },
                "The snap length cuts payload off: what cannot be read cannot be counted.")
        case .echo, .tls, .unknown:
            add(
                .snapLength, ["messages", "messageTypes", "messageBytes"],
                "The snap length cuts payload off: what cannot be read is not counted as messages.")
        }
    }

    private static let messageMetrics = [
        "messages", "messageTypes", "messageBytes", "malformedMessages", "duplicateMessages",
    ]

    private mutating func add(_ reason: Session.Reason, _ metrics: [String], _ message: String) {
        limits.append(.init(metrics: metrics, reason: reason, message: message))
    }

    /// Takes numbers out that mean nothing.
    static func withdraw(_ limits: [Session.MetricLimit], from session: inout Session) {
        for limit in limits {
            switch limit.reason {
            case .noAcknowledgments, .doubledPackets:
                withdrawTransport(from: &session.forward)
                withdrawTransport(from: &session.backward)
                session.transportRTT = Distribution()
                session.handshakeRTT = nil
                session.phases.connect = nil
                guard limit.reason == .doubledPackets else {
                    session.forward.zeroWindows = nil
                    session.backward.zeroWindows = nil
                    continue
                }
                withdrawRates(from: &session.forward)
                withdrawRates(from: &session.backward)
                // TCP counts the bytes of its stream once; each datagram counts.
                if limit.metrics.contains("payloadBytes") {
                    withdrawDatagrams(from: &session.forward)
                    withdrawDatagrams(from: &session.backward)
                }
                session.throughput = Session.Throughput()
                session.applicationRTT = Distribution()
                session.jitter = .init()
                session.forward.applicationRTT = Distribution()
                session.backward.applicationRTT = Distribution()
                session.forward.jitter = .init()
                session.backward.jitter = .init()
            case .snapLength:
                if limit.metrics.contains("forward.messages") { withdrawMessages(from: &session.forward) }
                if limit.metrics.contains("backward.messages") { withdrawMessages(from: &session.backward) }
            case .segmentationOffload, .capturePoint, .midstream, .captureGap, .encrypted, .coarseClock,
                .depth, .resynchronized:
                break
            }
        }
    }

    private static func withdrawMessages(from direction: inout SessionDirection) {
        direction.messages = nil
        direction.messageTypes = NamedCounts()
        direction.messageBytes = nil
        direction.malformedMessages = nil
        direction.duplicateMessages = nil
    }

    private static func withdrawRates(from direction: inout SessionDirection) {
        direction.peakThroughput = nil
        direction.oneWayDelay = Distribution()
        direction.interarrivalJitter = nil
    }

    private static func withdrawDatagrams(from direction: inout SessionDirection) {
        withdrawMessages(from: &direction)
        direction.reorderedMessages = nil
        direction.payloadBytes = nil
        direction.goodput = nil
        direction.bulk = nil
    }

    private static func withdrawTransport(from direction: inout SessionDirection) {
        direction.retransmittedPackets = nil
        direction.retransmittedBytes = nil
        direction.outOfOrderPackets = nil
        direction.duplicateAcks = nil
        direction.transportRTT = Distribution()
    }
}
