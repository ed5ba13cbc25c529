/// Delays from a sender's stamps to arrivals at the capture point, between two clocks that are not set alike: only their
/// variation means anything.
///
/// In bounded memory: of more than ``keptLimit`` delays every second is let go, again and again. Count, smallest and largest
/// delay and jitter are of all.
struct OneWayDelays: Sendable {
    static let keptLimit = 1024
    /// So that differences of two of them do not overflow.
    fileprivate static let largestTransit: Int64 = 1 << 62

    private(set) var count = 0
    private(set) var jitter = JitterMeter()
    private var kept: [ClockDrift.Sample] = []
    /// Delays on their way there, four at a time: with hundreds of sessions at once, the end of `kept` is far away.
    private var waitingArrivals = SIMD4<Int64>()
    private var waitingTransits = SIMD4<Int64>()
    private var waitingCount = 0
    /// How many delays came before the first of them.
    private var waitingNumber = 0
    /// Every so many-th delay is kept; a power of two, less one.
    private var strideMask = 0
    private var smallest = Int64.max
    private var largest = Int64.min
    private var sum = 0.0
    private var sumOfSquares = 0.0
    private var first: Int64 = 0
    /// One element from ``finish()`` on, which lets go of the delays.
    private var finished: [Result] = []

    /// - Parameters:
    ///   - sent: By the sender's clock, nanoseconds since any time.
    ///   - arrival: By the capture's clock, nanoseconds since any time.
    mutating func record(sent: Int64, arrival: Int64) {
        let (transit, overflow) = arrival.subtractingReportingOverflow(sent)
        // No two clocks are a century apart.
        guard finished.isEmpty, !overflow, transit.magnitude < Self.largestTransit.magnitude else { return }
        if count == 0 { first = transit }
        jitter.record(transit)
        if count & strideMask == 0 { wait(arrival: arrival, transit: transit) }
        count += 1
        smallest = min(smallest, transit)
        largest = max(largest, transit)
        let value = Double(transit) - Double(first)
        sum += value
        sumOfSquares += value * value
    }

    @inline(__always)
    private mutating func wait(arrival: Int64, transit: Int64) {
        if waitingCount == 0 { waitingNumber = count }
        waitingArrivals[waitingCount] = arrival
        waitingTransits[waitingCount] = transit
        waitingCount += 1
        if waitingCount == 4 { settle() }
    }

    @inline(never)
    private mutating func settle() {
        // The stride may change on the way; these were chosen by the one before.
        let step = strideMask + 1
        for index in 0..<waitingCount {
            keep(
                ClockDrift.Sample(arrival: waitingArrivals[index], transit: waitingTransits[index]),
                number: waitingNumber + index * step)
        }
        waitingCount = 0
    }

    private mutating func keep(_ sample: ClockDrift.Sample, number: Int) {
        if kept.count == Self.keptLimit {
            kept = stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
            strideMask = strideMask << 1 | 1
        }
        if number & strideMask == 0 { kept.append(sample) }
    }

    /// The delays relative to the smallest one, without drift.
    var result: Result {
        if let result = finished.first { return result }
        var settled = self
        settled.settle()
        return settled.settledResult
    }

    /// Ends the measuring and frees what only a living connection needs, most of what a session of many messages holds.
    mutating func finish() {
        guard finished.isEmpty, count > 0 else { return }
        settle()
        finished = [settledResult]
        kept = []
    }

    private var settledResult: Result {
        var result = Result(jitter: jitter.interarrival)
        guard count > 0 else { return result }
        let slope = ClockDrift.slope(of: kept)
        result.slope = slope ?? 0
        if let slope { result.drift = (-slope * 1e9).rounded() / 1e3 }
        let origin = kept[0].arrival
        result.origin = origin
        var delays = kept.map { ($0.transit &- first, $0.arrival &- origin) }.map { transit, time in
            Double(transit) - (slope ?? 0) * Double(time)
        }
        delays.sort()
        // Without drift the extremes of all are known, not only of those that were kept.
        let least = slope == nil ? Double(smallest &- first) : delays[0]
        let most = slope == nil ? Double(largest &- first) : delays[delays.count - 1]
        result.floor = least + Double(first)
        result.distribution = Distribution(sorted: delays.map { $0 - least }, count: count)
        result.distribution.min = 0
        result.distribution.max = ((most - least) / 1e9).roundedToNanoseconds
        if slope == nil {
            let mean = sum / Double(count)
            result.distribution.mean = ((mean - least) / 1e9).roundedToNanoseconds
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
        fileprivate(set) var floor = 0.0

        /// One delay as ``distribution`` counts it, in seconds; nil for a stamp that it does not count.
        func delay(sent: Int64, arrival: Int64) -> Double? {
            let (difference, overflow) = arrival.subtractingReportingOverflow(sent)
            guard !overflow, difference.magnitude < OneWayDelays.largestTransit.magnitude else { return nil }
            let transit = Double(difference) - slope * Double(arrival &- origin)
            return (max(0, transit - floor) / 1e9).roundedToNanoseconds
        }
    }
}

extension Distribution {
    /// - Parameters:
    ///   - nanoseconds: In ascending order, at least one.
    ///   - count: How many there were, if these are only some of them.
    init(sorted nanoseconds: [Double], count: Int? = nil) {
        self.init()
        self.count = count ?? nanoseconds.count
        guard let first = nanoseconds.first, let last = nanoseconds.last else { return }
        let number = Double(nanoseconds.count)
        let mean = nanoseconds.reduce(0, +) / number
        let variance = nanoseconds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / number
        let rank = { (percent: Int) in nanoseconds[(percent * nanoseconds.count + 99) / 100 - 1] }
        let middle = nanoseconds.count / 2
        let median =
            nanoseconds.count % 2 == 1 ? nanoseconds[middle] : (nanoseconds[middle - 1] + nanoseconds[middle]) / 2
        min = (first / 1e9).roundedToNanoseconds
        max = (last / 1e9).roundedToNanoseconds
        self.mean = (mean / 1e9).roundedToNanoseconds
        self.median = (median / 1e9).roundedToNanoseconds
        p95 = (rank(95) / 1e9).roundedToNanoseconds
        p99 = (rank(99) / 1e9).roundedToNanoseconds
        standardDeviation = (variance.squareRoot() / 1e9).roundedToNanoseconds
    }
}
