import PeerMessaging

/// The records that the ends of connections keep of them, for the truth.
struct ConnectionLog: Sendable {
    struct Entry: Sendable {
        var start: Int64
        var attempt: Int
        var opened: [SyntheticConnection.Side: Int64] = [:]
        var identified: [SyntheticConnection.Side: Int64] = [:]
        var ends: [Int64] = []
        var directions: [SyntheticConnection.Side: ConversationTruth.Direction] = [
            .initiator: .init(), .responder: .init(),
        ]
        var pings: [SyntheticConnection.Side: [String: Int64]] = [:]
        var roundTrips: [SyntheticConnection.Side: [Int64]] = [:]
        /// The received bytes that do not yet make a whole frame.
        var pieces: [SyntheticConnection.Side: [UInt8]] = [:]
    }

    let hosts: [ConversationTruth.Host]
    private var entries: [Entry] = []

    init(hosts: [ConversationTruth.Host]) { self.hosts = hosts }

    mutating func noteStart(_ connection: Int, at time: Int64, attempt: Int = 1) {
        precondition(connection == entries.count, "connections begin in order")
        entries.append(Entry(start: time, attempt: attempt))
    }

    subscript(connection: Int) -> Entry {
        get { entries[connection] }
        set { entries[connection] = newValue }
    }

    /// - Parameter side: The sender.
    mutating func noteBytes(_ count: Int, _ connection: Int, _ side: SyntheticConnection.Side) {
        entries[connection].directions[side]?.bytesWritten += count
    }

    mutating func noteMessage(_ type: String, bytes: Int, _ connection: Int, _ side: SyntheticConnection.Side) {
        noteBytes(bytes, connection, side)
        entries[connection].directions[side]?.messagesWritten += 1
        entries[connection].directions[side]?.messagesWrittenByType[type, default: 0] += 1
    }

    mutating func notePing(_ key: String, _ connection: Int, _ side: SyntheticConnection.Side, at time: Int64) {
        entries[connection].pings[side, default: [:]][key] = time
    }

    mutating func notePong(_ key: String, _ connection: Int, _ side: SyntheticConnection.Side, at time: Int64) {
        guard let sent = entries[connection].pings[side]?.removeValue(forKey: key) else { return }
        entries[connection].roundTrips[side, default: []].append(time - sent)
    }

    /// Takes in what came.
    ///
    /// - Parameter side: The receiver.
    /// - Returns: The bodies of the frames that are whole now.
    mutating func frames(_ bytes: [UInt8], _ connection: Int, _ side: SyntheticConnection.Side) -> [[UInt8]] {
        entries[connection].directions[side.other]?.bytesRead += bytes.count
        var stream = (entries[connection].pieces[side] ?? []) + bytes
        var bodies: [[UInt8]] = []
        while stream.count >= 4 {
            let length = stream.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard stream.count >= 4 + length else { break }
            bodies.append(Array(stream[4..<4 + length]))
            stream.removeFirst(4 + length)
        }
        entries[connection].pieces[side] = stream
        entries[connection].directions[side.other]?.messagesRead += bodies.count
        return bodies
    }

    mutating func noteRead(bytes: Int, messages: Int, _ connection: Int, from side: SyntheticConnection.Side) {
        entries[connection].directions[side]?.bytesRead += bytes
        entries[connection].directions[side]?.messagesRead += messages
    }
}

extension ConnectionLog {
    /// Those that were not refused, by number.
    private func accepted(_ connections: [SimulatedConnection]) -> [Int] {
        connections.indices.filter { !connections[$0].isReset }
    }

    func sessionNumber(_ connection: Int, _ connections: [SimulatedConnection]) -> Int? {
        accepted(connections).firstIndex(of: connection).map { $0 + 1 }
    }

    func sessions(_ connections: [SimulatedConnection]) -> [ConversationTruth.Session] {
        accepted(connections).enumerated().map { index, number in
            let (entry, connection) = (entries[number], connections[number])
            func direction(_ side: SyntheticConnection.Side) -> ConversationTruth.Direction {
                var direction = entry.directions[side] ?? ConversationTruth.Direction()
                direction.segmentsSentAgain = connection[side].retransmissions
                return direction
            }
            return ConversationTruth.Session(
                id: index + 1, transport: "tcp", initiator: endpoint(connection.initiator),
                responder: endpoint(connection.responder), start: ConversationTruth.seconds(entry.start),
                openedAtInitiator: entry.opened[.initiator].map(ConversationTruth.seconds),
                openedAtResponder: entry.opened[.responder].map(ConversationTruth.seconds),
                identificationSentAtInitiator: entry.identified[.initiator].map(ConversationTruth.seconds),
                identificationSentAtResponder: entry.identified[.responder].map(ConversationTruth.seconds),
                closed: entry.ends.count == 2 ? entry.ends.max().map(ConversationTruth.seconds) : nil,
                initiatorToResponder: direction(.initiator), responderToInitiator: direction(.responder),
                rttFromInitiator: .init(entry.roundTrips[.initiator] ?? []),
                rttFromResponder: .init(entry.roundTrips[.responder] ?? []))
        }
    }

    func failedAttempts(_ connections: [SimulatedConnection]) -> [ConversationTruth.FailedAttempt] {
        connections.indices.filter { connections[$0].isReset }.map {
            ConversationTruth.FailedAttempt(
                time: ConversationTruth.seconds(entries[$0].start), initiator: endpoint(connections[$0].initiator),
                responder: endpoint(connections[$0].responder), how: "refused")
        }
    }

    private func endpoint(_ end: SimulatedConnection.End) -> ConversationTruth.Endpoint {
        ConversationTruth.Endpoint(hosts[end.host], port: end.port)
    }
}

extension MeshMessage.MessageType {
    /// The name as it is in the message.
    var name: String {
        switch self {
        case .identification: "identification"
        case .broadcast: "broadcast"
        case .direct: "direct"
        case .relayedBroadcast: "relayedBroadcast"
        case .unknown(let name, _): name
        }
    }
}
