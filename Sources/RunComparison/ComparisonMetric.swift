import TraceModel

/// The metrics by which runs are compared: each is a value of a ``TestRun``.
public enum ComparisonMetric: String, Codable, Sendable, CaseIterable {
    /// The median of the application round trips (``Session/applicationRTT``), in seconds. A capture at one end has the
    /// round trips of that end's requests; those of the other end show how fast this end answers, and do not count.
    case rttMedian
    /// Their mean, seconds.
    case rttMean
    /// The value at 95 % of them, nearest rank, seconds.
    case rttP95
    /// ``Session/Jitter/meanAbsoluteDifference`` of them, seconds.
    case jitterMeanAbsoluteDifference
    /// ``Session/Jitter/rfc3550`` of them, seconds.
    case jitterRFC3550
    /// ``SessionDirection/Bulk/goodput`` of the initiator's data; in sessions that are not an echo test,
    /// ``SessionDirection/goodput`` of the side that sent more payload. Bits per second.
    case dataRate
    /// The share of the numbered messages of both sides that never reached the capture point, 0…1.
    case lossRatio
    /// The share of the TCP packets of both sides that carried only retransmitted data, 0…1. It is a rough measure of
    /// the network's loss: TCP retransmits some packets that were only late, and a capture at the receiver does not
    /// have the lost ones.
    case retransmissionShare
    /// ``Session/handshakeRTT``, seconds.
    case handshakeRTT

    /// The unit of the metric.
    public enum Unit: String, Codable, Sendable {
        case seconds = "s"
        case bitsPerSecond = "bit/s"
        /// A part of a whole, 0…1.
        case ratio = "1"

        /// The value as the report has such figures: durations in whole nanoseconds, rates in thousandths, shares with
        /// nine decimals.
        func rounded(_ value: Double) -> Double {
            switch self {
            case .seconds, .ratio: (value * 1e9).rounded() / 1e9
            case .bitsPerSecond: (value * 1e3).rounded() / 1e3
            }
        }
    }

    public var unit: Unit {
        switch self {
        case .rttMedian, .rttMean, .rttP95, .jitterMeanAbsoluteDifference, .jitterRFC3550, .handshakeRTT: .seconds
        case .dataRate: .bitsPerSecond
        case .lossRatio, .retransmissionShare: .ratio
        }
    }

    /// The value for one session, nil if it was not measured. One metric never replaces another.
    func value(of session: Session) -> Double? {
        let value: Double? =
            switch self {
            case .rttMedian: Self.roundTrips(session)?.delays.median
            case .rttMean: Self.roundTrips(session)?.delays.mean
            case .rttP95: Self.roundTrips(session)?.delays.p95
            case .jitterMeanAbsoluteDifference:
                Self.roundTrips(session)?.jitter.meanAbsoluteDifference
            case .jitterRFC3550: Self.roundTrips(session)?.jitter.rfc3550
            case .dataRate: Self.dataRate(session)
            case .lossRatio: Self.lossRatio(session)
            case .retransmissionShare: Self.retransmissionShare(session)
            case .handshakeRTT: session.handshakeRTT
            }
        return value.flatMap { $0.isFinite ? unit.rounded($0) : nil }
    }

    /// Those that cover the whole path, if the capture point is known; nil if there are none.
    private static func roundTrips(_ session: Session) -> (delays: Distribution, jitter: Session.Jitter)? {
        let forward = (delays: session.forward.applicationRTT, jitter: session.forward.jitter)
        let backward = (delays: session.backward.applicationRTT, jitter: session.backward.jitter)
        let measured =
            switch session.capturePoint {
            case .initiator where backward.delays.count > 0: forward
            case .responder: backward
            case .initiator, .middle, nil: (session.applicationRTT, session.jitter)
            }
        return measured.0.count > 0 ? measured : nil
    }

    private static func dataRate(_ session: Session) -> Double? {
        if let bulk = session.forward.bulk { return bulk.goodput }
        // The rate of probes that wait for their echoes says nothing about the path.
        guard session.application != .echo else { return nil }
        let isForward = (session.forward.payloadBytes ?? 0) >= (session.backward.payloadBytes ?? 0)
        return (isForward ? session.forward : session.backward).goodput
    }

    private static func lossRatio(_ session: Session) -> Double? {
        var (lost, arrived, isNumbered) = (0.0, 0.0, false)
        for direction in [session.forward, session.backward] {
            guard let missing = direction.lostMessages else { continue }
            isNumbered = true
            lost += Double(missing)
            // In an echo test only the data is numbered, not the probes.
            let data = direction.messageTypes["data"]
            // If packets occur twice, the total is not known.
            guard data > 0 || direction.messages != nil else { return nil }
            let messages = session.application == .echo ? data : direction.messages ?? 0
            arrived += Double(max(0, messages - (direction.duplicateMessages ?? 0)))
        }
        return isNumbered && lost + arrived > 0 ? lost / (lost + arrived) : nil
    }

    private static func retransmissionShare(_ session: Session) -> Double? {
        guard session.transport == .tcp, let forward = session.forward.retransmittedPackets,
            let backward = session.backward.retransmittedPackets
        else { return nil }
        let packets = Double(session.forward.packets) + Double(session.backward.packets)
        return packets > 0 ? (Double(forward) + Double(backward)) / packets : nil
    }
}
