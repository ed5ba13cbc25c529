import WireCoding

/// Bytes whose pieces come in any order and more than once, each with its offset: a message of DTLS, a stream of QUIC's
/// handshake.
struct JoinedFragments: Sendable {
    /// The bytes from offset 0 on, up to the first hole.
    private(set) var bytes: [UInt8] = []
    private var early: [(offset: Int, bytes: [UInt8])] = []
    private let maximumEarly: Int

    /// - Parameter maximumEarly: Pieces that wait for earlier ones; further ones are dropped.
    init(maximumEarly: Int) { self.maximumEarly = maximumEarly }

    var bufferedBytes: Int { early.reduce(bytes.count) { $0 + $1.bytes.count } }

    /// Adds a piece, and those that waited for it.
    ///
    /// - Returns: The number of its bytes that are held.
    mutating func add(_ piece: Span<UInt8>, at offset: Int) -> Int {
        guard offset <= bytes.count else {
            guard early.count < maximumEarly,
                !early.contains(where: { $0.offset == offset && $0.bytes.count >= piece.count })
            else { return 0 }
            early.append((offset, piece.copied()))
            return piece.count
        }
        let before = bytes.count
        join(piece, at: offset)
        let added = bytes.count &- before
        while let index = early.firstIndex(where: { $0.offset <= bytes.count }) {
            let next = early.remove(at: index)
            join(next.bytes.span, at: next.offset)
        }
        return added
    }

    private mutating func join(_ piece: Span<UInt8>, at offset: Int) {
        let known = bytes.count &- offset
        if known < piece.count { bytes.append(copying: piece.extracting(known..<piece.count)) }
    }
}
