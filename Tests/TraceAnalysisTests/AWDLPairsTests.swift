import Testing
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
