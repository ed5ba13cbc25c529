import Testing
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

@Suite struct DelayEnvelopeTests {
    private static let samples: [DelayEnvelope.Sample] = {
        var random = SeededGenerator(seed: 3)
        return (0..<500).map { _ in
            DelayEnvelope.Sample(
                time: Double(random.number(in: 0...10_000)) / 100, delay: Double(random.number(in: 0...1000)) / 1000)
        }
    }()

    @Test(arguments: [-0.5, -0.01, 0, 0.003, 2])
    func theHullHasWhateverALineCanTouch(_ slope: Double) {
        let envelope = DelayEnvelope(Self.samples, edges: [20, 40, 60, 80])
        let least = Self.samples.map { $0.delay - slope * $0.time }.min()
        #expect(envelope.intercept(slope: slope) == least)
        let mean = Self.samples.reduce(0) { $0 + $1.delay - slope * $1.time } / 500
        #expect(abs(envelope.excess(slope: slope) - (mean - (least ?? 0))) < 1e-9)
    }

    @Test func aBlockCanBeLeftOut() {
        let envelope = DelayEnvelope(Self.samples, edges: [20, 40])
        let rest = Self.samples.filter { $0.time < 20 || $0.time >= 40 }
        #expect(envelope.count == 500 && envelope.without(block: 1).count == rest.count)
        #expect(envelope.without(block: 1).intercept(slope: 0.002) == rest.map { $0.delay - 0.002 * $0.time }.min())
    }
}
