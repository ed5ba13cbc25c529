/// Whether delays rise and fall in the rhythm of a radio that hops between channels.
///
/// A node of AWDL has sixteen slots of 65.536 ms. A frame sent while the other node is on another channel waits for the
/// next slot that both share. Whenever it was sent, the wait **ends** just after such a slot begins: folded with the
/// period of the schedule, the ends of long delays fall in few bins, the same in each cycle. That also holds for a
/// sender that waits for each answer, whose requests hardly ever fall in most slots. Delays of other causes end
/// anywhere: a burst does so within one cycle, a timer of half a second or a second moves from cycle to cycle. It takes
/// longer to see this for a timer whose period is nearer to a fraction of the schedule's; ``RhythmDrift`` describes how
/// well that is known.
struct DelayRhythm: Sendable {
    /// The period of the schedule in nanoseconds: 1,024 time units of 1,024 µs.
    static let period: Int64 = 1_048_576_000
    static let slots = 16
    /// Shorter delays have nothing to do with slots.
    static let threshold: Int64 = 10_000_000
    /// The number of long delays before anything is recorded: most sessions never have them.
    static let fewestLong = 16
    /// The minimum duration of a wait for a slot, and its minimum ratio to the fastest.
    static let shortestWait: Int64 = 20_000_000
    static let waitFactor: Int64 = 3

    /// A quarter of a slot each: one bit in a word for each place of a cycle.
    private static let places = 64
    /// The number of bins in which waits may end: half a slot in both halves of the schedule.
    private static let mostPlaces = 8
    /// The part of the waits that must end there. By chance it is an eighth.
    private static let fewestExplained = 0.7
    /// The minimum number of waits in different bins, or in different cycles.
    private static let fewestEnds = 24
    /// Cycles with waits right after others with waits.
    private static let fewestNeighbors = 6
    /// Seconds in a second by which the ends of waits for slots may seem to move: the clocks of two radios and of a host are
    /// well within. The nearest timer of whole milliseconds, of 1,048 ms or a part of it, moves by 549 in a million.
    private static let steadiness = 250e-6
    /// The number of the longest waits that are listed.
    static let maximumLongest = 4
    /// Until then a timer of half a second or a second has moved through half the cycle.
    private static let shortestDuration: Int64 = 15_000_000_000

    /// In how many cycles waits ended at each place: those of even cycles, then those of odd ones. Empty before the first wait.
    private var ends: [UInt16] = []
    /// The bins of the current cycle that already count, however many waits ended there.
    private var seen: UInt64 = 0
    private var cycle = Int64.min
    private var neighbors = 0
    private var fastest = Int64.max
    private var waits = (count: 0, sum: 0.0)
    private var others = (count: 0, sum: 0.0)
    private var first: Int64?
    private var last: Int64 = 0
    private var drift = RhythmDrift()
    /// The longest waits, longest first, and the packets that ended them.
    private var longest: [(delay: Int64, end: PacketMoment)] = []

    /// - Parameters:
    ///   - delay: In nanoseconds, not negative.
    ///   - sent: When what was delayed was sent.
    ///   - frame: The packet that ended the delay, 0 where it is not known.
    mutating func record(_ delay: Int64, sentAt sent: Int64, frame: Int = 0) {
        let start = first ?? sent
        first = start
        last = max(last, sent)
        fastest = min(fastest, delay)
        guard delay >= Self.shortestWait, delay / Self.waitFactor >= fastest else {
            others.count += 1
            others.sum += Double(delay)
            return
        }
        waits.count += 1
        waits.sum += Double(delay)
        noteEnd(sent &+ delay)
        guard frame > 0, longest.count < Self.maximumLongest || longest.last.map({ $0.delay < delay }) ?? true else {
            return
        }
        let place = longest.firstIndex { $0.delay < delay } ?? longest.count
        longest.insert((delay, PacketMoment(frame: frame, time: sent &+ delay)), at: place)
        if longest.count > Self.maximumLongest { longest.removeLast() }
    }

    /// Notes each place once in a cycle: a burst that waited together is one wait.
    private mutating func noteEnd(_ time: Int64) {
        let remainder = time % Self.period
        let phase = remainder < 0 ? remainder + Self.period : remainder
        let number = (time &- phase) / Self.period
        // A wait that arrives after later ones is not counted.
        guard number >= cycle else { return }
        if number > cycle {
            if cycle != Int64.min, number == cycle + 1 { neighbors += 1 }
            cycle = number
            seen = 0
        }
        let place = Int(phase * Int64(Self.places) / Self.period)
        guard seen & (1 << UInt64(place)) == 0 else { return }
        seen |= 1 << UInt64(place)
        drift.record(time)
        if ends.isEmpty { ends = [UInt16](repeating: 0, count: 2 * Self.places) }
        let index = number & 1 == 0 ? place : Self.places + place
        if ends[index] < .max { ends[index] += 1 }
    }

    /// The evidence of hopping; nil if the delays have other causes, or are too few.
    struct Evidence: Sendable, Equatable {
        /// The mean of the long round trips, in seconds.
        var wait: Double
        /// The mean of the others.
        var usual: Double
        /// The share of the waits that ended in the few bins where those of the other cycles ended, from 0 to 1.
        var explained: Double
        var waits: Int
        var samples: Int
        /// Whether the waits were observed for long enough to distinguish the schedule from a timer with nearly its
        /// period.
        var isOfSchedule: Bool
        /// The packets that ended the longest waits, in order.
        var longest: [PacketMoment]
    }

