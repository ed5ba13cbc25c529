import TraceModel

/// A metric by which runs are compared: a value of a ``TestRun``.
public struct ComparisonMetric: Sendable {
    /// Its name, unit, and value of a session. One metric never replaces another.
    package let metric: Metric<Session>
    /// The heading of its table.
    package let title: String
    /// The heading of a column.
    package let heading: String
    /// In a sentence: “transport matters for …”.
    package let noun: String
    /// Whether it is among the most informative ones.
    package let isCommon: Bool
    /// The view of a run that has the run's value.
    let view: View

    enum View {
        /// The first one that has a value, from the initiator to the responder.
        case nearest
        /// The same in the other direction.
        case farthest
        /// The one with the largest value.
        case largest
    }

    private init(
        _ key: String, _ unit: MetricUnit, title: String, heading: String, noun: String? = nil, isCommon: Bool = true,
        view: View = .nearest, value: @escaping @Sendable (Session) -> Double?
    ) {
        metric = Metric(key, unit, value: value)
        (self.title, self.heading, self.noun) = (title, heading, noun ?? heading)
        (self.isCommon, self.view) = (isCommon, view)
    }

    /// The key of the metric in the JSON and in the CSV, such as `rttMedian`.
    public var rawValue: String { metric.key }
    /// The unit of its values.
    public var unit: MetricUnit { metric.figures[0].unit }

    /// The value for one session, nil if it was not measured.
    func value(of session: Session) -> Double? {
        guard let value = metric.figures[0].value(session), value.isFinite else { return nil }
        return unit.rounded(value)
    }
}

extension MetricUnit {
    /// The value as the report has such figures: durations in whole nanoseconds, rates in thousandths, shares with
    /// nine decimals.
    func rounded(_ value: Double) -> Double {
        let scale = self == .bitsPerSecond ? 1e3 : 1e9
        return (value * scale).rounded() / scale
    }
}

extension ComparisonMetric: CaseIterable {
    /// The median of the application round trips (`Session.applicationRTT`), in seconds. A capture at one end has the
    /// round trips of that end's requests; those of the other end show how fast this end answers, and do not count.
    public static let rttMedian = ComparisonMetric(
        "rttMedian", .seconds, title: "RTT (median of a run's application round trips)", heading: "RTT"
    ) { $0.pathRoundTrips.delays.median }
    /// Their mean, seconds.
    public static let rttMean = ComparisonMetric(
        "rttMean", .seconds, title: "Mean RTT", heading: "mean RTT", isCommon: false
    ) { $0.pathRoundTrips.delays.mean }
    /// The value at 95 % of them, nearest rank, seconds.
    public static let rttP95 = ComparisonMetric(
        "rttP95", .seconds, title: "95th percentile RTT", heading: "95 % RTT", noun: "95th percentile RTT",
        isCommon: false
    ) { $0.pathRoundTrips.delays.p95 }
    /// `Session.Jitter.meanAbsoluteDifference` of them, seconds.
    public static let jitterMeanAbsoluteDifference = ComparisonMetric(
        "jitterMeanAbsoluteDifference", .seconds,
        title: "Jitter (mean difference between consecutive round trips)", heading: "jitter"
    ) { $0.pathRoundTrips.jitter.meanAbsoluteDifference }
    /// `Session.Jitter.rfc3550` of them, seconds.
    public static let jitterRFC3550 = ComparisonMetric(
        "jitterRFC3550", .seconds, title: "Jitter by RFC 3550", heading: "RFC 3550", noun: "RFC 3550 jitter",
        isCommon: false
    ) { $0.pathRoundTrips.jitter.rfc3550 }
    /// `SessionDirection.Bulk.goodput` of the initiator's data; in sessions that are not an echo test,
    /// `SessionDirection.goodput` of the side that sent more payload. Bits per second.
    public static let dataRate = ComparisonMetric(
        "dataRate", .bitsPerSecond, title: "Data rate (goodput)", heading: "data rate", view: .farthest
    ) { session in
        if let bulk = session.forward.bulk { return bulk.goodput }
        // The rate of probes that wait for their echoes says nothing about the path.
        guard session.application != .echo else { return nil }
        let isForward = (session.forward.payloadBytes ?? 0) >= (session.backward.payloadBytes ?? 0)
        return (isForward ? session.forward : session.backward).goodput
    }
    /// The share of the numbered messages of both sides that never reached the capture point, 0…1.
    public static let lossRatio = ComparisonMetric(
        "lossRatio", .ratio, title: "Loss of numbered messages", heading: "loss", view: .largest
    ) { $0.lossRatio }
    /// The share of the TCP packets of both sides that carried only retransmitted data, 0…1. It is a rough measure of
    /// the network's loss: TCP retransmits some packets that were only late, and a capture at the receiver does not
    /// have the lost ones.
    public static let retransmissionShare = ComparisonMetric(
        "retransmissionShare", .ratio, title: "Retransmitted TCP packets", heading: "resent", noun: "retransmissions",
        view: .largest
    ) { $0.retransmissionShare }
    /// The share of the QUIC packets of both sides that no acknowledgment covers (`Session.QUIC.lost`), 0…1: what
    /// ``retransmissionShare`` is for TCP. It is null where no keys open the session.
    public static let unacknowledgedShare = ComparisonMetric(
        "unacknowledgedShare", .ratio, title: "QUIC packets never acknowledged", heading: "unacked",
        noun: "packets without acknowledgment", view: .largest
    ) { $0.unacknowledgedShare }
    /// The median time from a packet to its acknowledgment, seconds: of TCP (`Session.transportRTT`) with the time that the receiver
    /// waits, of QUIC (`Session.QUIC.ackRTT`) without.
    public static let acknowledgmentRTT = ComparisonMetric(
        "acknowledgmentRTT", .seconds, title: "Transport RTT (median from a packet to its acknowledgment)",
        heading: "ack RTT", noun: "transport RTT", isCommon: false
    ) { $0.acknowledgmentDelay }
    /// `Session.handshakeRTT`, seconds.
    public static let handshakeRTT = ComparisonMetric(
        "handshakeRTT", .seconds, title: "Handshake RTT", heading: "handshake", noun: "handshake RTT"
    ) { $0.handshakeRTT }

    /// `Session.networkRTT`, seconds.
    public static let networkRTT = ComparisonMetric(
        "networkRTT", .seconds, title: "Network RTT (the least round trip)", heading: "network", noun: "network RTT"
    ) { $0.networkRTT.value }

    /// All metrics, in the order of the output.
    public static let allCases = [
        rttMedian, rttMean, rttP95, jitterMeanAbsoluteDifference, jitterRFC3550, dataRate, lossRatio,
        retransmissionShare, unacknowledgedShare, acknowledgmentRTT, handshakeRTT, networkRTT,
    ]
}

extension ComparisonMetric: RawRepresentable, Hashable, Codable {
    /// The metric with this key, nil if there is none.
    public init?(rawValue: String) {
        guard let metric = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = metric
    }
}
