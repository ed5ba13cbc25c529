import WireCoding

/// The connections whose bytes are handed on: one, found again in a second reading by its flow and by the number of earlier
/// connections of the flow, or all that are over TCP.
struct FollowedFlows: Sendable {
    /// What happened to a followed connection. Numbers are those of the tracker.
    enum Event: Sendable {
        case opened(number: Int, TCPConversation)
        case piece(number: Int, fromFirst: Bool, StreamPiece)
        /// No pieces of it follow.
        case closed(number: Int)
    }

    private enum Choice {
        /// So many connections of the flow come before it; its number is known once it was opened.
        case one(FlowKey, earlier: Int, number: Int?)
        /// Those that were opened and not closed, and how many there were in all.
        case everyTCP(open: Set<Int>, count: Int)
    }

    private var choice: Choice
    private var events: [Event] = []
    /// Whether of what is sealed the inside is wanted.
    let followsOpened: Bool

    init(_ key: FlowKey, after earlier: Int, followsOpened: Bool = false) {
        choice = .one(key, earlier: earlier, number: nil)
        self.followsOpened = followsOpened
    }

    private init(_ choice: Choice) {
        self.choice = choice
        followsOpened = false
    }

    static let everyTCP = FollowedFlows(.everyTCP(open: [], count: 0))

    /// Whether a connection that is being opened is one of them.
    mutating func begins(at number: Int, _ key: FlowKey) -> Bool {
        switch choice {
        case .everyTCP: return key.isTCP
        case .one(let wanted, let earlier, nil) where key == wanted:
            choice = .one(wanted, earlier: max(0, earlier - 1), number: earlier == 0 ? number : nil)
            return earlier == 0
        case .one: return false
        }
    }

    /// Takes what a connection has for whoever follows it.
    mutating func take(from connection: inout Connection, number: Int) {
        switch choice {
        case .one(_, _, let wanted):
            guard number == wanted else { return }
            takePieces(of: &connection, number: number)
        case .everyTCP(var open, var count):
            guard connection.isTCP else { return }
            // The set is not to be copied.
            choice = .everyTCP(open: [], count: 0)
            defer { choice = .everyTCP(open: open, count: count) }
            if !open.contains(number) {
                // Late packets of one that was closed change nothing.
                guard !connection.isClosed else { return }
                open.insert(number)
                count += 1
                events.append(.opened(number: number, TCPConversation(connection, id: count)))
            }
            takePieces(of: &connection, number: number)
            guard connection.isClosed else { return }
            open.remove(number)
            events.append(.closed(number: number))
        }
    }

    private mutating func takePieces(of connection: inout Connection, number: Int) {
        for (fromFirst, piece) in connection.takePieces() {
            events.append(.piece(number: number, fromFirst: fromFirst, piece))
        }
    }

    /// The events since the last call.
    mutating func takeEvents() -> [Event] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }
}

/// Where the streams of followed connections begin: of a stream that was under way, bytes from before the packet that offsets
/// count from may come first.
struct FollowedOrigins: Sendable {
    private struct Direction: Hashable {
        var number: Int
        var fromFirst: Bool
    }

    /// Of those that begin before it; the others begin at 0.
    private var origins: [Direction: Int64] = [:]

    /// The offset of a piece from the beginning of its stream.
    mutating func offset(of piece: StreamPiece, number: Int, fromFirst: Bool) -> Int {
        let direction = Direction(number: number, fromFirst: fromFirst)
        if origins[direction] == nil, piece.offset < 0 { origins[direction] = piece.offset }
        return Int(max(0, piece.offset - (origins[direction] ?? 0)))
    }

    /// No pieces of a connection follow.
    mutating func forget(_ number: Int) {
        for fromFirst in [true, false] { origins[Direction(number: number, fromFirst: fromFirst)] = nil }
    }
}
