import PacketDissection
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite("Sharing flows among workers")
struct ConnectionTrackerTests {
    /// One tracker for each worker, all of which saw the same packets.
    private func trackers(_ workers: Int, limit: Int, packets: [DissectedPacket]) -> [ConnectionTracker] {
        (0..<workers).map { worker in
            var tracker = ConnectionTracker(worker: worker, of: workers, maximumConnectionsPerShard: limit)
            for (number, packet) in packets.enumerated() {
                tracker.follow(
                    packet, bytes: [UInt8]().span, interface: 0, originalLength: 28,
                    moment: PacketMoment(frame: number + 1, time: Int64(number)))
            }
            tracker.finish()
            return tracker
        }
    }

    private func datagram(from port: UInt16) -> DissectedPacket {
        var packet = DissectedPacket()
        packet.transport = .udp
        packet.source = IPAddress(ipv4: 0x0A00_0001)
        packet.destination = IPAddress(ipv4: 0x0A00_0002)
        packet.sourcePort = port
        packet.destinationPort = 9
        return packet
    }

    @Test("Where shards are full, all workers still agree on who follows what", arguments: [1, 2, 10, 1 << 18])
    func fullShards(limit: Int) {
        // Each flow comes back, so that one which was refused is met again while others are still dealt out.
        let ports = (1...400 as ClosedRange<UInt16>).flatMap { [$0, $0, max(1, $0 - 1), $0] }
        let packets = ports.map(datagram)
        let outcome = { (workers: Int) -> (frames: [Int], untracked: Int) in
            let trackers = trackers(workers, limit: limit, packets: packets)
            return (
                trackers.flatMap(\.connections).map(\.firstFrame).sorted(),
                trackers.reduce(0) { $0 + $1.untrackedPackets }
            )
        }
        let alone = outcome(1)
        for workers in [2, 3, 7, 16] {
            let shared = outcome(workers)
            #expect(shared.frames == alone.frames, "\(workers) workers")
            #expect(shared.untracked == alone.untracked, "\(workers) workers")
        }
        #expect(alone.frames.count <= limit * ConnectionTracker.shardCount)
    }
}
