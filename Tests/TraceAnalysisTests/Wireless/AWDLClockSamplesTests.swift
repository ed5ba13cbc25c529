import Testing
import WireCoding
import WirelessFrames

@testable import TraceAnalysis

@Suite struct AWDLClockSamplesTests {
    private func parameters(at time: UInt64) -> AWDLSynchronizationParameters {
        AWDLNode(address: RadioScene.anna, name: AWDLName(items: []), channelSequence: RadioScene.sequence([6]))
            .synchronizationParameters(at: time)
    }

    @Test func theEpochStaysWhereItIs() throws {
        // Over the wrap of the window counter, which comes around after 2³⁰ µs.
        for time in stride(from: UInt64(1 << 30) - 3_000_000, to: 1 << 30 + 3_000_000, by: 12_345) {
            let epoch = try #require(AWDLClockSamples.epoch(parameters(at: time), heardAt: time + 500_000_000))
            #expect(abs(AWDLClockSamples.difference(epoch, 500_000_000)) <= 1024)
        }
    }

    @Test func differencesGoTheShorterWay() {
        #expect(AWDLClockSamples.difference(5, 3) == 2 && AWDLClockSamples.difference(3, 5) == -2)
        #expect(AWDLClockSamples.difference(10, 0x3FFF_FFF6) == 20)
        #expect(AWDLClockSamples.difference(0x3FFF_FFF6, 10) == -20)
    }

    @Test func numbersThatMakeNoSenseGiveNoEpoch() {
        var strange = parameters(at: 0)
        strange.txCounter = 65
        #expect(AWDLClockSamples.epoch(strange, heardAt: 0) == nil)
        strange = parameters(at: 0)
        strange.presenceMode = 0
        #expect(AWDLClockSamples.epoch(strange, heardAt: 0) == nil)
    }

    @Test func memoryIsBoundedAndTheSpanIsCovered() {
        var samples = AWDLClockSamples()
        for number in 0..<100_000 {
            let moment = PacketMoment(frame: number + 1, time: Int64(number) * 30_000_000)
            guard samples.wants(moment.time) else { continue }
            samples.add(
                AWDLClockSamples.Sample(
                    moment: moment, clock: 0, epoch: 0, selfMetric: 0, selfCounter: 0, leader: nil))
        }
        #expect(samples.samples.count <= AWDLClockSamples.maximumCount)
        #expect(samples.samples.count > AWDLClockSamples.maximumCount / 3)
        #expect(samples.samples.first?.moment.frame == 1)
        #expect(samples.samples.last.map { $0.moment.time > 2_950_000_000_000 } == true)
    }
}
