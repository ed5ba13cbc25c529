/// How the second capture's clock runs beside the first's.
///
/// For a packet in both captures, the difference of its two times is the clock offset plus the delay between the two
/// points in one direction, and minus it in the other. The minimum delays of both directions are assumed to be equal:
/// then the offset is the middle between the two. The error is at most half their sum, because no delay is negative;
/// this is ``uncertainty``. The rate is that of the ``DriftEstimate``.
struct ClockEstimate: Sendable {
    /// A second: what RFC 6298 §2.1 takes for longer than nearly all round trips. The offset is known no better where
    /// packets go one way only.
    private static let greatestDelay = 1.0

    /// The first capture's first packet: nanoseconds since 1970, by its own clock.
    let reference: Int64
    /// About how far the second clock is ahead, in nanoseconds: what is more precise counts from here, because a
    /// `Double` has no room for both years and nanoseconds.
    let base: Int64
    /// Seconds beyond the base at the reference.
    private(set) var remainder = 0.0
    /// Seconds that the second clock gains per second of the first; 0 within the uncertainty.
    private(set) var drift = 0.0
    /// By how much the drift may differ from that; nil where packets are too few to say.
    private(set) var driftUncertainty: Double?
    /// Seconds by which the offset can be wrong.
    private(set) var uncertainty: Double
    /// Packets that went into the estimate.
    let samples: Int
    /// Whether packets of both ways did.
    let isTwoWay: Bool

    /// - Parameters:
    ///   - outward: Of packets that come to the first capture first: times after the reference, and by how much the
    ///     second's time is later than the base says. In any order.
    ///   - homeward: The same of packets that come to the second capture first.
    init(outward: [DelayEnvelope.Sample], homeward: [DelayEnvelope.Sample], reference: Int64, base: Int64) {
        (self.reference, self.base) = (reference, base)
        samples = outward.count + homeward.count
        isTwoWay = !outward.isEmpty && !homeward.isEmpty
        uncertainty = Self.greatestDelay
        // Upside down, so that both are touched from below.
        let turned = homeward.map { DelayEnvelope.Sample(time: $0.time, delay: -$0.delay) }
        let edges = Self.edges(outward, homeward)
        let (up, down) = (DelayEnvelope(outward, edges: edges), DelayEnvelope(turned, edges: edges))
        guard isTwoWay else {
            // All that is known: no delay is negative.
            remainder = outward.isEmpty ? -down.intercept(slope: 0) : up.intercept(slope: 0)
            if samples == 0 { remainder = 0 }
            return
        }
        let rate = DriftEstimate(outward: outward, homeward: turned, up: up, down: down)
        (drift, driftUncertainty) = (rate.drift, rate.uncertainty)
        let (least, greatest) = (up.intercept(slope: drift), -down.intercept(slope: -drift))
        remainder = (least + greatest) / 2
        uncertainty = abs(least - greatest) / 2
    }

    /// Times that part all samples into blocks of equal number.
    private static func edges(_ outward: [DelayEnvelope.Sample], _ homeward: [DelayEnvelope.Sample]) -> [Double] {
        let times = (outward.map(\.time) + homeward.map(\.time)).sorted()
        guard !times.isEmpty else { return [] }
        return (1..<DelayEnvelope.blockCount).map { times[$0 * times.count / DelayEnvelope.blockCount] }
    }
}

extension ClockEstimate {
    /// Whether the clocks part by more than the uncertainty.
    var isDriftSignificant: Bool { drift != 0 }

    /// Seconds that the second clock is ahead at the first capture's first packet.
    var offset: Double { (Double(base) + (remainder * 1e9).rounded()) / 1e9 }

    /// A time of the second capture by the first's clock, both in nanoseconds since 1970.
    func firstTime(ofSecond time: Int64) -> Int64 {
        let elapsed = Double(time &- base &- reference) - remainder * 1e9
        return reference &+ Int64(saturating: (elapsed / (1 + drift)).rounded())
    }

    /// A sample for the estimate: of a packet's time in each capture.
    static func sample(
        first: Int64, second: Int64, reference: Int64, base: Int64
    ) -> DelayEnvelope.Sample {
        DelayEnvelope.Sample(
            time: Double(first &- reference) / 1e9, delay: Double(second &- first &- base) / 1e9)
    }
}

extension Int64 {
    /// The number itself, or the nearer end of the range; 0 for NaN.
    init(saturating value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value > 0 ? .max : value < 0 ? .min : 0)
    }
}

/// Apparent delays of one direction over time, and the line that touches them from below: what queues, retries and the
/// hosts' own delays add lies above it, and only the path and the difference of the clocks are left.
///
/// The delays are kept in ``blockCount`` blocks, so that an estimate can be repeated without each of them.
struct DelayEnvelope: Sendable {
    static let blockCount = 10

    /// Seconds: a time, and the apparent delay then.
    struct Sample: Sendable {
        let time: Double
        let delay: Double
    }

    private struct Block: Sendable {
        /// The lower convex hull, in order of time.
        var hull: [Sample] = []
        var count = 0
        var timeSum = 0.0
        var delaySum = 0.0
    }

    private var blocks: [Block]

    /// - Parameters:
    ///   - samples: In any order.
    ///   - edges: The times at which blocks end, but for the last.
    init(_ samples: [Sample], edges: [Double]) {
        blocks = Array(repeating: Block(), count: edges.count + 1)
        var number = 0
        for sample in samples.sorted(by: { ($0.time, $0.delay) < ($1.time, $1.delay) }) {
            while number < edges.count, sample.time >= edges[number] { number += 1 }
            blocks[number].count += 1
            blocks[number].timeSum += sample.time
            blocks[number].delaySum += sample.delay
            Self.append(sample, to: &blocks[number].hull)
        }
    }

    /// Without one of its blocks.
    func without(block: Int) -> DelayEnvelope {
        var other = self
        other.blocks.remove(at: block)
        return other
    }

    var count: Int { blocks.reduce(0) { $0 + $1.count } }

    /// From the first sample to the last; the hull has both. Empty at 0 without samples.
    var span: ClosedRange<Double> {
        guard let first = blocks.first(where: { $0.count > 0 })?.hull.first?.time,
            let last = blocks.last(where: { $0.count > 0 })?.hull.last?.time
        else { return 0...0 }
        return first...last
    }

    /// How far the line with that slope lies above the time axis at time 0, touching the delays from below.
    func intercept(slope: Double) -> Double {
        blocks.reduce(.infinity) { least, block in
            block.hull.reduce(least) { min($0, $1.delay - slope * $1.time) }
        }
    }

    /// The mean height of the delays above that line: what the best slope makes least (Moon, Skelly and Towsley,
    /// "Estimation and Removal of Clock Skew from Network Delay Measurements", INFOCOM 1999). Convex in the slope.
    func excess(slope: Double) -> Double {
        let (times, delays) = blocks.reduce((0, 0)) { ($0.0 + $1.timeSum, $0.1 + $1.delaySum) }
        let count = Double(max(1, count))
        return (delays - slope * times) / count - intercept(slope: slope)
    }

    /// Adds a sample that is not earlier than the others, and drops those that are now above the hull.
    private static func append(_ sample: Sample, to hull: inout [Sample]) {
        while hull.count > 1 {
            let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
            let turn = (b.time - a.time) * (sample.delay - a.delay) - (b.delay - a.delay) * (sample.time - a.time)
            guard turn <= 0 else { break }
            hull.removeLast()
        }
        hull.append(sample)
    }
}
