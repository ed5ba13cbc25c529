import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SignalSamplesTests {
    @Test(arguments: [1, 2, 31, 32, 33, 1000]) func isExactForAnyNumber(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let values = (0..<count).map { _ in Int8.random(in: .min ... .max, using: &random) }
        var samples = SignalSamples()
        for (index, value) in values.enumerated() { samples.record(value, at: Int64(index) * 10_000_000) }
        let sorted = values.sorted().map(Double.init)
        let found = samples.distribution
        #expect(found.count == count && found.min == sorted.first && found.max == sorted.last)
        #expect(found.median == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
        let mean = sorted.reduce(0, +) / Double(count)
        #expect(abs((found.mean ?? 0) - mean) < 1e-6)
        let bins = samples.bins(on: TimeAxis(origin: 0))
        #expect(bins.reduce(0) { $0 + $1.count } == count)
        #expect(bins.map(\.min).min() == found.min && bins.map(\.max).max() == found.max)
    }

    @Test func nothingIsNull() {
        #expect(SignalSamples().distribution == Distribution())
        #expect(SignalSamples().bins(on: TimeAxis(origin: 0)).isEmpty)
    }
}
