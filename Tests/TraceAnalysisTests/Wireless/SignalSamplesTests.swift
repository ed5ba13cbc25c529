import Testing
import TraceModel
import WireTesting

@testable import TraceAnalysis

@Suite struct SignalSamplesTests {
    @Test(arguments: [1, 2, 31, 32, 33, 1000]) func isExactForAnyNumber(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let values = (0..<count).map { _ in Int8.random(in: .min ... .max, using: &random) }
        var samples = SignalSamples()
        for value in values { samples.record(value) }
        let sorted = values.sorted().map(Double.init)
        let found = samples.distribution
        #expect(found.count == count && found.min == sorted.first && found.max == sorted.last)
        #expect(found.median == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
        let mean = sorted.reduce(0, +) / Double(count)
        #expect(abs((found.mean ?? 0) - mean) < 1e-6)
    }

    @Test func nothingIsNull() { #expect(SignalSamples().distribution == Distribution()) }
}
