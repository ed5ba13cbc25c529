/// When the bytes of a stream came, by their offsets, as far back as messages may still begin.
struct ArrivalLog: Sendable {
    /// Beyond, the times of every other piece are forgotten: a message of a million pieces must not take a million times.
    private static let maximumPieces = 1024

    struct Piece: Sendable {
        /// Of its first byte.
        var offset: Int
        /// When it was seen.
        var sent: PacketMoment
        /// When all before it were there too.
        var arrived: PacketMoment
    }

    private var pieces: [Piece] = []

    var count: Int { pieces.count }

    mutating func add(_ piece: Piece) {
        if pieces.count >= Self.maximumPieces {
            pieces = pieces.indices.filter { $0 == 0 || $0 % 2 == 1 }.map { pieces[$0] }
        }
        pieces.append(piece)
    }

    /// Forgets what lies before an offset.
    @inline(__always)
    mutating func forget(before offset: Int) {
        guard pieces.count > 1, pieces[1].offset <= offset else { return }
        let kept = pieces.lastIndex { $0.offset <= offset } ?? 0
        pieces.removeFirst(kept)
    }

    /// The piece with a byte; the first one for what was forgotten.
    @inline(__always)
    func piece(at offset: Int) -> Piece? {
        guard let last = pieces.last, last.offset > offset else { return pieces.last }
        return pieces[..<(pieces.count - 1)].last { $0.offset <= offset } ?? pieces.first
    }
}
