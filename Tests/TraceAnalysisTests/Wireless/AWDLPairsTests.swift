import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

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

    /// The second node's clock is ahead, so that its slots begin earlier.
    private func pair(_ channels: [UInt8], ahead: UInt64, root: LinkAddress = RadioScene.anna) async throws
        -> AWDLReport.Pair
    {
        var scene = RadioScene()
        for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence(channels) }
        scene.nodes[1].election = RadioScene.election(
            root: root, parent: root, distance: root == RadioScene.anna ? 1 : 0)
        scene.offsets[1] = ahead
        try scene.pass(seconds: 2)
        return try #require(try await scene.report().wireless?.awdl?.pairs.first)
    }

    @Test func clocksThatAreApartShiftTheSchedules() async throws {
        let half = [UInt8](repeating: 149, count: 8) + [UInt8](repeating: 0, count: 8)
        let opposed = try await pair(half, ahead: 8 * RadioScene.slot)
        #expect(opposed.windowOverlap == 0.5 && opposed.commonSlots == Array(0..<8))
        #expect(opposed.sharedTime == 0 && opposed.throughputBound == 0 && opposed.longestWait == nil)
        #expect(opposed.clockDistance.map { abs(abs($0) - 0.524288) < 0.003 } == true)
        // Nodes that follow nobody in common have no clock in common either.
        let strangers = try await pair(half, ahead: 3 * RadioScene.slot, root: RadioScene.bert)
        #expect(strangers.windowOverlap == 0.5 && strangers.sharedTime == 5.0 / 16 && strangers.longestWait == 0.720896)
        #expect(strangers.throughputBound == 46_875_000.0)
        #expect(strangers.clockDistance.map { abs($0 + 0.196608) < 0.003 } == true)
        let inStep = try await pair(half, ahead: 0)
        #expect(inStep.sharedTime == 0.5 && inStep.clockDistance.map { abs($0) < 0.003 } == true)
    }

    @Test func partsOfSlotsCountByTheirShare() async throws {
        let pair = try await pair([44, 0, 0, 0, 0, 0, 0, 0], ahead: RadioScene.slot / 4)
        #expect(pair.windowOverlap == 2.0 / 16)
        // Three quarters of each of two slots; frames tell whole time units.
        let shared = try #require(pair.sharedTime)
        #expect(abs(shared - 1.5 / 16) < 0.004)
    }

    @Test func schedulesOfOneChannelNeedNoClock() async throws {
        #expect(try await pair([44], ahead: 200_000).sharedTime == 1)
        #expect(AWDLSharedTime.isSteady([44, 44], [6, 44]) && !AWDLSharedTime.isSteady([44, 6], [44, 6]))
    }

    @Test func framesFarApartLeaveTheClocksOpen() async throws {
        // Clocks drift: what was heard a minute apart says nothing of one moment.
        var scene = RadioScene()
        for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence([44, 0]) }
        try scene.append(scene.frame(of: 0))
        try scene.append(scene.frame(of: 1), after: 60_000_000)
        let pair = try #require(try await scene.report().wireless?.awdl?.pairs.first)
        #expect(pair.windowOverlap == 0.5 && pair.sharedTime == nil && pair.clockDistance == nil)
        #expect(pair.throughputBound == 75_000_000 && pair.longestWait == 0.065536)
    }

    @Test func sharedTimeByHand() {
        let one: [UInt8] = [44, 0, 0, 0]
        // The second node's only slot begins one and a half slots later.
        let apart = AWDLSharedTime(one, one, delay: 98_304)
        #expect(apart.share == 0 && apart.longestWait == nil)
        #expect(AWDLSharedTime(one, [44, 44, 0, 0], delay: -98_304).share == 0.125)
        #expect(AWDLSharedTime(one, [44, 44, 0, 0], delay: -98_304).longestWait == 4 * 65_536 - 32_768)
        // A little off counts as in step, also around the ring.
        #expect(AWDLSharedTime(one, one, delay: -3_000) == AWDLSharedTime(one, one, delay: 4 * 65_536 + 3_000))
        #expect(AWDLSharedTime(one, one, delay: -3_000).share == 0.25)
        #expect(AWDLSharedTime([44], [6], delay: 0).longestWait == nil)
        #expect(AWDLSharedTime([44], [44], delay: 5).longestWait == 0)
        // Against every microsecond: the share is what a walk along the ring finds.
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            let first = (0..<4).map { _ in UInt8.random(in: 0...2, using: &random) }
            let second = (0..<8).map { _ in UInt8.random(in: 0...2, using: &random) }
            let delay = 256 * Int.random(in: -2000...2000, using: &random)
            guard (13...243).contains(((delay / 256) % 256 + 256) % 256) else { continue }
            let hits = stride(from: 0, to: 8 * 65_536, by: 256).count { time in
                let other = ((time - delay) % (8 * 65_536) + 8 * 65_536) % (8 * 65_536)
                let channel = first[time / 65_536 % 4]
                return channel != 0 && channel == second[other / 65_536]
            }
            #expect(AWDLSharedTime(first, second, delay: delay).share == Double(hits * 256) / Double(8 * 65_536))
        }
    }

    @Test func clocksAreComparedWhileOneFollowsTheOther() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        scene.offsets[2] = 20_000
        try scene.pass(seconds: 8)
        let pairs = try #require(try await scene.report().wireless?.awdl?.pairs)
        // Of an eighth of a second each there is one sample; two seconds are left to settle in.
        #expect((30...60).contains(pairs[0].syncError.count) && (pairs[0].syncError.max ?? 1) <= 0.00103)
        #expect(pairs[1].syncError.median.map { abs($0 - 0.020) <= 0.0011 } == true)
        #expect(pairs[2].syncError.count == 0 && pairs[2].syncErrorSeries.isEmpty)
        for pair in pairs.prefix(2) {
            #expect(pair.syncErrorSeries.count > 10 && pair.syncErrorSeries.allSatisfy { $0.time >= 2 })
            #expect(pair.syncErrorSeries.reduce(0) { $0 + $1.count } == pair.syncError.count)
            #expect(pair.syncErrorSeries.map(\.min).min() == pair.syncError.min)
            #expect(pair.syncErrorSeries.map(\.max).max() == pair.syncError.max)
        }
    }

    @Test func errorsOverTimeShowWhenClocksWentApart() async throws {
        var scene = RadioScene()
        try scene.pass(seconds: 6)
        scene.offsets[1] = 30_000
        try scene.pass(seconds: 6)
        let series = try #require(try await scene.report().wireless?.awdl?.pairs.first?.syncErrorSeries)
        #expect(series.map(\.time) == series.map(\.time).sorted())
        #expect(series.filter { $0.time < 5.5 }.allSatisfy { $0.max <= 0.00103 })
        #expect(series.filter { $0.time > 6.5 }.allSatisfy { abs($0.min - 0.030) <= 0.0011 })
    }
}
