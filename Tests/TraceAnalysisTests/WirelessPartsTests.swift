import PacketCapture
import Testing
import WireCoding
import WireTesting
import WirelessFrames

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

@Suite struct AddressTableTests {
    @Test func findsWhatWasAddedInOrder() {
        var random = SeededGenerator(seed: 1)
        var table = AddressTable()
        var addresses: [LinkAddress] = []
        for number in 0..<5000 {
            let address = LinkAddress(rawValue: UInt64.random(in: 0...0xFFFF_FFFF_FFFF, using: &random))
            guard table.number(of: address) == nil else { continue }
            table.add(address)
            addresses.append(address)
            #expect(table.number(of: address) == addresses.count - 1, "address \(number)")
        }
        for (number, address) in addresses.enumerated() { #expect(table.number(of: address) == number) }
    }

    @Test func zeroIsAnAddressToo() {
        var table = AddressTable(seed: 0)
        #expect(table.number(of: LinkAddress(rawValue: 0)) == nil)
        table.add(LinkAddress(rawValue: 0))
        #expect(table.number(of: LinkAddress(rawValue: 0)) == 0 && table.count == 1)
    }
}

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

@Suite struct WirelessChannelTests {
    @Test func numbersOfAllBands() {
        let channels = [
            2412: 1, 2437: 6, 2472: 13, 2484: 14, 5180: 36, 5220: 44, 5745: 149, 5935: 2, 5955: 1, 7115: 233,
        ]
        for (frequency, channel) in channels {
            #expect(WirelessChannel.number(atFrequency: frequency) == channel, "\(frequency) MHz")
        }
        for frequency in [0, 2413, 2400, 5181, 7200] { #expect(WirelessChannel.number(atFrequency: frequency) == nil) }
    }
}

@Suite struct RadioRateTests {
    @Test func highestRates() {
        // Two streams with scheme 9, with and without the short guard interval in 80 MHz.
        let map: UInt16 = 0xFFFA
        #expect(
            RadioRate.highest(
                VHTCapabilitiesElement(capabilityInformation: 0x20, receiveMCSMap: map, transmitMCSMap: map))
                == 866_600_000)
        #expect(
            RadioRate.highest(
                VHTCapabilitiesElement(capabilityInformation: 0, receiveMCSMap: map, transmitMCSMap: map))
                == 866_600_000 * 0.9)
        #expect(
            RadioRate.highest(
                VHTCapabilitiesElement(capabilityInformation: 0, receiveMCSMap: .max, transmitMCSMap: .max)) == nil)
        let two = AWDLHTCapabilities(htCapabilityInfo: 0x016F, ampduParameters: 0, supportedMCSSet: [0xFF, 0xFF, 0])
        #expect(RadioRate.highest(two) == 300_000_000)
        let narrow = AWDLHTCapabilities(htCapabilityInfo: 0, ampduParameters: 0, supportedMCSSet: [0xFF])
        #expect(RadioRate.highest(narrow) == 65_000_000)
        let none = AWDLHTCapabilities(htCapabilityInfo: 0x016F, ampduParameters: 0, supportedMCSSet: [0x01])
        #expect(RadioRate.highest(none) == nil)
    }
}

@Suite struct AWDLPairsTests {
    private func pair(_ first: [UInt8], _ second: [UInt8]) async throws -> AWDLReport.Pair {
        var scene = RadioScene()
        scene.nodes[0].channelSequence = RadioScene.sequence(first)
        scene.nodes[1].channelSequence = RadioScene.sequence(second)
        try scene.pass(seconds: 1)
        return try #require(try await scene.report().wireless?.awdl?.pairs.first)
    }

    @Test func overlapIsTheShareOfCommonSlots() async throws {
        let all = try await pair([44], [44])
        #expect(all.windowOverlap == 1 && all.longestWait == 0 && all.throughputBound == 150_000_000)
        let idle = try await pair([149], [149, 0, 0, 0, 0, 0, 0, 0, 6, 149, 149, 0, 0, 0, 0, 0])
        #expect(idle.windowOverlap == 3.0 / 16 && idle.commonSlots == [0, 9, 10])
        // From slot 0 to slot 9 eight slots pass.
        #expect(idle.longestWait == 0.524288 && idle.throughputBound == 150_000_000 * 3 / 16)
        let none = try await pair([44, 0], [0, 44])
        #expect(none.windowOverlap == 0 && none.longestWait == nil && none.throughputBound == 0)
    }

    @Test func absentSlotsAreNotCommon() async throws {
        #expect(try await pair([44, 0], [44, 0]).windowOverlap == 0.5)
    }

    @Test func clocksAreComparedWhileOneFollowsTheOther() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        scene.offsets[2] = 20_000
        try scene.pass(seconds: 8)
        let pairs = try #require(try await scene.report().wireless?.awdl?.pairs)
        // Of an eighth of a second each there is one sample; two seconds are left to settle in.
        #expect((30...60).contains(pairs[0].syncError.count) && (pairs[0].syncError.max ?? 1) <= 0.00103)
        #expect(pairs[1].syncError.median.map { abs($0 - 0.020) <= 0.0011 } == true)
        #expect(pairs[2].syncError.count == 0)
    }
}

@Suite struct ElectionReplayTests {
    private func expected(_ rule: ElectionRule) async throws -> [String] {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        for (node, numbers) in [(510, 30), (520, 1), (60, 900)].enumerated() {
            scene.nodes[node].election = RadioScene.election(
                root: RadioScene.anna, parent: RadioScene.anna, distance: node == 0 ? 0 : 1,
                metric: UInt32(numbers.0), counter: UInt32(numbers.1))
        }
        try scene.pass(seconds: 1, speaking: [0])
        try scene.pass(seconds: 1, speaking: [0, 1])
        try scene.pass(seconds: 1)
        // Bert and Carl leave.
        try scene.pass(seconds: 4, speaking: [0])
        var analyzer = TraceAnalyzer()
        analyzer.wireless.electionRule = rule
        let report = try await analyzer.analyze(.open(bytes: scene.capture.bytes))
        let election = try #require(report.wireless?.awdl?.election)
        #expect(election.rule == rule && election.claims.map(\.distance) == [0, 1, 1])
        return try #require(election.expected).map(\.master)
    }

    @Test func theRuleDecides() async throws {
        let (anna, bert, carl) = (
            RadioScene.anna.description, RadioScene.bert.description, RadioScene.carl.description
        )
        #expect(try await expected(.metric) == [anna, bert, anna])
        #expect(try await expected(.counter) == [anna, carl, anna])
    }
}
