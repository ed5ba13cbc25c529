import ApplicationProtocols
import TraceModel

/// The facts about a session that a capture cannot show, and the reason.
///
/// A metric that the source cannot support is withdrawn (``Session/withdraw(_:)``), so that a number is never mistaken
/// for more than it is.
struct SessionLimits {
    private(set) var limits: [Session.MetricLimit] = []
    private let connection: Connection

    /// A segment above this never traveled in one piece: the largest Ethernet frames in use carry 9,000 bytes.
    private static let largestSegment = 9000
    private static let fewestPackets = 8

    init(_ connection: Connection, _ session: Session) {
        self.connection = connection
        guard connection.readsContent else {
            add(.depth, Self.readMetrics, "Only headers were read.")
            return
        }
        limits += NativeApplications.sealedMetrics(of: connection, session)
        addSearch(.found)
        addSearch(.notFound)
        guard connection.isTCP else {
            addDatagramLimits(session)
            addCapturePoint(of: session)
            return
        }
        addSourceLimits(session)
        if connection.midstream {
            add(.midstream, Self.openingMetrics, "The capture began after the connection was established.")
        }
        if session.forward.missingBytes ?? 0 > 0 || session.backward.missingBytes ?? 0 > 0 {
            let counts = session.forward.lostMessages ?? session.backward.lostMessages
            add(
                .captureGap, Self.gapMetrics + (counts == nil ? [] : Self.lostMessages),
                "Some bytes of the streams are not in the capture. Messages in them are not counted.")
        }
        limits += NativeApplications.doubts(about: connection)
        addCapturePoint(of: session)
    }

    private mutating func add(_ reason: Session.Reason, _ metrics: [String], _ message: String) {
        limits.append(.init(metrics: metrics, reason: reason, message: message))
    }

    // MARK: - Metrics that share a limit

    private static let readMetrics =
        SessionDirection.keys(\.transportRTT, \.applicationRTT) + Session.keys(\.throughput)
        + SessionDirection.keys(\.messages)
    private static let openingMetrics = Session.keys(\.handshakeRTT, \.established, \.stable, \.capturePoint)
    private static let gapMetrics = SessionDirection.keys(
        \.messages, \.messageBytes, \.oneWayDelay, \.answers)
    private static let lostMessages = SessionDirection.keys(\.lostMessages)
    static let oneWayMetrics = SessionDirection.keys(\.oneWayDelay, \.interarrivalJitter)
    private static let roundTripMetrics = SessionDirection.keys(\.applicationRTT, \.jitter)
    private static let transportRTT = SessionDirection.keys(\.transportRTT)
    private static let offloadMetrics = SessionDirection.keys(\.packets, \.retransmittedPackets)
    private static let transportMetrics =
        transportRTT
        + SessionDirection.keys(\.retransmittedPackets, \.retransmittedBytes, \.outOfOrderPackets, \.duplicateAcks)
        + Session.keys(\.handshakeRTT, \.phases.connect)
    private static let zeroWindows = SessionDirection.keys(\.zeroWindows)
    private static let copyMetrics =
        roundTripMetrics + SessionDirection.keys(\.packets, \.wireBytes) + Session.keys(\.throughput)
        + SessionDirection.keys(\.peakThroughput) + oneWayMetrics
    private static let datagramCopyMetrics =
        messageMetrics + SessionDirection.keys(\.reorderedMessages, \.payloadBytes, \.goodput, \.bulk)
    static let wholeMessageMetrics = SessionDirection.keys(\.messages, \.messageTypes, \.messageBytes)
    static let malformedMessages = SessionDirection.keys(\.malformedMessages)
    private static let messageMetrics =
        wholeMessageMetrics + malformedMessages + SessionDirection.keys(\.duplicateMessages)

    // MARK: - Where and how it was captured

    private mutating func addCapturePoint(of session: Session) {
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
            ? Self.roundTripMetrics + Self.roundTripMetrics.map { "\(far).\($0)" } : []
        if session.transport == .tcp { metrics += Self.transportRTT.map { "\(far).\($0)" } }
        guard let point = session.capturePoint, !metrics.isEmpty else { return }
        add(
            .capturePoint, metrics,
            "Captured at the \(point.rawValue): the \(far) direction's round trips are that host's answering time, not "
                + "the network's.")
    }

