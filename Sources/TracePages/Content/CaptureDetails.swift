import TraceAnalysis
import TraceModel

/// What only a second reading of a capture gives: messages and round trips of the sessions that have a section.
package struct CaptureDetails: Sendable {
    private(set) var sessions: [Int: SessionDetails] = [:]

    /// Marks of the streams of all sessions.
    private static let marks = 1500

    /// Reads the capture once more.
    ///
    /// - Parameters:
    ///   - message: Takes all messages of the capture meanwhile.
    ///   - roundTrip: Takes all round trips.
    /// - Throws: What ``MessageTrace/forEach(keepsContent:listsRoundTrips:roundTrip:_:)`` throws.
    package init(
        _ trace: MessageTrace, message take: ((TraceMessage) throws -> Void)? = nil,
        roundTrip takeRoundTrip: ((RoundTrip) throws -> Void)? = nil
    ) throws {
        let shown = Set(PageContext.sessionsShown(trace.report))
        let streams = Set(trace.report.sessions.filter { shown.contains($0.id) && $0.transport == .tcp }.map(\.id))
        let limit = max(120, Self.marks / max(1, streams.count))
        for id in shown {
            sessions[id] = SessionDetails(plot: streams.contains(id) ? SegmentThinning(session: id, limit: limit) : nil)
        }
        var found = sessions
        // Unless all messages are wanted, only the packets of these sessions are followed.
        let wanted = take == nil && takeRoundTrip == nil ? shown : nil
        try trace.forEach(of: wanted, listsRoundTrips: true, segmentsOf: streams) { roundTrip in
            if shown.contains(roundTrip.session) { found[roundTrip.session]?.add(roundTrip) }
            try takeRoundTrip?(roundTrip)
        } segment: {
            found[$0.session]?.add($0)
        } _: { message in
            if shown.contains(message.session) { found[message.session]?.add(message) }
            try take?(message)
            return true
        }
        sessions = found
    }

    /// The same details with each message replaced by what `change` makes of it.
    package func replacing(_ change: (TraceMessage) throws -> TraceMessage) rethrows -> CaptureDetails {
        var copy = self
        // In order, so that new stand-ins are the same each time.
        for id in copy.sessions.keys.sorted() { try copy.sessions[id]?.replace(change) }
        return copy
    }
}

/// The messages and round trips of one session.
struct SessionDetails: Sendable {
    /// The bytes of both directions over time; nil where there are none.
    private var plot: SegmentThinning?
    private(set) var roundTrips: [RoundTrip] = []
    /// The first messages, in their order.
    private(set) var first: [TraceMessage] = []
    /// The messages with the longest delays, and those with faults, beside the first ones.
    private(set) var worst: [TraceMessage] = []
    private(set) var messageCount = 0
    /// Probes of an echo test by their times in nanoseconds, as long as they have no answer.
    private var asked: Set<Int64> = []

    static let (firstLimit, worstLimit, askedLimit) = (24, 12, 5000)

    /// When probes were sent that got no answer; of very many, some of the first.
    var unanswered: [Double] { asked.sorted().map { Double($0) / 1e9 }.prefix(500).map { $0 } }

    init(plot: SegmentThinning?) { self.plot = plot }

    var sequence: SequenceSeries? { plot?.series }

    mutating func add(_ segment: StreamSegment) { plot?.take(segment) }
    mutating func add(_ roundTrip: RoundTrip) { roundTrips.append(roundTrip) }

    mutating func add(_ message: TraceMessage) {
        messageCount += 1
        note(message)
        if first.count < Self.firstLimit {
            first.append(message)
        } else if message.fault != nil || message.latency != nil {
            worst.append(message)
            if worst.count > 4 * Self.worstLimit { cutWorst() }
        }
    }

    private mutating func note(_ message: TraceMessage) {
        guard message.application == .echo else { return }
        if message.type == "probe" {
            if asked.count < Self.askedLimit { asked.insert(ReportTime.nanoseconds(message.time)) }
        } else if let delay = message.latency, message.latencyKind == .roundTrip {
            let time = ReportTime.nanoseconds(message.time - delay)
            // The difference of two rounded times may be one off.
            for near in [time, time &- 1, time &+ 1] where asked.remove(near) != nil { break }
        }
    }

    mutating func replace(_ change: (TraceMessage) throws -> TraceMessage) rethrows {
        first = try first.map(change)
        worst = try worst.map(change)
    }

    private mutating func cutWorst(to limit: Int = worstLimit) {
        func rank(_ message: TraceMessage) -> (Int, Double, Int) {
            (message.fault == nil ? 0 : 1, message.latency ?? 0, -message.frame)
        }
        worst = Array(worst.sorted { rank($0) > rank($1) }.prefix(limit))
    }

    /// So many of the worst ones, in order of time.
    func worst(_ count: Int) -> [TraceMessage] {
        var copy = self
        copy.cutWorst(to: count)
        return copy.worst.sorted { ($0.time, $0.frame) < ($1.time, $1.frame) }
    }
}
