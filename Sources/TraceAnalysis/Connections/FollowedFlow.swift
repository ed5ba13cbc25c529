/// The connection whose bytes are handed on, found again in a second reading by its flow and by the number of earlier
/// connections of the flow.
struct FollowedFlow: Sendable {
    private let key: FlowKey
    /// Connections of the flow that come before it.
    private var earlier: Int
    /// Its index, once it was opened.
    private var number: Int?
    private var pieces: [(fromFirst: Bool, piece: StreamPiece)] = []

    init(_ key: FlowKey, after earlier: Int) {
        self.key = key
        self.earlier = earlier
    }

    /// Whether a connection that is being opened is the one.
    mutating func begins(at number: Int, _ key: FlowKey) -> Bool {
        guard key == self.key, self.number == nil else { return false }
        guard earlier == 0 else {
            earlier -= 1
            return false
        }
        self.number = number
        return true
    }

    /// Takes what a connection has for whoever follows it.
    mutating func take(from connection: inout Connection, number: Int) {
        guard number == self.number else { return }
        pieces += connection.takePieces()
    }

    /// The pieces since the last call.
    mutating func takePieces() -> [(fromFirst: Bool, piece: StreamPiece)] {
        defer { pieces = [] }
        return pieces
    }
}
