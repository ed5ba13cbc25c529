import PacketDissection
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite struct FlowShardsTests {
    @Test func newFlowsAreDealtInTurnAndStayWhereTheyAre() {
        var shards = FlowShards()
        let hashes: [UInt16] = [9, 4000, 9, 17, 4000, 1]
        #expect(hashes.map { shards.shard(ofHash: $0) } == [0, 1, 0, 2, 1, 3])
    }

    @Test func everyShardGetsItsShareOfManyFlows() {
        var shards = FlowShards()
        var counts = [Int](repeating: 0, count: FlowShards.count)
        for hash in UInt16.min ... .max { counts[shards.shard(ofHash: hash)] += 1 }
        #expect(counts.allSatisfy { $0 == 65536 / FlowShards.count })
    }

    @Test func flowsThatWereChosenForOneShardAreFoundThereInFewSteps() {
        var shards = FlowShards()
        let count = 200
        let flows = (0...).lazy.map { number in
            var packet = DissectedPacket()
            packet.source = IPAddress(ipv4: 0x0A00_0000 | UInt32(number >> 16))
            packet.destination = IPAddress(ipv4: 0x0A00_FFFF)
            packet.transport = .tcp
            packet.sourcePort = UInt16(number & 0xFFFF)
            packet.destinationPort = 9000
            return packet
        }
        let chosen = Array(flows.filter { $0.flowHash & 0xFFF == 0x123 }.prefix(count))
        #expect(Set(chosen.map { shards.shard(ofHash: $0.flowHash) }) == [0])
        var table = FlowTable(seed: 1)
        for (number, packet) in chosen.enumerated() {
            let key = FlowKey.of(
                source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
                destinationPort: packet.destinationPort, isTCP: true, interface: 0
            ).key
            table.set(number, for: key)
        }
        #expect(table.count == count && table.probes < 3 * count)
    }
}
