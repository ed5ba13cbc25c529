import Testing
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct PeakRateTests {
    @Test func withoutPacketsThereIsNone() {
        #expect(PeakRate().bitsPerSecond == nil)
    }

    @Test func oneBurstWithin100MsCountsWhole() {
        var peak = PeakRate()
        for index in 0..<5 { peak.add(bytes: 1000, at: 100 + index) }
        peak.add(bytes: 1000, at: 900)
        #expect(peak.bitsPerSecond == 5000 * 8 / 0.1)
    }

    @Test(arguments: 0..<30)
    func itIsTheBest100MsShortOfWhatTheSlotsCutOff(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var peak = PeakRate()
        var packets: [(time: Int64, bytes: Int)] = []
        var time = Int64(generator.number(in: 0...1_000_000_000))
        for _ in 0..<200 {
            packets.append((time, generator.number(in: 40...1500)))
            time += Int64(generator.number(in: 0...generator.pick([100_000, 5_000_000, 60_000_000])))
        }
        for packet in packets { peak.add(bytes: packet.bytes, at: TimeSlot.at(packet.time)) }
        let best = packets.map { first in
            packets.filter { (first.time..<first.time + 100_000_000).contains($0.time) }.reduce(0) { $0 + $1.bytes }
        }.max()!
        let measured = (peak.bitsPerSecond ?? 0) / 80
        #expect(measured >= 0.45 * Double(best) && measured <= 1.01 * Double(best))
    }

    @Test func timesBefore1970AndStepsBackwardAreSurvived() {
        var peak = PeakRate()
        for time in [Int64.min, .max, 0, -1, .max, 5_000_000] { peak.add(bytes: 10, at: TimeSlot.at(time)) }
        #expect((peak.bitsPerSecond ?? 0) > 0)
    }
}
