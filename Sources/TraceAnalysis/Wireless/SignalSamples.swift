import TraceModel

/// The signal strength of frames, in whole dBm as radios report it: every value is counted, over time, so that all figures
/// are exact and memory does not grow with frames.
struct SignalSamples: Sendable {
    /// Different values in all bins of a node: 4 KiB, and as many as two bins can have.
    static let maximumEntries = 512

    private var series = SampleSeries<Int8>(room: maximumEntries)

    var count: Int { series.count }

    /// - Parameter time: In nanoseconds since 1970.
    mutating func record(_ signal: Int8, at time: Int64) { series.record(signal, at: time) }

    /// In dBm, over time.
    func bins(on axis: TimeAxis) -> [SeriesBin] { series.bins(on: axis) }

    /// In dBm; the median of an even number is the mean of the two in the middle.
    var distribution: Distribution {
        var result = Distribution()
        result.count = count
        guard count > 0 else { return result }
        var bins = [Int](repeating: 0, count: 256)
        for (signal, count) in series.counts { bins[Int(signal) + 128] += count }
        func value(rank: Int) -> Double {
            var passed = 0
            for (index, bin) in bins.enumerated() {
                passed += bin
                if passed >= rank { return Double(index - 128) }
            }
            return 127
        }
        let sum = bins.enumerated().reduce(0) { $0 + ($1.offset - 128) * $1.element }
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
