import TraceAnalysis
import TraceModel

/// The messages and round trips of one session.
struct SessionDetails: Sendable {
    /// The bytes of both directions over time; nil where there are none.
    private var plot: SegmentThinning?
    private(set) var roundTrips: [RoundTrip] = []
    /// The first messages, in their order.
    private(set) var first: [TraceMessage] = []
    /// Those of the whole session that stand out.
    private(set) var worst = WorstMessages()
    private(set) var messageCount = 0
    /// Probes of an echo test by their times in nanoseconds, as long as they have no answer.
    private var asked: Set<Int64> = []

    static let (firstLimit, askedLimit) = (24, 5000)

    /// When probes were sent that got no answer; of very many, some of the first.
    var unanswered: [Double] { asked.sorted().map { Double($0) / 1e9 }.prefix(500).map { $0 } }

    init(plot: SegmentThinning?) { self.plot = plot }

    var sequence: SequenceSeries? { plot?.series }

    mutating func add(_ segment: StreamSegment) { plot?.take(segment) }
    mutating func add(_ roundTrip: RoundTrip) { roundTrips.append(roundTrip) }

    mutating func add(_ message: TraceMessage) {
        messageCount += 1
        note(message)
        if first.count < Self.firstLimit { first.append(message) }
        worst.add(message)
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
        try worst.replace(change)
    }
}
