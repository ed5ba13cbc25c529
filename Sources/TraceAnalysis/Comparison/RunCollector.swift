/// Finds the runs in reports, one report after the other.
///
/// A run is a session that measures something on purpose: an echo test, or any session with application round trips. Of
/// a report without these, every transfer between two hosts is one of which a rate or a handshake is known; multicast
/// and multicast DNS never are.
///
/// A session that several captures have, or several interfaces of one capture, is one run: the same transport and ends
/// at overlapping times, or in files with the same ``RunFileName/stem`` whose clocks may disagree. Of its views the one
/// nearest to the initiator, with the longest round trips, gives delays; the farthest one gives the rate, because data
/// arrives there; and the share of lost or repeated packets is the largest that any view shows.
public struct RunCollector: Sendable {
    /// With the same transport and ends; a session is compared with no more of them to see whether it is another view.
    public static let maximumRepetitions = 256

    private var found: [FoundRun] = []
    private var runsByEnds: [Ends: [Int]] = [:]
    private var captures = 0

    public init() {}

    /// Adds what a capture shows.
    ///
    /// - Parameters:
    ///   - report: Its report.
    ///   - path: Of the capture, as the reader knows it.
    ///   - facts: What the researcher says of the capture's sessions over a transport.
    /// - Returns: How many of the capture's sessions are runs or further views of runs.
    @discardableResult
    public mutating func add(
        _ report: TraceReport, path: String, facts: (Session.Transport) -> RunFacts = { _ in RunFacts() }
    ) -> Int {
        captures += 1
        let tests = report.sessions.filter(\.isTest)
        let sessions = tests.isEmpty ? report.sessions.filter(\.isTransfer) : tests
        let name = RunFileName(path: path)
        let origin = report.capture.firstTime.flatMap(TimeAxis.nanoseconds)
        for session in sessions {
            let view = RunView(
                capture: captures, path: path, name: name, session: session,
                start: origin.map { Self.moment($0, session.start) }, end: origin.map { Self.moment($0, session.end) })
            add(view, facts(session.transport))
        }
        return sessions.count
    }

    /// All runs, in the order in which they were found.
    public var runs: [TestRun] { found.enumerated().map { $1.run(id: $0 + 1) } }

    private mutating func add(_ view: RunView, _ facts: RunFacts) {
        let ends = Ends(view.session)
        let known = runsByEnds[ends, default: []].prefix(Self.maximumRepetitions)
        if let index = known.first(where: { found[$0].isSeen(by: view) }) {
            found[index].add(view, facts)
        } else {
            runsByEnds[ends, default: []].append(found.count)
            found.append(FoundRun(view, facts))
        }
    }

    /// Seconds after a time. The sum cannot overflow: both parts are bounded.
    private static func moment(_ origin: Int64, _ seconds: Double) -> Int64 {
        let nanoseconds = (seconds * 1e9).rounded()
        guard nanoseconds.isFinite, abs(nanoseconds) < 4e18 else { return origin }
        return TimeAxis.bounded(origin.addingReportingOverflow(Int64(nanoseconds)).partialValue)
    }
}

/// The two ends of a session, and what carries it.
private struct Ends: Hashable {
    let transport: Session.Transport
    let initiator: String
    let initiatorPort: Int
    let responder: String
    let responderPort: Int

    init(_ session: Session) {
        transport = session.transport
        initiator = session.initiator.address
        initiatorPort = session.initiator.port
        responder = session.responder.address
        responderPort = session.responder.port
    }
}

/// A session as one capture shows it.
private struct RunView: Sendable {
    let capture: Int
    let path: String
    let name: RunFileName
    let session: Session
    /// Nanoseconds since 1970 by the capture's clock.
    let start: Int64?
    let end: Int64?

    /// How far from the initiator it seems to have been taken: near it, round trips are longest.
    var roundTrip: Double { session.applicationRTT.median ?? session.transportRTT.median ?? 0 }

    /// What a numbered echo test was to send, as far as this view shows it.
    var numberedPackets: (count: Int, size: Int?)? {
        let forward = session.forward
        let messages = forward.messageTypes["data"]
        guard session.application == .echo, session.transport == .udp, messages > 0, let lost = forward.lostMessages
        else { return nil }
        let bytes = forward.bulk?.bytes ?? 0
        let count = messages - (forward.duplicateMessages ?? 0) + lost
        return (count, bytes > 0 && bytes.isMultiple(of: messages) ? bytes / messages : nil)
    }
}

/// A run, with all views of it so far.
private struct FoundRun: Sendable {
    var views: [RunView]
    var facts: RunFacts

    init(_ view: RunView, _ facts: RunFacts) {
        views = [view]
        self.facts = facts
    }

    /// Whether another view, with the same ends, is of the same session.
    func isSeen(by view: RunView) -> Bool {
        // One interface of one capture has every session once.
        guard
            !views.contains(where: { $0.capture == view.capture && $0.session.interface == view.session.interface })
        else { return false }
        return views.contains { known in
            if known.capture != view.capture, known.name.stem == view.name.stem { return true }
            guard let start = known.start, let end = known.end, let otherStart = view.start, let otherEnd = view.end
            else { return false }
            return start <= otherEnd && otherStart <= end
        }
    }

    mutating func add(_ view: RunView, _ other: RunFacts) {
        views.append(view)
        // What was said of the first view holds.
        var facts = other
        facts.override(by: self.facts)
        self.facts = facts
    }

    func run(id: Int) -> TestRun {
        let first = views[0]
        let views = views.map { view in
            TestRun.View(
                file: view.path, session: view.session.id, interface: view.session.interface,
                start: view.start.map(TimeAxis.rfc3339))
        }
        return TestRun(
            id: id, label: facts.label, views: views, factors: factors(first), metrics: metrics)
    }

    private func factors(_ first: RunView) -> KeyedValues<FactorValue> {
        let numbered = views.compactMap(\.numberedPackets).max { $0.count < $1.count }
        let count = facts.packetCount ?? first.name.packetCount ?? numbered?.count
        let size = facts.packetSize ?? first.name.packetSize ?? numbered?.size
        var factors = KeyedValues<FactorValue>()
        let levels: [(ComparisonFactor, FactorValue?)] = [
            (.transport, .text(first.session.transport.rawValue)),
            (.application, .text(first.session.application.rawValue)),
            (.scenario, .text(facts.scenario ?? first.name.scenario)),
            (.place, facts.place.map { .text($0) }),
            (.distance, facts.distance.map { .number($0) }),
            (.packetCount, count.map { .number(Double($0)) }),
            (.packetSize, size.map { .number(Double($0)) }),
            (.file, .text(first.name.name)),
        ]
        for (factor, value) in levels + facts.own.map({ ($0.factor, $0.value) }) {
            factors.set(factor.rawValue, to: value)
        }
        return factors
    }

    private var metrics: KeyedValues<Double> {
        let sessions = views.map(\.session)
        let byDistance = views.sorted { $0.roundTrip > $1.roundTrip }.map(\.session)
        var metrics = KeyedValues<Double>()
        for metric in ComparisonMetric.allCases {
            let value: Double? =
                switch metric {
                case .lossRatio, .retransmissionShare: sessions.compactMap { metric.value(of: $0) }.max()
                case .dataRate: byDistance.reversed().lazy.compactMap { metric.value(of: $0) }.first
                default: byDistance.lazy.compactMap { metric.value(of: $0) }.first
                }
            metrics.set(metric.rawValue, to: value)
        }
        return metrics
    }
}
