import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct ConnectionTrackerTests {
    private func record(frame: Int, time: Int64, length: Int) -> PacketRecord {
        PacketRecord(frame: frame, time: time, interface: 0, originalLength: length, capturedLength: length)
    }

    /// A tracker that saw a SYN and an ACK of these clients' flows, each flow of the shard of its number.
    private func tracker(limit: Int, clients: [UInt32], initialSequences: [UInt32] = [1000]) -> ConnectionTracker {
        var tracker = ConnectionTracker(connectionLimit: limit)
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

    @Test func flowsAboveTheLimitOfTheirShardAreCountedAndLeftOut() {
        let tracker = tracker(limit: 8, clients: Array(0..<UInt32(9 * FlowShards.count)))
        #expect(tracker.connections.count == 8 * FlowShards.count)
        #expect(tracker.connections.allSatisfy { $0.initiator.packets == 2 })
        #expect(tracker.untrackedPackets == 2 * FlowShards.count)
    }

    @Test func aConnectionAboveTheLimitBetweenKnownPortsTakesNothingToTheOneBefore() {
        let tracker = tracker(limit: 2, clients: [7, 8], initialSequences: [1000, 2000, 3000, 4000])
        #expect(tracker.connections.count == 4)
        #expect(tracker.connections.allSatisfy { $0.initiator.packets == 2 })
        #expect(tracker.untrackedPackets == 8)
    }

    @Test func fragmentsAreCountedWithTheirFlow() {
        var tracker = ConnectionTracker()
        var packet = DissectedPacket()
        packet.transport = .udp
        packet.source = IPAddress(ipv4: 1)
        packet.destination = IPAddress(ipv4: 2)
        (packet.sourcePort, packet.destinationPort) = (5, 6)
        packet.payloadLength = 8
        let bytes: [UInt8] = []
        tracker.follow(&packet, of: record(frame: 2, time: 7, length: 50), bytes: bytes.span, shard: 0)
        tracker.count(record(frame: 1, time: 5, length: 30), fragmentOf: &packet, shard: 0)
        let connection = tracker.connections[0]
        #expect(connection.firstFrame == 1 && connection.start == 5 && connection.end == 7)
        #expect(connection.initiator.packets == 2 && connection.initiator.wireBytes == 80)
        #expect(connection.initiator.datagramBytes == 8)
    }

    // MARK: - What is held back

    /// A tracker that may hold 1,000 bytes a shard, after these data segments of one shard's flows.
    private func holding(
        _ segments: [(flow: UInt32, seconds: Int64, offset: Int, bytes: [UInt8])]
    ) -> ConnectionTracker {
        var tracker = ConnectionTracker(bufferLimit: 1000)
        // Every sixteenth flow is of the first shard.
        for flow in 0..<UInt32(FlowShards.count * 4) {
            follow(&tracker, flow, .syn, frame: 1, seconds: 0, sequence: 1000, [])
        }
        for (index, segment) in segments.enumerated() {
            follow(
                &tracker, segment.flow * UInt32(FlowShards.count), .ack, frame: index + 2,
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
            &packet, of: record(frame: frame, time: seconds * 1_000_000_000, length: 60 + payload.count),
            bytes: payload.span, shard: Int(flow) % FlowShards.count)
    }

    /// The beginning of a message of 2,000 bytes.
    private var beginning: [UInt8] { [0, 0, 0x07, 0xD0] + Array("{".utf8) + [UInt8](repeating: 0x20, count: 599) }

    @Test func whatWasNeverFinishedIsGivenUpForWhatStillComes() {
        let message = MeshBytes.direct
        let half = message.count / 2
        let tracker = holding([
            (0, 1, 0, beginning), (1, 20, 0, Array(beginning.prefix(400))), (2, 21, 0, Array(message.prefix(half))),
            (2, 21, half, Array(message.dropFirst(half))),
        ])
        #expect(tracker.evictions == 1)
        let flows = tracker.connections.filter { $0.initiator.coverage.total > 0 }
        #expect(flows.map(\.bufferedBytes) == [0, 396, 0])
        #expect(flows[2].initiator.decoder.framed.mesh.counts.direct == 1)
    }

    @Test func whereNothingIsQuietAllGiveUpAndTheirLaterMessagesAreRead() {
        let rest = [UInt8](repeating: 0x20, count: 1400)
        let tracker = holding([
            (0, 1, 0, beginning), (1, 1, 0, beginning), (0, 2, beginning.count, rest + MeshBytes.direct),
        ])
        #expect(tracker.evictions == 2)
        #expect(tracker.connections.allSatisfy { $0.bufferedBytes == 0 })
        let first = tracker.connections[0].initiator
        #expect(first.decoder.framed.mesh.counts.direct == 1 && first.decoder.framed.mesh.undecodable == 0)
        #expect(first.decoder.framed.framingFaults.isEmpty)
    }

    @Test func aRelayedMessageAfterAHoleThatWasNeverFilledIsFollowedToo() {
        let relayed = MeshBytes.frame(
            #"{"type":{"relayedBroadcast":{"payload":"UElORw==","originalSender":"P-1","seenBy":["P-1"]}},"#
                + #""senderID":"P-2","timestamp":816920534.5}"#)
        var tracker = ConnectionTracker()
        follow(&tracker, 0, .syn, frame: 1, seconds: 0, sequence: 1000, [])
        // The first 100 bytes were not captured, and nobody acknowledges what waits for them.
        follow(&tracker, 0, .ack, frame: 2, seconds: 1, sequence: 1101, relayed)
        #expect(tracker.relays[0].isEmpty)
        tracker.finish()
        #expect(tracker.relays[0].broadcasts.count == 1)
    }

    // MARK: - Many connections that come to nothing

    @Test(
        arguments: [1000, 10_000, 250_000] as [UInt32])
    func halfOpenConnectionsCostTheirOwnWordsAndNothingElse(count: UInt32) {
        var tracker = ConnectionTracker()
        for flow in 0..<count { follow(&tracker, flow, .syn, frame: 1, seconds: 0, sequence: 1000, []) }
        #expect(tracker.connections.count == count && tracker.untrackedPackets == 0)
        #expect(tracker.connections.allSatisfy { $0.isFlat && $0.bufferedBytes == 0 })
        // A value of fixed size in an array that has at most twice the room that it needs.
        #expect(MemoryLayout<Connection>.stride <= 320)
        #expect(tracker.connections.capacity <= 2 * Int(count))
        // The first packet that does more than open makes the sides.
        follow(&tracker, 0, .ack, frame: 2, seconds: 1, sequence: 1001, [0])
        #expect(tracker.connections.count { !$0.isFlat } == 1)
    }

    @Test func conversationsOfOneDatagramCostTheirOwnWordsAndNothingElse() {
        var tracker = ConnectionTracker()
        for flow in 0..<1000 as Range<UInt32> { send(&tracker, from: flow, frame: 1) }
        #expect(tracker.connections.count == 1000)
        #expect(tracker.connections.allSatisfy { $0.isFlat })
        #expect(tracker.connections.allSatisfy { $0.initiator.packets == 1 && $0.initiator.wireBytes == 60 })
        send(&tracker, from: 0, frame: 2)
        #expect(tracker.connections.count { !$0.isFlat } == 1 && tracker.connections[0].initiator.packets == 2)
    }

    private func send(_ tracker: inout ConnectionTracker, from flow: UInt32, frame: Int) {
        var packet = DissectedPacket()
        packet.transport = .udp
        (packet.source, packet.destination) = (IPAddress(ipv4: 0x0A01_0000 + flow), IPAddress(ipv4: 0x0A00_0001))
        (packet.sourcePort, packet.destinationPort) = (50000, 4433)
        let bytes: [UInt8] = []
        tracker.follow(
            &packet, of: record(frame: frame, time: Int64(frame), length: 60), bytes: bytes.span,
            shard: Int(flow) % FlowShards.count)
    }

    // MARK: - Memory

    /// Room for that many opening connections in each shard, of which one can be more.
    private func budget(_ connections: Int) -> MemoryBudget {
        MemoryBudget(bytes: 2 * FlowShards.count * (connections * MemoryBudget.opening + MemoryBudget.followed))
    }

    @Test func flowsThatTheBudgetHasNoRoomForAreCountedAndLeftOut() {
        var tracker = ConnectionTracker(memory: budget(3))
        for flow in 0..<UInt32(5 * FlowShards.count) {
            follow(&tracker, flow, .syn, frame: 1, seconds: 0, sequence: 1000, [])
        }
        #expect(tracker.connections.count == 3 * FlowShards.count)
        #expect(tracker.packetsBeyondMemory == 2 * FlowShards.count && tracker.untrackedPackets == 0)
    }

    @Test func openingConnectionsStaySoWhereTheBudgetHasNoRoomForMore() {
        var tracker = ConnectionTracker(memory: budget(3))
        let flows = (0..<3 as Range<UInt32>).map { $0 * UInt32(FlowShards.count) }
        for flow in flows { follow(&tracker, flow, .syn, frame: 1, seconds: 0, sequence: 1000, []) }
        for flow in flows { follow(&tracker, flow, .ack, frame: 2, seconds: 0, sequence: 1001, [1]) }
        #expect(tracker.connections.map(\.isOpening) == [false, true, true])
        #expect(tracker.connections.map(\.initiator.packets) == [2, 1, 1])
        #expect(tracker.packetsBeyondMemory == 2)
        // The one that has its memory goes on.
        follow(&tracker, flows[0], .ack, frame: 3, seconds: 0, sequence: 1002, [1])
        #expect(tracker.connections[0].initiator.packets == 3)
    }

    @Test(arguments: [1000, 10_000] as [UInt32])
    func framesAnnouncedAndNeverSentCostTheBytesThatCameOfThem(count: UInt32) {
        var tracker = ConnectionTracker()
        // 10 MiB each, and the first two bytes of a message.
        let beginning: [UInt8] = [0x00, 0xA0, 0x00, 0x00] + Array("{\"".utf8)
        for flow in 0..<count {
            follow(&tracker, flow, .syn, frame: 1, seconds: 0, sequence: 1000, [])
            follow(&tracker, flow, .ack, frame: 2, seconds: 1, sequence: 1001, beginning)
        }
        #expect(tracker.connections.reduce(0) { $0 + $1.bufferedBytes } == 2 * Int(count))
        #expect(tracker.evictions == 0)
    }

    @Test func fragmentsOfDTLSHandshakesCountAndAreGivenUp() {
        // The first 400 bytes of a certificate message of 16,000, in a record of epoch 0.
        let header: [UInt8] = [22, 0xFE, 0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x9C]
        let fragment: [UInt8] = [11, 0, 0x3E, 0x80, 0, 0, 0, 0, 0, 0, 0x01, 0x90] + [UInt8](repeating: 1, count: 400)
        var tracker = ConnectionTracker(bufferLimit: 1000)
        for (frame, flow) in ([1, 2, 3] as [UInt32]).enumerated() {
            var packet = DissectedPacket()
            packet.transport = .udp
            packet.source = IPAddress(ipv4: 0x0A01_0000 + flow)
            packet.destination = IPAddress(ipv4: 0x0A00_0001)
            (packet.sourcePort, packet.destinationPort) = (50000, 4433)
            let payload = header + fragment
            packet.payloadLength = payload.count
            packet.capturedPayloadLength = payload.count
            tracker.follow(
                &packet, of: record(frame: frame + 1, time: Int64(flow) * 20_000_000_000, length: 60 + payload.count),
                bytes: payload.span, shard: 0)
            #expect(tracker.connections[frame].bufferedBytes == 400)
        }
        // The first two were quiet for long when the third came.
        #expect(tracker.evictions == 2)
        #expect(tracker.connections.map(\.bufferedBytes) == [0, 0, 400])
        tracker.finish()
        #expect(tracker.connections.map(\.bufferedBytes) == [0, 0, 0])
    }
}
