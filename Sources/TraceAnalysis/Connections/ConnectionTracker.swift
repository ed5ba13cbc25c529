import PacketDissection
import WireCoding

/// Follows every TCP connection and UDP conversation of its share of the flows.
///
/// Every flow belongs to one of ``shardCount`` shards: the first ``dealtFlows`` flows in turn, so that a capture with a few
/// large ones keeps all workers busy, the others by their key. A worker follows the flows of its shards. All workers see
/// all packets in the same order and so agree without a word on who follows what. Limits are counted by shard, never by
/// worker: the report is the same with any number of workers.
struct ConnectionTracker: Sendable {
    static let shardCount = 16
    static let dealtFlows = 256
    /// Connections of one shard. In all this is four million; a capture with more is an attack, and its report says how many
    /// packets were left out.
    static let defaultMaximumConnectionsPerShard = 1 << 18
    /// Bytes that the connections of one shard may hold back, behind holes and in incomplete messages: enough for the
    /// largest message and window together. A connection that goes beyond gives up what it holds.
    static let maximumBufferedBytesPerShard = 32 << 20

    /// Stands in the table for a dealt flow that another worker follows.
    private static let elsewhere = Int(Int32.max)
    /// Stands in the table for a dealt flow of this worker that came when its shard was full. It has to be remembered:
    /// dealt again with its next packet, it would bring the workers out of step.
    private static let refused = elsewhere - 1

    private var table = FlowTable()
    private(set) var connections: [Connection] = []
    private var connectionsPerShard = [Int](repeating: 0, count: shardCount)
    private var bufferedBytesPerShard = [Int](repeating: 0, count: shardCount)
    private var dealt = 0
    /// Packets of flows above the limit.
    private(set) var untrackedPackets = 0
    /// Times that a connection had to give up what it held.
    private(set) var shedConnections = 0
    private var lastKey: FlowKey?
    private var lastNumber = 0

    private let worker: Int
    private let workers: Int
    private let maximumConnectionsPerShard: Int

    init(
        worker: Int = 0, of workers: Int = 1,
        maximumConnectionsPerShard: Int = defaultMaximumConnectionsPerShard
    ) {
        self.worker = worker
        self.workers = workers
        self.maximumConnectionsPerShard = maximumConnectionsPerShard
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
        guard lastNumber < Self.refused else {
            if lastNumber == Self.refused { untrackedPackets += 1 }
            return
        }
        if packet.transport == .tcp, connections[lastNumber].isReopened(by: packet) {
            guard reopen(key, packet, reversed: reversed, moment: moment) else { return }
        }
        let payload = bytes.extracting(packet.payloadOffset..<packet.payloadOffset &+ packet.capturedPayloadLength)
        let held = connections[lastNumber].bufferedBytes
        connections[lastNumber].follow(
            packet, payload: payload, reversed: reversed, originalLength: originalLength, moment: moment)
        if connections[lastNumber].bufferedBytes != held { account(for: lastNumber, before: held) }
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
            return open(key, packet, reversed: reversed, shard: key.shard, moment: moment)
        }
        let shard = dealt % Self.shardCount
        dealt += 1
        guard shard % workers == worker else {
            table.set(Self.elsewhere, for: key)
            return Self.elsewhere
        }
        if connectionsPerShard[shard] < maximumConnectionsPerShard {
            return open(key, packet, reversed: reversed, shard: shard, moment: moment)
        }
        table.set(Self.refused, for: key)
        return Self.refused
    }

    private mutating func open(
        _ key: FlowKey, _ packet: DissectedPacket, reversed: Bool, shard: Int, moment: PacketMoment
    ) -> Int? {
        guard connectionsPerShard[shard] < maximumConnectionsPerShard else {
            untrackedPackets += 1
            return nil
        }
        connectionsPerShard[shard] += 1
        let number = connections.count
        connections.append(Connection(key: key, packet: packet, reversed: reversed, shard: shard, moment: moment))
        table.set(number, for: key)
        return number
    }

    /// Ends the current connection and begins another one between the same ports.
    private mutating func reopen(
        _ key: FlowKey, _ packet: DissectedPacket, reversed: Bool, moment: PacketMoment
    ) -> Bool {
        let (shard, held) = (connections[lastNumber].shard, connections[lastNumber].bufferedBytes)
        guard let new = open(key, packet, reversed: reversed, shard: shard, moment: moment) else { return false }
        connections[lastNumber].close()
        account(for: lastNumber, before: held)
        lastNumber = new
        return true
    }

    /// Keeps the sum of what a shard holds, and makes a connection give up when that is too much.
    @inline(never)
    private mutating func account(for number: Int, before: Int) {
        let shard = connections[number].shard
        bufferedBytesPerShard[shard] += connections[number].bufferedBytes - before
        guard bufferedBytesPerShard[shard] > Self.maximumBufferedBytesPerShard else { return }
        bufferedBytesPerShard[shard] -= connections[number].bufferedBytes
        connections[number].shed()
        bufferedBytesPerShard[shard] += connections[number].bufferedBytes
        shedConnections += 1
    }

    /// Ends all connections that are still open.
    mutating func finish() {
        for index in connections.indices { connections[index].close() }
    }
}
