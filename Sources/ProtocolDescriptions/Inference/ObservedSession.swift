/// What a session's ends sent, as a capture has it: all that an inference looks at.
public struct ObservedSession: Sendable {
    /// The bytes of one direction in order.
    public struct Direction: Sendable {
        /// A segment of a stream or a datagram, with the time at which it was captured, in nanoseconds since 1970.
        public struct Piece: Sendable {
            /// The payload of the segment, or of the datagram.
            public var bytes: [UInt8]
            /// When it was captured, in nanoseconds since 1970.
            public var time: Int64

            /// A piece with the time at which it was captured.
            public init(_ bytes: [UInt8], time: Int64) {
                self.bytes = bytes
                self.time = time
            }
        }

        /// The pieces in the order of the stream, without holes; of datagrams in the order of capture.
        public var pieces: [Piece]
        /// Whether the stream ends with its last piece. If not, the last message may be cut.
        public var isEnded: Bool

        /// The bytes of a direction, whose last message is complete unless `isEnded` is false.
        public init(_ pieces: [Piece], isEnded: Bool = true) {
            self.pieces = pieces
            self.isEnded = isEnded
        }
    }

    /// What carried the session, which decides whether pieces are datagrams.
    public var carrier: ProtocolCarrier
    /// The responder's port.
    public var port: UInt16
    /// From the initiator.
    public var forward: Direction
    /// From the responder.
    public var backward: Direction

    /// A session between both ends, with the responder's port.
    public init(carrier: ProtocolCarrier, port: UInt16, forward: Direction, backward: Direction) {
        self.carrier = carrier
        self.port = port
        self.forward = forward
        self.backward = backward
    }

    /// The bytes of a direction that are looked at: 4 MiB.
    static let maximumBytes = 4 << 20
}

/// A direction as one text, with the places at which pieces begin.
struct ObservedStream {
    private(set) var bytes: [UInt8] = []
    private(set) var starts: Set<Int> = []
    private(set) var pieceSizes: [Int] = []
    private var times: [(offset: Int, time: Int64)] = []
    /// Whether the last message is whole.
    let isEnded: Bool

    init(_ direction: ObservedSession.Direction) {
        var isWhole = direction.isEnded
        for piece in direction.pieces where !piece.bytes.isEmpty {
            guard bytes.count + piece.bytes.count <= ObservedSession.maximumBytes else {
                isWhole = false
                break
            }
            starts.insert(bytes.count)
            times.append((bytes.count, piece.time))
            pieceSizes.append(piece.bytes.count)
            bytes += piece.bytes
        }
        isEnded = isWhole
    }

    /// The time of the piece that has a byte.
    func time(of offset: Int) -> Int64 {
        let count = pieces(before: offset + 1)
        return count > 0 ? times[count - 1].time : 0
    }

    /// The number of pieces that begin before an offset.
    func pieces(before offset: Int) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A message whose borders a hypothesis drew.
struct ObservedMessage {
    var bytes: [UInt8]
    /// When its first byte was captured.
    var time: Int64
    var isForward: Bool
}
