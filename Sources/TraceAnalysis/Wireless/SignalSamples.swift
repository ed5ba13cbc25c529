import TraceModel

/// The signal strength of frames, in whole dBm as radios report it: every value is counted, so that the distribution is
/// exact and memory does not grow with frames.
struct SignalSamples: Sendable {
    /// Fewer samples than this are kept as they are; most senders of a flood have one.
    private static let fewest = 32

    private(set) var count = 0
    private var few: [Int8] = []
    /// From -128 dBm up, from ``fewest`` samples on.
    private var counts: [UInt32] = []

    mutating func record(_ signal: Int8) {
        count += 1
        if counts.isEmpty {
            few.append(signal)
            guard few.count == Self.fewest else { return }
            counts = Array(repeating: 0, count: 256)
            for signal in few { counts[Int(signal) + 128] += 1 }
            few = []
        } else {
            counts[Int(signal) &+ 128] &+= 1
        }
    }

    /// In dBm; the median of an even number is the mean of the two in the middle.
    var distribution: Distribution {
        var result = Distribution()
        result.count = count
        guard count > 0 else { return result }
        var bins = counts
        if bins.isEmpty {
            bins = Array(repeating: 0, count: 256)
            for signal in few { bins[Int(signal) + 128] += 1 }
        }
        func value(rank: Int) -> Double {
            var passed = 0
            for (index, bin) in bins.enumerated() {
                passed += Int(bin)
                if passed >= rank { return Double(index - 128) }
            }
            return 127
        }
        let sum = bins.enumerated().reduce(0) { $0 + ($1.offset - 128) * Int($1.element) }
        let mean = Double(sum) / Double(count)
        let squares = bins.enumerated().reduce(0.0) { sum, bin in
            let distance = Double(bin.offset - 128) - mean
            return sum + distance * distance * Double(bin.element)
        }
        result.min = value(rank: 1)
        result.max = value(rank: count)
        result.mean = mean.roundedToNanoseconds
        result.standardDeviation = (squares / Double(count)).squareRoot().roundedToNanoseconds
        result.median = (value(rank: (count + 1) / 2) + value(rank: count / 2 + 1)) / 2
        result.p95 = value(rank: (count * 95 + 99) / 100)
        result.p99 = value(rank: (count * 99 + 99) / 100)
        return result
    }
}
