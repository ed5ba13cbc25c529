/// Sorts the packets that did not arrive: lost on the way, or not to be judged.
///
/// A capture says nothing of the time before it began and after it ended, and neither what its interface cut anew nor
/// what it missed. Only what none of that explains was lost.
struct LossVerdict: Sendable {
    /// The known extent of a capture beyond its packets: silence and an end look the same.
    struct Coverage: Sendable {
        /// The first and the last time in the file, by the clock of capture A.
        var range: ClosedRange<Int64>
        /// Whether packets that this end must have sent before or after it are only in the other capture.
        var beganLate = false
        var endedEarly = false
    }

    /// Nanoseconds of silence after which a capture counts as ended, if no host would have answered.
    private static let greatestSilence: Int64 = 1_000_000_000

    /// Places in the sender's list, in order.
    private(set) var lost: [Int] = []
    /// Sent when the other end did not capture, or acknowledged without having been seen.
    private(set) var unobserved = 0
    /// Sent in one packet, arrived in others: the bytes came.
    private(set) var resegmented = 0
    /// Arrivals in whose stead others were sent, which ``Transits/unexplained`` counts too.
    private(set) var resegmentedArrivals = 0

    /// - Parameters:
    ///   - acknowledgments: What the receiver sent back, as captured at its own end; empty for UDP.
    ///   - coverage: Of the receiver's capture.
    ///   - answers: Whether the receiver answers what it gets, so that its silence means that nothing came.
    init(_ transits: Transits, acknowledgments: MarkList?, coverage: Coverage, answers: Bool) {
        guard !transits.missing.isEmpty else { return }
        let stream = acknowledgments.map { StreamEvidence(transits, acknowledgments: $0) }
        for place in transits.missing {
            if let evidence = stream?.evidence(ofDeparture: place) {
                switch evidence {
                case .resegmented: resegmented += 1
                case .acknowledged: unobserved += 1
                }
                continue
            }
            let time = transits.departureTime(place) &+ transits.typicalDelay
            if Self.isObserved(time, coverage, answers) { lost.append(place) } else { unobserved += 1 }
        }
        if resegmented > 0 { resegmentedArrivals = stream?.resegmentedArrivals ?? 0 }
    }

    private static func isObserved(_ time: Int64, _ coverage: Coverage, _ answers: Bool) -> Bool {
        if time < coverage.range.lowerBound {
            guard !coverage.beganLate else { return false }
            return answers || coverage.range.lowerBound &- time <= greatestSilence
        }
        guard time > coverage.range.upperBound else { return true }
        guard !coverage.endedEarly else { return false }
        return answers || time &- coverage.range.upperBound <= greatestSilence
    }

    /// Runs of lost packets with none that arrived between them: how many, and the longest.
    func bursts(_ transits: Transits) -> (count: Int, longest: Int) {
        var arrived = [Bool](repeating: false, count: transits.departures.count)
        for transit in transits.all { arrived[transit.departure] = true }
        var (count, longest, run, last) = (0, 0, 0, 0)
        for place in lost {
            let goesOn = run > 0 && !arrived[last..<place].contains(true)
            if !goesOn { count += 1 }
            run = goesOn ? run + 1 : 1
            longest = max(longest, run)
            last = place
        }
        return (count, longest)
    }
}
