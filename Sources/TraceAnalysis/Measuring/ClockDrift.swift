/// How much faster one clock runs than another, found from delays that were measured with one clock at each end.
///
/// Queues only ever add to a delay, so that the smallest ones of each stretch of time lie on a line whose slope is the
/// drift (V. Paxson, "On Calibrating Measurements of Packet Transit Times", 1998; S. Moon, P. Skelly, D. Towsley,
/// "Estimation and Removal of Clock Skew from Network Delay Measurements", 1999). The line is the median of the slopes
/// between all pairs of such smallest delays (H. Theil, P. K. Sen), which a third of them may miss.
enum ClockDrift {
    /// A delay by two clocks.
    struct Sample: Equatable, Sendable {
        /// The arrival by the capture's clock, in nanoseconds since any time.
        var arrival: Int64
        /// Arrival by the capture's clock less sending by the sender's, in nanoseconds, with any offset.
        var transit: Int64
    }

    /// Stretches of time of which each gives its smallest delay.
    private static let windows = 16
    private static let fewestWindows = 8
    private static let shortestTime = 5e9
    /// No quartz is worse.
    private static let largestSlope = 1e-3

    /// Nanoseconds of transit per nanosecond of time; nil if no drift is distinguishable from noise.
    ///
    /// - Parameter samples: In order of arrival.
    static func slope(of samples: [Sample]) -> Double? {
        guard let first = samples.first?.arrival, let last = samples.last?.arrival,
            samples.count >= windows * 2, Double(last) - Double(first) >= shortestTime
        else { return nil }
        let minima = smallest(of: samples, from: first, to: last)
        guard minima.count >= fewestWindows else { return nil }
        var slopes: [Double] = []
        var rising = 0
        for (index, late) in minima.enumerated() {
            for early in minima[..<index] where late.time > early.time {
                slopes.append((late.transit - early.transit) / (late.time - early.time))
                rising += late.transit > early.transit ? 1 : -1
            }
        }
        guard let slope = slopes.median else { return nil }
        let residuals = minima.map { $0.transit - slope * $0.time }
        let level = residuals.median ?? 0
        let noise = residuals.map { abs($0 - level) }.median ?? 0
        let effect = abs(slope) * (Double(last) - Double(first))
        // It has to rise or fall nearly all the time, and by far more than the delays scatter.
        guard abs(slope) <= largestSlope, abs(Double(rising)) >= 0.8 * Double(slopes.count), effect > 8 * noise,
            effect > 50_000
        else { return nil }
        return slope
    }

    private static func smallest(
        of samples: [Sample], from first: Int64, to last: Int64
    ) -> [(time: Double, transit: Double)] {
        let width = (Double(last) - Double(first)) / Double(windows)
        var minima = [Sample?](repeating: nil, count: windows)
        for sample in samples {
            let window = min(windows - 1, max(0, Int((Double(sample.arrival) - Double(first)) / width)))
            if sample.transit < minima[window]?.transit ?? .max { minima[window] = sample }
        }
        return minima.compactMap { sample in
            sample.map { (Double($0.arrival) - Double(first), Double($0.transit)) }
        }
    }
}
