import TraceAnalysis
import TraceModel

extension CorrelationReport.Direction {
    /// Measures one way of a session.
    ///
    /// - Parameters:
    ///   - sender: The capture at the sender's end, nil where it is not known.
    init(_ transits: Transits, _ verdict: LossVerdict, sender: CapturePoint?) {
        self.init()
        self.sender = sender
        sent = transits.departures.count
        received = transits.arrivals.count
        matched = transits.all.count
        lost = verdict.lost.count
        duplicated = transits.duplicates
        reordered = transits.reordered
        unobserved = verdict.unobserved
        resegmented = verdict.resegmented
        resegmentedArrivals = verdict.resegmentedArrivals
        unexplained = transits.unexplained.count - verdict.resegmentedArrivals
        if matched + lost > 0 { lossRatio = Double(lost) / Double(matched + lost) }
        oneWayDelay = Distribution(sorted: transits.all.map { Double($0.delay) }.sorted())
        interarrivalJitter = transits.jitter.map { ($0 / 1e9).roundedToNanoseconds }
        (lossBursts, longestLossBurst) = verdict.bursts(transits)
        lostFrames = verdict.lost.prefix(Self.maximumFrames).map { Int(transits.departures[$0].frame) }
    }
}
