import PacketDissection
import WireCoding

/// Follows every TCP connection and UDP conversation of its share of the flows.
///
/// All workers see all packets in the same order and agree without a word on who follows what: the first
/// ``dealtFlows`` flows are dealt out in turn, so that a capture with a few large ones keeps everybody busy, and the rest
/// goes by ``FlowKey/shard``. Limits are counted by dealt flow and by shard, never by worker, so that the report is the
/// same with any number of workers.
struct ConnectionTracker: Sendable {
    static let dealtFlows = 256
    /// Connections of one shard. With ``FlowKey/shardCount`` of them this is four million; a capture with more is an attack,
    /// and its report says how many packets were left out.
    static let maximumConnectionsPerShard = 1 << 18
    /// Connections that follow each other on one dealt flow.
    static let maximumConnectionsPerDealtFlow = 1 << 14

    /// Stands in the table for a dealt flow that another worker follows.
    private static let elsewhere = Int(Int32.max)

    private var table = FlowTable()
    private(set) var connections: [Connection] = []
    /// By budget: the shards, then the dealt flows.
    private var connectionsPerBudget = [Int](repeating: 0, count: FlowKey.shardCount + dealtFlows)
    private var dealt = 0
    private(set) var untrackedPackets = 0
    private var lastKey: FlowKey?
    private var lastNumber = 0

    private let worker: Int
    private let workers: Int

    init(worker: Int = 0, of workers: Int = 1) {
        self.worker = worker
        self.workers = workers
    }

    /// Follows a packet with a TCP or UDP header, if its flow is one of this worker's.
    ///
    /// - Parameter bytes: The whole packet.
    @inline(__always)
    mutating func follow(
        _ packet: DissectedPacket, bytes: Span<UInt8>, interface: Int, originalLength: Int, moment: PacketMoment
    ) {
        let (key, reversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: packet.transport == .tcp, interface: interface)
        if key != lastKey {
            guard let number = table.number(of: key) ?? assign(key, packet, reversed: reversed, moment: moment) else {
                return
            }
            lastKey = key
            lastNumber = number
        }
        guard lastNumber != Self.elsewhere else { return }
        if packet.transport == .tcp, connections[lastNumber].isReopened(by: packet) {
            let budget = connections[lastNumber].budget
            guard let new = open(key, packet, reversed: reversed, budget: budget, moment: moment) else { return }
            connections[lastNumber].close()
            lastNumber = new
        }
        let payload = bytes.extracting(packet.payloadOffset..<packet.payloadOffset &+ packet.capturedPayloadLength)
        connections[lastNumber].follow(
            packet, payload: payload, reversed: reversed, originalLength: originalLength, moment: moment)
    }

    /// Decides who follows a flow that was not seen before.
    ///
    /// - Returns: The number of its first connection, ``elsewhere``, or nil when it is not followed here.
    @inline(never)
    private mutating func assign(
        _ key: FlowKey, _ packet: DissectedPacket, reversed: Bool, moment: PacketMoment
    ) -> Int? {
        guard dealt < Self.dealtFlows else {
            guard key.shard % workers == worker else { return nil }
            return open(key, packet, reversed: reversed, budget: key.shard, moment: moment)
        }
        let turn = dealt
        dealt += 1
        guard turn % workers == worker else {
            table.set(Self.elsewhere, for: key)
            return Self.elsewhere
        }
        return open(key, packet, reversed: reversed, budget: FlowKey.shardCount + turn, moment: moment)
    }

    private mutating func open(
        _ key: FlowKey, _ packet: DissectedPacket, reversed: Bool, budget: Int, moment: PacketMoment
    ) -> Int? {
        let isDealt = budget >= FlowKey.shardCount
        let maximum = isDealt ? Self.maximumConnectionsPerDealtFlow : Self.maximumConnectionsPerShard
        guard connectionsPerBudget[budget] < maximum else {
            untrackedPackets += 1
            return nil
        }
        connectionsPerBudget[budget] += 1
        let number = connections.count
        connections.append(
            Connection(key: key, packet: packet, reversed: reversed, budget: budget, moment: moment))
        table.set(number, for: key)
        return number
    }

    /// Ends all connections that are still open.
    mutating func finish() {
        for index in connections.indices { connections[index].close() }
    }
}
