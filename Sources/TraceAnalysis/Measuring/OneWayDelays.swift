import TraceModel

/// Delays from a sender's timestamps to arrivals at the capture point, between two clocks with any offset: only their
/// variation means anything.
///
/// In bounded memory (``KeptDelays``). Count, smallest and largest delay and jitter are of all.
struct OneWayDelays: Sendable {
    /// Prevents an overflow of the difference of two of them.
    fileprivate static let largestTransit: Int64 = 1 << 62

    private var kept = KeptDelays()
    private(set) var count = 0
    /// The interarrival jitter of RFC 3550 §6.4.1 in nanoseconds.
    private var jitter = 0.0
    private var first: Int64 = 0
    private var last: Int64 = 0
    /// Arrival of the first one.
    private var origin: Int64 = 0
    private var smallest = Int64.max
    private var largest = Int64.min
    /// The sums of the differences from the first one, and of their squares.
    private var sum = 0.0
    private var sumOfSquares = 0.0
    /// From ``finish()`` on, which lets go of the delays.
    private var finished: Box<Result>?

    /// - Parameters:
    ///   - sent: By the sender's clock, nanoseconds since any time.
    ///   - arrival: By the capture's clock, nanoseconds since any time.
    mutating func record(sent: Int64, arrival: Int64) {
        let (transit, overflow) = arrival.subtractingReportingOverflow(sent)
        // No two clocks are a century apart.
        guard finished == nil, !overflow, transit.magnitude < Self.largestTransit.magnitude else { return }
        if count == 0 {
            first = transit
            last = transit
            origin = arrival
        }
        kept.record(arrival: arrival &- origin, delay: transit &- first, number: count)
        count += 1
        // Nothing is added for the first one: it differs from itself by nothing.
        jitter += (Double((transit &- last).magnitude) - jitter) / 16
        last = transit
        smallest = min(smallest, transit)
        largest = max(largest, transit)
        let value = Double(transit &- first)
        sum += value
        sumOfSquares += value * value
    }

    /// The delays relative to the smallest one, without drift.
    var result: Result { finished?.value ?? measured }

    /// Ends the measuring and frees what only a living connection needs, most of what a session of many messages holds.
    mutating func finish() {
        guard finished == nil, count > 0 else { return }
        finished = Box(measured)
        kept.removeAll()
    }

    private var measured: Result {
        var result = Result(jitter: count > 1 ? (jitter / 1e9).roundedToNanoseconds : nil)
        guard count > 0 else { return result }
        let samples = kept.samples
        let slope = ClockDrift.slope(of: samples)
        result.slope = slope ?? 0
        if let slope { result.drift = (-slope * 1e9).rounded() / 1e3 }
        result.origin = origin
        result.smallest = smallest
        // Counted from the smallest one as whole numbers: the first one may be an outlier so far away that a Double of the
        // others would be rounded.
        let start = smallest &- first
        var delays = samples.map { Double($0.transit &- start) - (slope ?? 0) * Double($0.arrival) }
        delays.sort()
        // Without drift the extremes of all are known, not only of the kept ones.
        let least = slope == nil ? 0 : delays[0]
        let most = slope == nil ? Double(largest &- smallest) : delays[delays.count - 1]
        result.floor = least
        result.distribution = Distribution(sorted: delays.map { $0 - least }, count: count)
        result.distribution.min = 0
        result.distribution.max = ((most - least) / 1e9).roundedToNanoseconds
        if slope == nil {
            let mean = sum / Double(count)
            result.distribution.mean = ((mean - Double(start)) / 1e9).roundedToNanoseconds
            let variance = max(0, sumOfSquares / Double(count) - mean * mean)
            result.distribution.standardDeviation = (variance.squareRoot() / 1e9).roundedToNanoseconds
        }
        return result
    }

    struct Result: Sendable {
        var distribution = Distribution()
        /// Seconds.
        var jitter: Double?
        /// Parts per million by which the sender's clock is the faster one.
        var drift: Double?
        fileprivate(set) var slope = 0.0
        fileprivate(set) var origin: Int64 = 0
        fileprivate(set) var smallest: Int64 = 0
        /// The least of the delays, counted from `smallest` and without drift, in nanoseconds.
        fileprivate(set) var floor = 0.0

        /// One delay as ``distribution`` counts it, in seconds; nil for a stamp that it does not count.
        func delay(sent: Int64, arrival: Int64) -> Double? {
            let (transit, overflow) = arrival.subtractingReportingOverflow(sent)
            guard !overflow, transit.magnitude < OneWayDelays.largestTransit.magnitude else { return nil }
            let delay = Double(transit &- smallest) - slope * Double(arrival &- origin)
            return (max(0, delay - floor) / 1e9).roundedToNanoseconds
        }
    }
}