    /// Datagrams do not always show where they were captured.
    private mutating func addShortRoundTrips(_ session: Session) {
        guard session.transport == .udp, let median = session.applicationRTT.median, median < NetworkDistance.hostDelay
        else {
            return
        }
        add(
            .capturePoint, Self.roundTripMetrics,
            "Round trips this short are those of a host that answers at once. If the capture was made at that host, they "
                + "say nothing about the network.")
    }

    private mutating func addSourceLimits(_ session: Session) {
        let data = connection.sum { $0.payloadPackets }
        if data >= 1, connection.sum({ $0.unacknowledgingPackets }) == data {
            add(
                .noAcknowledgments, Self.transportMetrics + Self.zeroWindows,
                "Data has no acknowledgment numbers: the file was generated by a program, not captured from a network.")
        }
        let largest = max(connection.initiator.largestPayload, connection.responder.largestPayload)
        if largest > Self.largestSegment {
            add(
                .segmentationOffload, Self.offloadMetrics,
                "Segments of up to \(largest) bytes: the interface splits and merges "
                    + "them, so packets are not those on the network.")
        }
        addSnapLength(session)
        if holdsPacketsTwice(data: data) { addDoubledPackets(Self.transportMetrics) }
    }

    /// Timestamps distinguish copies from retransmissions. Without them, the elapsed time does, but a sender also
    /// learns from acknowledgments what is missing, and retransmits it immediately: seldom two packets of five.
    private func holdsPacketsTwice(data: Int) -> Bool {
        guard data >= Self.fewestPackets else { return false }
        let copies = connection.sum { $0.doubledPackets }
        return connection.hasSide { $0.latestTimestamp != nil } ? copies * 3 > data : copies * 5 > data * 2
    }

    private mutating func addDoubledPackets(_ metrics: [String]) {
        add(
            .doubledPackets, metrics + Self.copyMetrics,
            "The file has most packets twice, like two merged captures. Delays between copies are not those "
                + "of the network.")
    }

    private mutating func addDatagramLimits(_ session: Session) {
        let copies = [true, false].compactMap { connection.copies(ofInitiator: $0) }
        guard !copies.isEmpty else { return }
        let messages = copies.reduce(0) { $0 + $1.messages }
        let repeated = copies.reduce(0) { $0 + $1.repeated }
        // Each twice: more copies than that are the sender's, who says again what has not changed.
        if messages >= Self.fewestPackets, repeated * 5 > messages * 2, repeated * 5 < messages * 3 {
            // TCP counts the bytes of its stream once; each datagram counts.
            addDoubledPackets(Self.datagramCopyMetrics)
        }
        addSnapLength(session)
    }

    /// Truncated messages cannot be distinguished from others, let alone counted.
    private mutating func addSnapLength(_ session: Session) {
        let cut =
            (connection.initiator.isCutShort ? ["forward"] : []) + (connection.responder.isCutShort ? ["backward"] : [])
        guard !cut.isEmpty else { return }
        switch session.reportedApplication {
        case .echo, .tls, .unknown:
            add(
                .snapLength, Self.wholeMessageMetrics,
                "The snap length truncates payload. What cannot be read is not counted as messages.")
        default:
            add(
                .snapLength, cut.flatMap { direction in Self.messageMetrics.map { "\(direction).\($0)" } },
                "The snap length truncates payload. What cannot be read is not counted.")
        }
    }

    /// Where the first message had to be looked for.
    private mutating func addSearch(_ start: ReadingSummary.Start) {
        let directions = [("forward", true), ("backward", false)].filter { _, isInitiator in
            guard let summary = connection.guestReading(ofInitiator: isInitiator)?.summary else { return false }
            return summary.start == start && !summary.isMismatch
        }
        let isBuiltIn = connection.builtInGuest != nil
        let place = isBuiltIn ? "at the first one with a right checksum" : "where four fit in a row"
        guard !directions.isEmpty else { return }
        add(
            start == .found ? .framingFound : .framingNotFound,
            directions.flatMap { direction, _ in Self.wholeMessageMetrics.map { "\(direction).\($0)" } },
            start == .found
                ? "Where a message begins was not known; reading began \(place)."
                : "Where a message begins was not known, and none was found.")
    }
}
