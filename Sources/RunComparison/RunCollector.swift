import TraceModel
import WireCoding

/// Finds the runs in reports, one report after the other.
///
/// A run is a session that measures something on purpose: an echo test, or any session with application round trips. Of
/// a report without these, every transfer between two hosts is one of which a rate or a handshake is known; multicast
/// and multicast DNS never are. In a report with tests, a transfer is a further view where another capture shows the test
/// in it, as where one capture has the packets cut short.
///
/// A session in several captures, or on several interfaces of one capture, is one run: the same transport and ends at
/// overlapping times, and over TCP with the same initial sequence numbers. If clocks disagree, the files must have the
/// same ``RunFileName/stem`` and the sessions must have about the same duration. Without sequence numbers, the files
/// must also be in one folder or the clocks at most `nearbyStart` apart. The view nearest to the initiator gives
/// delays. The farthest one gives the rate, because data arrives there. The share of lost or repeated packets is the
/// largest that any view shows.
public struct RunCollector: Sendable {
    /// With the same transport and ends; a session is compared with no more of them to see whether it is another view.
    public static let maximumRepetitions = 256

    /// Manually set clocks of devices are not further apart, in nanoseconds.
    static let nearbyStart: Int64 = 10_000_000_000

    private var found = FoundRuns()
    /// Transfers beside tests.
    private var others: [(view: RunView, facts: RunFacts)] = []
    private var captures = 0

    /// A collector without captures.
    public init() {}

    /// Adds what a capture shows.
    ///
    /// - Parameters:
    ///   - report: Its report.
    ///   - path: Of the capture, as the reader knows it.
    ///   - facts: What the researcher says of the capture's sessions over a transport.
    public mutating func add(
        _ report: TraceReport, path: String, facts: (Session.Transport) -> RunFacts = { _ in RunFacts() }
    ) {
        captures += 1
        let hasTests = report.sessions.contains(where: \.isTest)
        let name = RunFileName(path: path)
        let origin = report.capture.origin
        for session in report.sessions where session.isTest || session.isTransfer {
            var session = session
            // Takes most of its memory, and has no figure of a run.
            session.throughput = Session.Throughput()
            let view = RunView(
                capture: captures, path: path, name: name, session: session,
                start: origin.map { Self.moment($0, session.start) }, end: origin.map { Self.moment($0, session.end) })
            if session.isTest || !hasTests {
                if !found.join(view, facts(session.transport)) { found.append(view, facts(session.transport)) }
            } else {
                others.append((view, facts(session.transport)))
            }
        }
    }

    /// All runs, in the order in which they were found.
    public var runs: [TestRun] {
        var found = found
        for (view, facts) in others { _ = found.join(view, facts) }
        return found.runs.enumerated().map { $1.run(id: $0 + 1) }
    }

    /// Seconds after a time that is bounded, which leaves room for 63 years.
    private static func moment(_ origin: Int64, _ seconds: Double) -> Int64 {
        let nanoseconds = (seconds * 1e9).rounded()
        guard nanoseconds.isFinite, abs(nanoseconds) < 2e18 else { return origin }
        return CaptureSummary.bounded(origin &+ Int64(nanoseconds))
    }
}

/// Runs that can be found by their ends.
private struct FoundRuns: Sendable {
    private(set) var runs: [FoundRun] = []
    private var byEnds: [Ends: [Int]] = [:]

    /// Adds a view to the run that it is of.
    ///
    /// - Returns: False if there is none.
    mutating func join(_ view: RunView, _ facts: RunFacts) -> Bool {
        let known = byEnds[Ends(view.session), default: []].prefix(RunCollector.maximumRepetitions)
        guard let index = known.first(where: { runs[$0].isSeen(by: view) }) else { return false }
        runs[index].add(view, facts)
        return true
    }

    mutating func append(_ view: RunView, _ facts: RunFacts) {
        byEnds[Ends(view.session), default: []].append(runs.count)
        runs.append(FoundRun(views: [view], facts: facts))
    }
}

/// The two ends of a session, and what carries it.
private struct Ends: Hashable {
    let transport: Session.Transport
    let initiator: Session.Endpoint
    let responder: Session.Endpoint

