import Testing

@testable import TraceAnalysis

@Suite("Dealing flows to shards")
struct FlowShardsTests {
    @Test("New flows are dealt in turn, and stay where they are")
    func turns() {
        var shards = FlowShards()
        let hashes: [UInt16] = [9, 4000, 9, 17, 4000, 1]
        #expect(hashes.map { shards.shard(ofHash: $0) } == [0, 1, 0, 2, 1, 3])
    }

    @Test("Every shard gets its share of many flows")
    func many() {
        var shards = FlowShards()
        var counts = [Int](repeating: 0, count: FlowShards.count)
        for hash in UInt16.min ... .max { counts[shards.shard(ofHash: hash)] += 1 }
        #expect(counts.allSatisfy { $0 == 65536 / FlowShards.count })
    }
}
