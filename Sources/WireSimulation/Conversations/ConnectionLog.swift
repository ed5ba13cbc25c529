import PeerMessaging
import WireTesting

/// The records that the ends of connections keep of them, for the truth.
struct ConnectionLog: Sendable {
    /// The record of one end.
    struct End: Sendable {
        /// When the connection was ready here, when this end identified itself, and when the other end closed.
        var opened: Int64?
        var identified: Int64?
        var ended: Int64?
        /// The bytes that this end wrote, and those of them that the other one read.
        var direction = ConversationTruth.Direction()
        /// When it sent the pings that have no answer yet.
        var pings: [String: Int64] = [:]
        var roundTrips: [Int64] = []
        /// The received bytes that do not yet make a whole frame.
        fileprivate var pieces: [UInt8] = []

        mutating func notePong(_ key: String, at time: Int64) {
            guard let sent = pings.removeValue(forKey: key) else { return }
            roundTrips.append(time - sent)
        }
    }

    private struct Entry: Sendable {
        let start: Int64
        let attempt: Int
        var initiator = End()
        var responder = End()
    }

    let hosts: [ConversationTruth.Host]
    private var entries: [Entry] = []

    init(hosts: [ConversationTruth.Host]) { self.hosts = hosts }

    mutating func noteStart(_ connection: Int, at time: Int64, attempt: Int = 1) {
        precondition(connection == entries.count, "connections begin in order")
        entries.append(Entry(start: time, attempt: attempt))
    }

    subscript(end: ConnectionEnd) -> End {
        get { end.side == .initiator ? entries[end.connection].initiator : entries[end.connection].responder }
        set {
            if end.side == .initiator {
                entries[end.connection].initiator = newValue
            } else {
                entries[end.connection].responder = newValue
            }
        }
    }

    func attempt(of connection: Int) -> Int { entries[connection].attempt }

    /// Takes in what came.
    ///
    /// - Parameter end: The receiver.
    /// - Returns: The bodies of the frames that are whole now.
    mutating func frames(_ bytes: [UInt8], at end: ConnectionEnd) -> [[UInt8]] {
        var stream = self[end].pieces + bytes
        var bodies: [[UInt8]] = []
        while stream.count >= 4 {
            let length = stream.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard stream.count >= 4 + length else { break }
            bodies.append(Array(stream[4..<4 + length]))
            stream.removeFirst(4 + length)
        }
        self[end].pieces = stream
        self[end.other].direction.read(bytes.count, messages: bodies.count)
        return bodies
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
            let (initiator, responder) = (entry.initiator, entry.responder)
            var session = ConversationTruth.Session(
                id: index + 1, transport: "tcp", initiator: endpoint(connection.initiator),
                responder: endpoint(connection.responder), start: ConversationTruth.seconds(entry.start),
                openedAtInitiator: initiator.opened.map(ConversationTruth.seconds),
                openedAtResponder: responder.opened.map(ConversationTruth.seconds),
                identificationSentAtInitiator: initiator.identified.map(ConversationTruth.seconds),
                identificationSentAtResponder: responder.identified.map(ConversationTruth.seconds),
                initiatorToResponder: initiator.direction, responderToInitiator: responder.direction,
                rttFromInitiator: .init(initiator.roundTrips), rttFromResponder: .init(responder.roundTrips))
            session.initiatorToResponder.segmentsSentAgain = connection.initiator.retransmissions
            session.responderToInitiator.segmentsSentAgain = connection.responder.retransmissions
            if let first = initiator.ended, let second = responder.ended {
                session.closed = ConversationTruth.seconds(max(first, second))
            }
            return session
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

extension ConversationTruth.Direction {
    /// Counts a message that the sender wrote.
    mutating func write(_ type: String, _ bytes: Int) {
        bytesWritten += bytes
        messagesWritten += 1
        messagesWrittenByType[type, default: 0] += 1
    }

    /// Counts bytes that arrived, and the messages that they complete.
    mutating func read(_ bytes: Int, messages: Int = 1) {
        bytesRead += bytes
        messagesRead += messages
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