    init(_ session: Session) {
        transport = session.transport
        (initiator, responder) = (session.initiator.withoutPeer, session.responder.withoutPeer)
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

    /// Whether it was captured nearer to the initiator than another one: if the capture points are not known, the
    /// longer round trips decide.
    func isNearer(than other: RunView) -> Bool {
        (place, roundTrip) > (other.place, other.roundTrip)
    }

    private var place: Int {
        switch session.capturePoint {
        case .initiator: 2
        case .middle, nil: 1
        case .responder: 0
        }
    }

    private var roundTrip: Double { session.applicationRTT.median ?? session.transportRTT.median ?? 0 }

    /// Whether another view, with the same ends, is of the same session.
    func showsSame(as other: RunView) -> Bool {
        let numbersAgree = hasSameNumbers(as: other)
        if numbersAgree == false { return false }
        if let start, let end, let otherStart = other.start, let otherEnd = other.end, start <= otherEnd,
            otherStart <= end
        {
            return true
        }
        guard capture != other.capture, name.stem == other.name.stem, lastsAsLong(as: other) else { return false }
        return numbersAgree == true || name.folder == other.name.folder || beginsNear(other)
    }

    /// Whether the initial sequence numbers are the same; nil where not both views have them.
    private func hasSameNumbers(as other: RunView) -> Bool? {
        guard let own = session.initialSequenceNumbers, let others = other.session.initialSequenceNumbers else {
            return nil
        }
        let pairs = [(own.forward, others.forward), (own.backward, others.backward)]
        let known = pairs.compactMap { one, other in one.flatMap { one in other.map { one == $0 } } }
        return known.isEmpty ? nil : known.allSatisfy(\.self)
    }

    private func beginsNear(_ other: RunView) -> Bool {
        guard let start, let otherStart = other.start else { return false }
        return (start &- otherStart).magnitude <= RunCollector.nearbyStart.magnitude
    }

    /// One end sees the last packets of a session no more than a round trip later than the other, and clocks drift by much
    /// less than a hundredth. A repetition of the test seldom takes as long to a fifth of a second.
    private func lastsAsLong(as other: RunView) -> Bool {
        abs(session.duration - other.session.duration) <= 0.2 + 0.01 * max(session.duration, other.session.duration)
    }

    /// The planned size of a numbered echo test, if this view shows it.
    var numberedPackets: (count: Int, size: Int?)? {
        let forward = session.forward
        let messages = forward.messageTypes["data"]
        guard session.application == .echo, session.transport == .udp, messages > 0, let lost = forward.lostMessages
        else { return nil }
        let bytes = forward.bulk?.bytes ?? 0
        let count = max(0, messages - (forward.duplicateMessages ?? 0)) + lost
        return (count, bytes > 0 && bytes.isMultiple(of: messages) ? bytes / messages : nil)
    }
}

/// A run, with all views of it so far.
private struct FoundRun: Sendable {
    var views: [RunView]
    var facts: RunFacts

    /// Whether another view, with the same ends, is of the same session.
    func isSeen(by view: RunView) -> Bool {
        // One interface of one capture has every session once.
        guard
            !views.contains(where: { $0.capture == view.capture && $0.session.interface == view.session.interface })
        else { return false }
        return views.contains { $0.showsSame(as: view) }
    }

    mutating func add(_ view: RunView, _ other: RunFacts) {
        views.append(view)
        // The facts about the first view take precedence.
        var facts = other
        facts.override(by: self.facts)
        self.facts = facts
    }

    func run(id: Int) -> TestRun {
        let first = views[0]
        let views = views.map { view in
            TestRun.View(
                file: view.path, session: view.session.id, interface: view.session.interface,
                capturePoint: view.session.capturePoint, start: view.start.map(RFC3339.text),
                startMoment: view.start)
        }
        return TestRun(
            id: id, label: facts.label, views: views, factors: factors(first), metrics: metrics)
    }

    private func factors(_ first: RunView) -> KeyedValues<FactorValue> {
        let numbered = views.compactMap(\.numberedPackets).max { $0.count < $1.count }
        let count = first.name.packetCount ?? numbered?.count
        let size = first.name.packetSize ?? numbered?.size
        var factors = KeyedValues<FactorValue>()
        let levels: [(ComparisonFactor, FactorValue?)] = [
            (.transport, .text(first.session.transport.rawValue)),
            (.application, .text(first.session.application.rawValue)),
            (.scenario, .text(first.name.scenario)),
            (.place, nil),
            (.distance, nil),
            (.packetCount, count.map { .number(Double($0)) }),
            (.packetSize, size.map { .number(Double($0)) }),
            (.file, .text(first.name.name)),
        ]
        for (factor, value) in levels { factors.set(factor.rawValue, to: value) }
        factors.override(by: facts.levels)
        return factors
    }

    private var metrics: KeyedValues<Double> {
        let byDistance = views.sorted { $0.isNearer(than: $1) }.map(\.session)
        var metrics = KeyedValues<Double>()
        for metric in ComparisonMetric.allCases {
            let value: Double? =
                switch metric.view {
                case .nearest: byDistance.lazy.compactMap { metric.value(of: $0) }.first
                case .farthest: byDistance.reversed().lazy.compactMap { metric.value(of: $0) }.first
                case .largest: byDistance.compactMap { metric.value(of: $0) }.max()
                }
            metrics.set(metric.rawValue, to: value)
        }
        return metrics
    }
}
