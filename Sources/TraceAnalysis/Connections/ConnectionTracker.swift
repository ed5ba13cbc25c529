import PacketDissection
import WireCoding

/// Follows every TCP connection and UDP conversation of its share of the flows.
struct ConnectionTracker: Sendable {
    /// Flows in one of the ``FlowKey/shardCount`` shares. Packets of further flows are counted in ``untrackedPackets``:
    /// a capture with more than sixteen times this many flows is an attack, and its report says what was left out.
    static let maximumConnectionsPerShard = 1 << 18

    private var table = FlowTable()
    private(set) var connections: [Connection] = []
    private var connectionsPerShard = [Int](repeating: 0, count: FlowKey.shardCount)
    private(set) var untrackedPackets = 0
    private var lastKey: FlowKey?
    private var lastNumber = 0

    /// Which shares of the flows are followed here.
    private let worker: Int
    private let workers: Int

    init(worker: Int, of workers: Int) {
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
        let number: Int
        if key == lastKey {
            number = lastNumber
        } else {
            if workers > 1, key.shard % workers != worker { return }
            if let found = table.number(of: key) {
                number = found
            } else {
                guard let new = open(key, packet, reversed: reversed, moment: moment) else { return }
                number = new
            }
            lastKey = key
            lastNumber = number
        }
        let payload = bytes.extracting(
            packet.payloadOffset..<packet.payloadOffset &+ packet.capturedPayloadLength)
        if packet.transport == .tcp, connections[number].isReopened(by: packet) {
            connections[number].close()
            guard let new = open(key, packet, reversed: reversed, moment: moment) else { return }
            lastNumber = new
            connections[new].follow(
                packet, payload: payload, reversed: reversed, originalLength: originalLength, moment: moment)
            return
        }
        connections[number].follow(
            packet, payload: payload, reversed: reversed, originalLength: originalLength, moment: moment)
    }

    @inline(never)
    private mutating func open(
        _ key: FlowKey, _ packet: DissectedPacket, reversed: Bool, moment: PacketMoment
    ) -> Int? {
        guard connectionsPerShard[key.shard] < Self.maximumConnectionsPerShard else {
            untrackedPackets += 1
            return nil
        }
        connectionsPerShard[key.shard] += 1
        let number = connections.count
        connections.append(Connection(key: key, packet: packet, reversed: reversed, moment: moment))
        table.set(number, for: key)
        return number
    }

    /// Ends all connections that are still open.
    mutating func finish() {
        for index in connections.indices { connections[index].close() }
    }
}
