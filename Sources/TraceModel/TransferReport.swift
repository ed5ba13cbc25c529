/// What one end of a session could read of it from Network.framework, as far as the wire shows it.
///
/// The names are those of `NWConnection.DataTransferReport.PathReport` and `NWConnection.EstablishmentReport`, so that an app's own
/// log can be compared with a capture. A value that the capture cannot show is nil.
public struct TransferReport: Codable, Hashable, Sendable {
    /// ``Session/id``
    public var session: Int
    /// The end whose report this is.
    public var end: Session.Side
    /// ``Peer/id``
    public var peer: String?
    /// The address of this end.
    public var address: String
    /// The port of this end.
    public var port: Int
    /// Seconds from the first packet to the last.
    public var duration: Double
    /// Payload of the transport, each byte once. Of encrypted connections it includes the encryption.
    public var sentApplicationByteCount: Int?
    /// Payload bytes that came, each once.
    public var receivedApplicationByteCount: Int?
    /// With the bytes that were sent again.
    public var sentTransportByteCount: Int?
    /// Payload bytes that came, those sent again too.
    public var receivedTransportByteCount: Int?
    /// Payload bytes that this end sent again.
    public var retransmittedTransportByteCount: Int?
    /// Bytes that came twice, known where the capture was made at this end.
    public var receivedTransportDuplicateByteCount: Int?
    /// Packets that this end sent.
    public var sentIPPacketCount: Int
    /// Packets that came.
    public var receivedIPPacketCount: Int
    /// Seconds from this end's data to its acknowledgment, known where the capture was made at this end.
    public var transportMinimumRTT: Double?
    /// The mean: the report does not have the smoothed value that TCP keeps.
    public var transportSmoothedRTT: Double?
    /// The standard deviation, in seconds.
    public var transportRTTVariance: Double?
    /// Of the initiator alone: seconds from its SYN to its acknowledgment of the answer.
    public var establishmentDuration: Double?
    /// Of the initiator alone, known where the capture was made at this end.
    public var handshakeRTT: Double?
    /// Of the initiator alone: earlier attempts to connect to the same address and port that failed, one directly after another.
    public var previousAttemptCount: Int?

    init(_ session: Session, _ end: Session.Side, previousAttempts: Int) {
        let isInitiator = end == .initiator
        let (own, place) =
            isInitiator ? (session.initiator, .initiator) : (session.responder, Session.CapturePoint.responder)
        let (sent, received) = isInitiator ? (session.forward, session.backward) : (session.backward, session.forward)
        let isHere = session.capturePoint == place
        self.session = session.id
        self.end = end
        peer = own.peer
        (address, port) = (own.address, own.port)
        duration = session.duration
        sentApplicationByteCount = sent.payloadBytes
        receivedApplicationByteCount = received.payloadBytes
        sentTransportByteCount = Self.sum(sent.payloadBytes, sent.retransmittedBytes)
        receivedTransportByteCount = Self.sum(received.payloadBytes, isHere ? received.retransmittedBytes : nil)
        retransmittedTransportByteCount = sent.retransmittedBytes
        receivedTransportDuplicateByteCount = isHere ? received.retransmittedBytes : nil
        sentIPPacketCount = sent.packets
        receivedIPPacketCount = received.packets
        if isHere {
            transportMinimumRTT = sent.transportRTT.min
            transportSmoothedRTT = sent.transportRTT.mean
            transportRTTVariance = sent.transportRTT.standardDeviation
        }
        guard isInitiator else { return }
        establishmentDuration = session.established.map { $0 - session.start }
        handshakeRTT = isHere ? session.handshakeRTT : nil
        previousAttemptCount = session.transport == .tcp && !session.midstream ? previousAttempts : nil
    }

    /// Both, or the first alone; nil without the first.
    private static func sum(_ bytes: Int?, _ more: Int?) -> Int? {
        bytes.map { bytes in
            let (sum, overflow) = bytes.addingReportingOverflow(more ?? 0)
            return overflow ? .max : sum
        }
    }
}

/// The reports of Network.framework for the sessions of a report, made from one look at all of them.
public struct TransferReports: Sendable {
    /// Attempts that failed directly before a session, by its id; none for those that are not there.
    private var previousAttempts: [Int: Int] = [:]

    private struct Route: Hashable {
        let transport: Session.Transport
        let initiator: String
        let responder: String
        let port: Int
    }

    /// Made of all its parts.
    public init(_ report: TraceReport) {
        var failures: [Route: Int] = [:]
        for session in report.sessions {
            let route = Route(
                transport: session.transport, initiator: session.initiator.address,
                responder: session.responder.address, port: session.responder.port)
            if let count = failures[route] { previousAttempts[session.id] = count }
            let hasFailed = session.ending == .refused || session.ending == .unanswered
            failures[route] = hasFailed ? failures[route, default: 0] + 1 : nil
        }
    }

    /// The reports of both ends of a session, the initiator's first.
    public func reports(of session: Session) -> [TransferReport] {
        [.initiator, .responder].map {
            TransferReport(session, $0, previousAttempts: previousAttempts[session.id] ?? 0)
        }
    }
}
