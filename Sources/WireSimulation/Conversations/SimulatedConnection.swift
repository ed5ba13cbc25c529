import PacketDissection
import WireTesting

/// One TCP connection of a ``Simulation``, seen from both of its ends: what either has sent, and what has come.
///
/// Positions count from the SYN, which has position 0; the first byte has position 1.
struct SimulatedConnection: Sendable {
    /// A piece of the stream, which may be sent several times.
    struct Piece: Sendable {
        var position: Int
        var bytes: [UInt8] = []
        var flags: TCPFlags = []

        var end: Int {
            position + bytes.count + (flags.contains(.syn) ? 1 : 0) + (flags.contains(.fin) ? 1 : 0)
        }
    }

    struct End: Sendable {
        let host: Int
        let port: UInt16
        let initialSequence: UInt32
        /// The position after all sent bytes.
        var next = 0
        /// The unacknowledged pieces, in order.
        var pending: [Piece] = []
        /// The position of the other side's stream up to which everything has come.
        var expected = 0
        /// The pieces received after a hole.
        var held: [Piece] = []
        var duplicateAcknowledgments = 0
        /// How often the first pending piece was sent again.
        var attempts = 0
        /// Timers of an older number are out of date.
        var timer = 0
        var isEstablished = false
        /// Segments with data that were sent again.
        var retransmissions = 0
        /// Whether a FIN was sent, after which there is no more.
        var isClosed = false
    }

    /// The number of retransmissions of a segment before a host aborts.
    static let maximumAttempts = 12

    var initiator: End
    var responder: End
    /// Whether the initiator knows that it was refused.
    var isReset = false

    subscript(side: SyntheticConnection.Side) -> End {
        get { side == .initiator ? initiator : responder }
        set { if side == .initiator { initiator = newValue } else { responder = newValue } }
    }
}

/// One end of one of the connections of a ``Simulation``.
struct ConnectionEnd: Sendable {
    let connection: Int
    let side: SyntheticConnection.Side

    var other: ConnectionEnd {
        ConnectionEnd(connection: connection, side: side == .initiator ? .responder : .initiator)
    }
}

extension SimulatedConnection.End {
    /// The effect of an acknowledgment.
    enum Acknowledgment { case nothing, progress, third }

    /// Takes an acknowledgment in.
    ///
    /// - Returns: `third` for the third one that says nothing new, after which the first piece is sent again.
    mutating func acknowledge(upTo position: Int, isPure: Bool) -> Acknowledgment {
        guard let first = pending.first else { return .nothing }
        if position >= first.end {
            pending.removeAll { $0.end <= position }
            duplicateAcknowledgments = 0
            attempts = 0
            timer += 1
            return .progress
        }
        // One from before the last progress was only overtaken.
        guard isPure, position == first.position else { return .nothing }
        duplicateAcknowledgments += 1
        return duplicateAcknowledgments == 3 ? .third : .nothing
    }

    /// Takes a piece of the other side's stream in.
    ///
    /// - Returns: The data that is in order now: bytes, and whether the stream has ended.
    mutating func take(_ piece: SimulatedConnection.Piece) -> (bytes: [UInt8], hasEnded: Bool) {
        var (bytes, hasEnded) = ([UInt8](), false)
        held.append(piece)
        while let index = held.firstIndex(where: { $0.position <= expected }) {
            let piece = held.remove(at: index)
            guard piece.end > expected else { continue }
            // Pieces are cut once and for all, so that a copy has the same limits as its original.
            bytes += piece.bytes
            if piece.flags.contains(.fin) { hasEnded = true }
            expected = piece.end
        }
        return (bytes, hasEnded)
    }
}
