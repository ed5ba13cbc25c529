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