    var evidence: Evidence? {
        guard let first, !ends.isEmpty, last &- first >= Self.shortestDuration, neighbors >= Self.fewestNeighbors,
            // Round trips that are always slow do not wait for a slot: at least one of sixteen is common, so some
            // packets are in time.
            others.count * 32 >= waits.count
        else { return nil }
        let even = ends[..<Self.places].map { Int($0) }
        let odd = ends[Self.places...].map { Int($0) }
        let (evens, odds) = (even.reduce(0, +), odd.reduce(0, +))
        guard evens + odds >= Self.fewestEnds, min(evens, odds) * 3 >= Self.fewestEnds else { return nil }
        // The bins of one half of the cycles must hold for the other half: a coincidence does not repeat.
        let agreement = min(
            Self.share(of: odd, wherever: even) / Double(odds), Self.share(of: even, wherever: odd) / Double(evens))
        guard agreement >= Self.fewestExplained else { return nil }
        let estimate = drift.estimate
        if let estimate, abs(estimate.rate) - estimate.uncertainty > Self.steadiness { return nil }
        return Evidence(
            wait: waits.sum / Double(waits.count) / 1e9, usual: others.sum / Double(others.count) / 1e9,
            explained: agreement, waits: waits.count, samples: waits.count + others.count,
            isOfSchedule: estimate.map { abs($0.rate) + $0.uncertainty <= Self.steadiness } ?? false,
            longest: longest.map(\.end).sorted())
    }

    /// The share of one histogram in the bins where the other has most, which must have been hit more than once.
    private static func share(of tested: [Int], wherever learned: [Int]) -> Double {
        let best = learned.indices.filter { learned[$0] > 1 }
            .sorted { (learned[$1], $0) < (learned[$0], $1) }.prefix(mostPlaces)
        return Double(best.reduce(0) { $0 + tested[$1] })
    }
}

/// Watches the delays of a session for ``DelayRhythm``, at no cost while they are short.
struct DelayRhythmWatch: Sendable {
    /// None before enough delays were long.
    private var rhythm: Box<DelayRhythm>?
    private var long: UInt8 = 0
    /// The shortest delay that is looked at: none is too short once there were enough long ones. Known without a look at the
    /// array, which is elsewhere in memory.
    private var threshold = DelayRhythm.threshold

    @inline(__always)
    mutating func record(_ delay: Int64, sentAt sent: Int64, frame: Int = 0) {
        if delay >= threshold { watch(delay, sentAt: sent, frame: frame) }
    }

    @inline(never)
    private mutating func watch(_ delay: Int64, sentAt sent: Int64, frame: Int) {
        if rhythm == nil {
            long += 1
            guard long >= DelayRhythm.fewestLong else { return }
            rhythm = Box(DelayRhythm())
            threshold = 0
        }
        rhythm?.value.record(delay, sentAt: sent, frame: frame)
    }

    var evidence: DelayRhythm.Evidence? { rhythm?.value.evidence }

    /// Lets go of what shows nothing.
    mutating func finish() {
        if evidence == nil { rhythm = nil }
    }
}

/// How fast the moments at which waits end move against the slots of AWDL's schedule.
///
/// If packets wait for slots, these moments keep their position in a slot except for the drift of two clocks. A timer
/// whose period is near a fraction of the schedule's, such as one of 1.05 s, moves, if only by a millisecond in each
/// cycle: that shows in a straight line through the moments, once there are enough of them.
struct RhythmDrift: Sendable {
    /// In nanoseconds.
    private static let slot = DelayRhythm.period / Int64(DelayRhythm.slots)
    /// Moments further from where the last ones were, in seconds, have other causes.
    private static let nearness = Double(slot) / 4e9
    /// After so many of those in a row the ones before were of other causes.
    private static let mostMisses = 8
    /// A line through fewer moments says nothing.
    private static let fewest = 12

    private var origin: Int64 = 0
    /// The expected position of the next moment in a slot, in seconds; it continues past the end of a slot.
    private var expected = 0.0
    private var misses = 0
    private var count = 0
    /// Means of times and of positions, and the sums of squares and products of the distances from them.
    private var means = (time: 0.0, place: 0.0)
    private var squares = (time: 0.0, place: 0.0)
    private var products = 0.0

    /// - Parameter time: In nanoseconds, not before the last one.
    mutating func record(_ time: Int64) {
        if count == 0 { origin = time }
        let remainder = (time &- origin) % Self.slot
        let length = Double(Self.slot) / 1e9
        var offset = Double(remainder) / 1e9 - expected
        offset -= (offset / length).rounded() * length
        guard abs(offset) <= Self.nearness else {
            misses += 1
            if misses > Self.mostMisses { self = RhythmDrift() }
            return
        }
        misses = 0
        let place = expected + offset
        // Half of the way: it follows whatever moves by less than a quarter of a slot from one moment to the next.
        expected += offset / 2
        count += 1
        let elapsed = Double(time &- origin) / 1e9
        let (timeStep, placeStep) = (elapsed - means.time, place - means.place)
        means.time += timeStep / Double(count)
        means.place += placeStep / Double(count)
        squares.time += timeStep * (elapsed - means.time)
        squares.place += placeStep * (place - means.place)
        products += timeStep * (place - means.place)
    }

    /// Seconds by which the moments move in a second, and how far off that may be (two standard errors); nil for too few.
    var estimate: (rate: Double, uncertainty: Double)? {
        guard count >= Self.fewest, squares.time > 0 else { return nil }
        let rate = products / squares.time
        let rest = max(0, squares.place - rate * products) / Double(count - 2)
        return (rate, 2 * (rest / squares.time).squareRoot())
    }
}
