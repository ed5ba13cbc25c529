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
                        follow(
                            &tracker, client, flags, frame: frame, seconds: 0,
                            sequence: flags == .syn ? sequence : sequence &+ 1, [])
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

    private var manyClients: [UInt32] { Array(0..<UInt32(ConnectionTracker.dealtFlows) + 300) }

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

    // MARK: - What is held back

    /// A tracker that may hold 1,000 bytes a shard, after these data segments of one shard's flows.
    private func holding(
        _ segments: [(flow: UInt32, seconds: Int64, offset: Int, bytes: [UInt8])]
    ) -> ConnectionTracker {
        var tracker = ConnectionTracker(bufferLimit: 1000)
        // Flows are dealt in turn: every sixteenth is of the first shard.
        for flow in 0..<UInt32(ConnectionTracker.shardCount * 4) {
            follow(&tracker, flow, .syn, frame: 1, seconds: 0, sequence: 1000, [])
        }
        for (index, segment) in segments.enumerated() {
            follow(
                &tracker, segment.flow * UInt32(ConnectionTracker.shardCount), .ack, frame: index + 2,
                seconds: segment.seconds, sequence: 1001 + UInt32(segment.offset), segment.bytes)
        }
        return tracker
    }

    private func follow(
        _ tracker: inout ConnectionTracker, _ flow: UInt32, _ flags: TCPFlags, frame: Int, seconds: Int64,
        sequence: UInt32, _ payload: [UInt8]
    ) {
        var packet = DissectedPacket()
        packet.transport = .tcp
        packet.source = IPAddress(ipv4: 0x0A01_0000 + flow)
        packet.destination = IPAddress(ipv4: 0x0A00_0001)
        (packet.sourcePort, packet.destinationPort) = (50000, 80)
        packet.tcp.flags = flags
        packet.tcp.sequenceNumber = sequence
        packet.payloadLength = payload.count
        packet.capturedPayloadLength = payload.count
        tracker.follow(
            packet, bytes: payload.span, interface: 0, originalLength: 60 + payload.count,
            moment: PacketMoment(frame: frame, time: seconds * 1_000_000_000))
    }

    /// The beginning of a message of 2,000 bytes.
    private var beginning: [UInt8] { [0, 0, 0x07, 0xD0] + Array("{".utf8) + [UInt8](repeating: 0x20, count: 599) }

    @Test("What was never finished is given up for what still comes")
    func quiet() {
        let message = MeshBytes.direct
        let half = message.count / 2
        let tracker = holding([
            (0, 1, 0, beginning), (1, 20, 0, Array(beginning.prefix(400))), (2, 21, 0, Array(message.prefix(half))),
            (2, 21, half, Array(message.dropFirst(half))),
        ])
        #expect(tracker.shedConnections == 1)
        let flows = tracker.connections.filter { $0.initiator.coverage.total > 0 }
        #expect(flows.map(\.bufferedBytes) == [0, 396, 0])
        #expect(flows[2].initiator.decoder.mesh.counts.direct == 1)
    }

    @Test("Where nothing is quiet, all give up, and their later messages are read")
    func busy() {
        let rest = [UInt8](repeating: 0x20, count: 1400)
        let tracker = holding([
            (0, 1, 0, beginning), (1, 1, 0, beginning), (0, 2, beginning.count, rest + MeshBytes.direct),
        ])
        #expect(tracker.shedConnections == 2)
        #expect(tracker.connections.allSatisfy { $0.bufferedBytes == 0 })
        let first = tracker.connections[0].initiator
        #expect(first.decoder.mesh.counts.direct == 1 && first.decoder.mesh.undecodable == 0)
        #expect(first.decoder.framingFaults.isEmpty)
    }
}
