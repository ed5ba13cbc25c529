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
        oneWayDelay = Distribution(nanoseconds: transits.all.map(\.delay))
        interarrivalJitter = transits.jitter.map { ($0 / 1e9).roundedToNanoseconds }
        (lossBursts, longestLossBurst) = verdict.bursts(transits)
        lostFrames = verdict.lost.prefix(Self.maximumFrames).map { Int(transits.departures[$0].frame) }
    }
}

extension Distribution {
    /// A distribution of samples that are all known: the quantiles are exact, and delays may be negative, within the
    /// uncertainty of the clocks.
    init(nanoseconds samples: [Int64]) {
        self.init()
        count = samples.count
        guard !samples.isEmpty else { return }
        let ordered = samples.sorted()
        let seconds = { (value: Double) in (value / 1e9).roundedToNanoseconds }
        // ⌈percent · n / 100⌉
        let ranked = { (percent: Int) in seconds(Double(ordered[(percent * ordered.count + 99) / 100 - 1])) }
        let mean = ordered.reduce(0.0) { $0 + Double($1) } / Double(ordered.count)
        let squares = ordered.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        self.mean = seconds(mean)
        standardDeviation = seconds((squares / Double(ordered.count)).squareRoot())
        min = seconds(Double(ordered[0]))
        max = seconds(Double(ordered[ordered.count - 1]))
        median = seconds((Double(ordered[(ordered.count - 1) / 2]) + Double(ordered[ordered.count / 2])) / 2)
        p95 = ranked(95)
        p99 = ranked(99)
    }
}