extension Distribution {
    /// A distribution of samples that are all known: the quantiles are exact. Delays between clocks may be negative.
    ///
    /// - Parameters:
    ///   - nanoseconds: In ascending order.
    ///   - count: How many there were, if these are only some of them.
    package init(sorted nanoseconds: [Double], count: Int? = nil) {
        self.init()
        self.count = count ?? nanoseconds.count
        guard let first = nanoseconds.first, let last = nanoseconds.last else { return }
        let number = Double(nanoseconds.count)
        let mean = nanoseconds.reduce(0, +) / number
        let variance = nanoseconds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / number
        let rank = { (percent: Int) in nanoseconds[(percent * nanoseconds.count + 99) / 100 - 1] }
        let median = (nanoseconds[(nanoseconds.count - 1) / 2] + nanoseconds[nanoseconds.count / 2]) / 2
        min = (first / 1e9).roundedToNanoseconds
        max = (last / 1e9).roundedToNanoseconds
        self.mean = (mean / 1e9).roundedToNanoseconds
        self.median = (median / 1e9).roundedToNanoseconds
        p95 = (rank(95) / 1e9).roundedToNanoseconds
        p99 = (rank(99) / 1e9).roundedToNanoseconds
        standardDeviation = (variance.squareRoot() / 1e9).roundedToNanoseconds
    }
}

/// Some of many delays with the times of their arrivals: of more than ``limit`` every second is let go, again and again.
///
/// Eight bytes hold a delay in nanoseconds and its arrival in microseconds, or in units twice, four times … as long if
/// a session lasts for more than half an hour. If a delay differs from the first one by more than two seconds, as after
/// a clock was set, all of them are kept in separate words.
struct KeptDelays: Sendable {
    static let limit = 1024

    /// Those on their way to `words`: with hundreds of sessions at a time, its end is far away in memory.
    private var waiting = SIMD8<UInt64>()
    private var waitingCount = 0
    /// The newest one that waits.
    private var newest = 0
    /// Arrival in the upper half, delay in the lower one.
    private var words: [UInt64] = []
    /// Every so many-th delay is kept; a power of two, less one.
    private var strideMask = 0
    /// The unit of arrivals is two to the power of these nanoseconds.
    private var arrivalShift: Int64 = 10
    /// All of them, once one does not fit a word.
    private var wide: [ClockDrift.Sample] = []

    /// - Parameters:
    ///   - arrival: Nanoseconds since that of the first delay.
    ///   - delay: Nanoseconds by which it is longer than the first one.
    ///   - number: How many came before it.
    @inline(__always)
    mutating func record(arrival: Int64, delay: Int64, number: Int) {
        guard number & strideMask == 0 else { return }
        guard wide.isEmpty, !Self.overflows(delay) else {
            return keepWide(ClockDrift.Sample(arrival: arrival, transit: delay), number: number)
        }
        if Self.overflows(arrival &>> arrivalShift) {
            widenArrivals(to: arrival)
            guard number & strideMask == 0 else { return }
        }
        waiting[waitingCount] = Self.word(arrival &>> arrivalShift, delay)
        waitingCount += 1
        newest = number
        if waitingCount == 8 { settle() }
    }

    /// In the order in which they were recorded: arrivals cut to the unit, since that of the first delay, and by how much
    /// each is longer than the first one.
    var samples: [ClockDrift.Sample] {
        var settled = self
        settled.settle()
        return settled.wide.isEmpty ? settled.words.map { settled.sample($0) } : settled.wide
    }

    /// Lets go of them all.
    mutating func removeAll() { self = KeptDelays() }

    @inline(never)
    private mutating func settle() {
        // The stride may change on the way; these were chosen by the previous one.
        let step = strideMask + 1
        var number = newest - (waitingCount - 1) * step
        for index in 0..<waitingCount {
            keep(waiting[index], number: number)
            number += step
        }
        waitingCount = 0
    }

    private mutating func keep(_ word: UInt64, number: Int) {
        if words.count == Self.limit {
            words = stride(from: 0, to: words.count, by: 2).map { words[$0] }
            strideMask = strideMask << 1 | 1
        }
        if number & strideMask == 0 { words.append(word) }
    }

    @inline(never)
    private mutating func keepWide(_ sample: ClockDrift.Sample, number: Int) {
        if wide.isEmpty {
            settle()
            wide = words.map { self.sample($0) }
            words = []
        }
        if wide.count == Self.limit {
            wide = stride(from: 0, to: wide.count, by: 2).map { wide[$0] }
            strideMask = strideMask << 1 | 1
        }
        if number & strideMask == 0 { wide.append(sample) }
    }

    /// Doubles the unit of arrivals until one fits.
    @inline(never)
    private mutating func widenArrivals(to arrival: Int64) {
        settle()
        var steps: Int64 = 0
        while Self.overflows(arrival >> (arrivalShift + steps)) { steps += 1 }
        arrivalShift += steps
        words = words.map { Self.word(Int64(bitPattern: $0) >> (32 + steps), Int64(truncatingIfNeeded: $0)) }
    }

    private func sample(_ word: UInt64) -> ClockDrift.Sample {
        ClockDrift.Sample(
            arrival: (Int64(bitPattern: word) >> 32) << arrivalShift, transit: Int64(Int32(truncatingIfNeeded: word)))
    }

    @inline(__always)
    private static func overflows(_ value: Int64) -> Bool { value != Int64(Int32(truncatingIfNeeded: value)) }

    @inline(__always)
    private static func word(_ arrival: Int64, _ delay: Int64) -> UInt64 {
        UInt64(bitPattern: arrival) << 32 | UInt64(UInt32(truncatingIfNeeded: delay))
    }
}
