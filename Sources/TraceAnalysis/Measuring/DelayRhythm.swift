/// Whether delays rise and fall in the rhythm of a radio that hops between channels.
///
/// A node of AWDL has sixteen slots of 65.536 ms; what is sent while the other one is on another channel waits for the next slot
/// that both share. Delays by the time of sending, laid over each other with the period of the schedule, then differ by slot and
/// agree within each. The schedule often has the same in both halves, so that a half of the period is the rhythm. Delays of
/// other causes have another period or none, and spread over all slots.
struct DelayRhythm: Sendable {
    /// Of the schedule in nanoseconds: 1,024 time units of 1,024 µs.
    static let period: Int64 = 1_048_576_000
    static let slots = 16
    /// Shorter delays have nothing to do with slots.
    static let threshold: Int64 = 10_000_000
    /// So many long delays before anything is taken down: most sessions never have them.
    static let fewestLong = 16

    private var counts = [UInt32](repeating: 0, count: slots)
    private var sums = [Double](repeating: 0, count: slots)
    private var sumOfSquares = 0.0
    private(set) var count = 0
    private var first: Int64?
    private var last: Int64 = 0

    /// - Parameters:
    ///   - delay: In nanoseconds, not negative.
    ///   - sent: When what was delayed was sent.
    mutating func record(_ delay: Int64, sentAt sent: Int64) {
        let phase = sent % Self.period
        let slot = Int((phase < 0 ? phase + Self.period : phase) / (Self.period / Int64(Self.slots)))
        counts[slot] &+= 1
        sums[slot] += Double(delay)
        sumOfSquares += Double(delay) * Double(delay)
        count += 1
        first = first ?? sent
        last = max(last, sent)
    }

    /// What shows hopping; nil where the delays have other causes, or are too few to tell.
    struct Evidence: Sendable, Equatable {
        /// Of the slot with the longest delays on average, in seconds.
        var longest: Double
        /// Of the slot with the shortest.
        var shortest: Double
        /// The part of all differences between delays that the slot explains, from 0 to 1.
        var explained: Double
        var samples: Int
    }

    var evidence: Evidence? {
        // Over ten seconds a timer of half a second or a second has moved through several slots.
        guard count >= 96, let first, last - first >= 10_000_000_000 else { return nil }
        let means = zip(sums, counts).compactMap { $1 > 2 ? $0 / Double($1) : nil }
        guard means.count >= 12, let longest = means.max(), let shortest = means.min(), longest >= 15_000_000,
            longest >= 3 * shortest
        else { return nil }
        let mean = sums.reduce(0, +) / Double(count)
        let total = sumOfSquares - mean * mean * Double(count)
        let between = zip(sums, counts).reduce(0.0) { sum, slot in
            guard slot.1 > 0 else { return sum }
            let distance = slot.0 / Double(slot.1) - mean
            return sum + distance * distance * Double(slot.1)
        }
        guard total > 0, between / total >= 0.5 else { return nil }
        return Evidence(
            longest: longest / 1e9, shortest: shortest / 1e9, explained: between / total, samples: count)
    }
}

/// Watches the delays of a session for ``DelayRhythm``, at no cost while they are short.
struct DelayRhythmWatch: Sendable {
    /// None before enough delays were long.
    private var rhythm: [DelayRhythm] = []
    private var long: UInt8 = 0

    @inline(__always)
    mutating func record(_ delay: Int64, sentAt sent: Int64) {
        if delay >= DelayRhythm.threshold || !rhythm.isEmpty { watch(delay, sentAt: sent) }
    }

    @inline(never)
    private mutating func watch(_ delay: Int64, sentAt sent: Int64) {
        if rhythm.isEmpty {
            long += 1
            guard long >= DelayRhythm.fewestLong else { return }
            rhythm = [DelayRhythm()]
        }
        if delay >= 0 { rhythm[0].record(delay, sentAt: sent) }
    }

    var evidence: DelayRhythm.Evidence? { rhythm.first?.evidence }

    /// Lets go of what shows nothing.
    mutating func finish() {
        if evidence == nil { rhythm = [] }
    }
}
