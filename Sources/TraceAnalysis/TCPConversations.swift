import PacketCapture
import SealedChannels
import TraceModel

/// The bytes of all TCP connections of captures, handed over in one reading: for programs that want streams, and to judge for
/// themselves what is in them.
///
/// Each direction comes in the order of its stream: retransmissions once, early packets in their place, what is missing as a hole.
/// Connections are what sessions are in a report, and the bytes are those of ``SessionStream``, from the same reassembly: tunnels, 802.11
/// frames, fragments and VLANs are read, and connections that follow each other between the same ports are told apart.
///
/// ```swift
/// var sizes: [Int: Int] = [:]
/// try TraceAnalyzer().conversations(in: [CaptureOverview(path: "trace.pcap")]).forEach { event in
///     switch event {
///     case .opened(let connection): print(connection.id, connection.initiator, connection.responder)
///     case .piece(let piece):
///         if case .bytes(let bytes) = piece.content { sizes[piece.connection.id, default: 0] += bytes.count }
///     case .closed(let connection): print(connection.id, sizes.removeValue(forKey: connection.id) ?? 0)
///     }
///     return true
/// }
/// ```
///
/// Memory follows the connections, as in an analysis, with the same limits and the analyzer's budget, and never the length of streams:
/// at most 6 MiB wait after a hole of one direction, 512 MiB in all.
public struct TCPConversations: Sendable {
    /// What happens next in the captures.
    @nonexhaustive
    public enum Event: Hashable, Sendable {
        /// The first packet of a connection.
        case opened(TCPConversation)
        /// Bytes of a connection that was opened, or a hole in them.
        case piece(Piece)
        /// Both ends have closed it and nothing is missing any more, the next connection between the same ports began, or the captures
        /// ended. No pieces follow.
        case closed(TCPConversation)
    }

    /// Bytes of one direction, or a hole in it.
    public struct Piece: Hashable, Sendable {
        /// The connection that it is of, as ``TCPConversations/Event/opened(_:)`` had it.
        public let connection: TCPConversation
        /// Forward is what the initiator sent.
        public let direction: TraceMessage.Direction
        /// Bytes of the direction before it, those included that were not captured.
        public let offset: Int
        /// The bytes, or how many are missing.
        public let content: Content
        /// The packet that it came in, from 1 on; of a hole, the first packet after it.
        public let frame: Int
        /// When that packet was captured, in nanoseconds since 1970.
        public let time: Int64
    }

    /// What a piece has.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// The bytes in the order of the stream, each once.
        case bytes([UInt8])
        /// So many bytes are not in the captures.
        case missing(Int)
    }

    private let reading: SecondReading
    private let input: @Sendable () throws -> TraceInput

    init(_ reading: SecondReading, _ input: @escaping @Sendable () throws -> TraceInput) {
        self.reading = reading
        self.input = input
    }

    /// Hands over all connections, as their packets come.
    ///
    /// - Parameter take: Says whether it wants more.
    /// - Throws: `CaptureFilterError`; `CaptureError` where captures cannot be read to their end, after all that comes before; and what
    ///   `take` throws.
    public func forEach(_ take: (Event) throws -> Bool) throws {
        var worker = reading.worker()
        worker.tracker.followed = .everyTCP
        var connections: [Int: TCPConversation] = [:]
        var origins = FollowedOrigins()
        try reading.run(&worker, over: try input(), known: []) { worker in
            for event in worker.tracker.followed?.takeEvents() ?? [] {
                switch event {
                case .opened(let number, let connection):
                    connections[number] = connection
                    guard try take(.opened(connection)) else { return false }
                case .piece(let number, let fromFirst, let piece):
                    guard let connection = connections[number] else { continue }
                    let next = Piece(
                        piece, of: connection, fromFirst: fromFirst,
                        at: origins.offset(of: piece, number: number, fromFirst: fromFirst))
                    guard try take(.piece(next)) else { return false }
                case .closed(let number):
                    origins.forget(number)
                    guard let connection = connections.removeValue(forKey: number) else { continue }
                    guard try take(.closed(connection)) else { return false }
                }
            }
            return true
        }
    }
}

extension TCPConversations.Piece {
    init(_ piece: StreamPiece, of connection: TCPConversation, fromFirst: Bool, at offset: Int) {
        self.connection = connection
        direction = fromFirst == connection.initiatorIsFirst ? .forward : .backward
        self.offset = offset
        content =
            switch piece.content {
            case .bytes(let bytes): .bytes(bytes)
            case .missing(let count): .missing(Int(count))
            }
        frame = piece.moment.frame
        time = piece.moment.time
    }
}

extension TraceAnalyzer {
    /// The bytes of all TCP connections of captures that are read as one. Only the analyzer's filter, budget and limits count.
    ///
    /// - Parameter files: In any order, at least one. They are read once by each ``TCPConversations/forEach(_:)``.
    public func conversations(in files: [CaptureOverview]) -> TCPConversations {
        TCPConversations(SecondReading(files, withoutApplications)) { [filter] in
            TraceInput(merging: files, filter: filter)
        }
    }

    /// The bytes of all TCP connections of a capture. Of a pipe, there is one ``TCPConversations/forEach(_:)``.
    public func conversations(in file: CaptureFile) -> TCPConversations {
        TCPConversations(SecondReading([], withoutApplications)) { [filter] in try TraceInput(file, filter: filter) }
    }

    /// The bytes are wanted as they are on the wire, so nothing is opened.
    private var withoutApplications: TraceAnalyzer {
        var analyzer = self
        analyzer.applications = []
        analyzer.secrets = SessionSecrets()
        return analyzer
    }
}
