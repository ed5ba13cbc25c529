import PacketDissection
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite("Dealing flows to workers")
struct ConnectionTrackerTests {
    /// The trackers of so many workers, after each saw a SYN and a data segment of these clients' flows.
    private func trackers(
        _ workers: Int, limit: Int = ConnectionTracker.maximumConnectionsPerShard, clients: [UInt32],
        initialSequences: [UInt32] = [1000]
    ) -> [ConnectionTracker] {
        (0..<workers).map { worker in
            var tracker = ConnectionTracker(worker: worker, of: workers, connectionLimit: limit)
            var frame = 0
            for client in clients {
                for sequence in initialSequences {
                    for flags in [TCPFlags.syn, .ack] {
                        frame += 1
                        var packet = DissectedPacket()
                        packet.transport = .tcp
                        packet.source = IPAddress(ipv4: client)
                        packet.destination = IPAddress(ipv4: 0x0A00_0001)
                        (packet.sourcePort, packet.destinationPort) = (50000, 80)
                        packet.tcp.flags = flags
                        packet.tcp.sequenceNumber = flags == .syn ? sequence : sequence &+ 1
                        let payload: [UInt8] = []
                        tracker.follow(
                            packet, bytes: payload.span, interface: 0, originalLength: 60,
                            moment: PacketMoment(frame: frame, time: Int64(frame)))
                    }
                }
            }
            return tracker
        }
    }

    private func sum(_ trackers: [ConnectionTracker]) -> [Int] {
        [
            trackers.reduce(0) { $0 + $1.connections.count },
            trackers.reduce(0) { $0 + $1.connections.reduce(0) { $0 + $1.initiator.packets } },
            trackers.reduce(0) { $0 + $1.untrackedPackets },
        ]
    }

    private var manyClients: [UInt32] { (0..<UInt32(ConnectionTracker.dealtFlows) + 300).map { 0x0A01_0000 + $0 } }

    @Test("Every flow is followed by one worker", arguments: [1, 2, 3, 7, ConnectionTracker.shardCount])
    func shares(workers: Int) {
        let trackers = trackers(workers, clients: manyClients)
        #expect(sum(trackers) == [manyClients.count, 2 * manyClients.count, 0])
        #expect(trackers.allSatisfy { !$0.connections.isEmpty })
    }

    @Test("Flows above the limit are counted and left out, the same with any number of workers", arguments: [1, 2, 5])
    func limit(workers: Int) {
        // Each of sixteen shards takes 8 of the 16 flows dealt to it, and none of those that go by their key.
        let sums = sum(trackers(workers, limit: 8, clients: manyClients))
        let followed = 8 * ConnectionTracker.shardCount
        #expect(sums == [followed, 2 * followed, 2 * (manyClients.count - followed)])
    }

    @Test("A connection above the limit between known ports takes nothing to the one before", arguments: [1, 3])
    func reopenedAboveLimit(workers: Int) {
        let sums = sum(trackers(workers, limit: 2, clients: [7, 8], initialSequences: [1000, 2000, 3000, 4000]))
        #expect(sums == [4, 8, 8])
    }
}
