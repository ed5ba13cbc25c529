import TraceModel
import WireText

/// The part of a session's bytes that is wanted: of one direction or both, so many bytes from one on.
public struct StreamPage: Sendable {
    /// One of the parts of an opened QUIC connection that have an order of their own.
    @nonexhaustive
    public enum Part: Hashable, Sendable {
        /// The stream of that ID.
        case stream(Int)
        /// All datagrams of a direction.
        case datagrams
    }

    private let direction: TraceMessage.Direction?
    private let wanted: Part?
    private var toSkip: Int
    private var room: Int
    /// Bytes of it.
    public private(set) var shown = 0
    /// Bytes that were sent and are not in the capture, of what is shown.
    public private(set) var missing = 0
    /// Whether something after it was left out.
    public private(set) var isCut = false

    /// - Parameters:
    ///   - direction: Nil for both.
    ///   - wanted: Nil for all.
    ///   - skipped: Captured bytes to leave out at the beginning.
    ///   - limit: Captured bytes to show.
    public init(
        direction: TraceMessage.Direction? = nil, of wanted: Part? = nil, skipping skipped: Int = 0, limit: Int = .max
    ) {
        self.direction = direction
        self.wanted = wanted
        toSkip = skipped
        room = limit
    }

    /// Whether further chunks may be wanted.
    public var isOpen: Bool { !isCut }

    /// What of a chunk is wanted; nil for nothing.
    public mutating func part(of chunk: StreamChunk) -> StreamChunk? {
        guard direction == nil || chunk.direction == direction, wanted == nil || Part(chunk) == wanted else {
            return nil
        }
        switch chunk.content {
        case .missing(let count):
            guard toSkip == 0, room > 0 else { return nil }
            missing += count
            return chunk
        case .bytes(let bytes):
            let skipped = min(toSkip, bytes.count)
            toSkip -= skipped
            let wanted = bytes.dropFirst(skipped).prefix(room)
            isCut = wanted.endIndex < bytes.endIndex
            room -= wanted.count
            shown += wanted.count
            guard !wanted.isEmpty else { return nil }
            var part = chunk
            part.offset += skipped
            part.content = .bytes(Array(wanted))
            return part
        }
    }
}

extension StreamPage.Part: Comparable {
    /// Nil for a piece of the one stream of a session.
    public init?(_ chunk: StreamChunk) {
        if let stream = chunk.stream {
            self = .stream(stream)
        } else if chunk.isDatagram {
            self = .datagrams
        } else {
            return nil
        }
    }

    /// Streams by their IDs, then datagrams.
    public static func < (first: Self, second: Self) -> Bool {
        switch (first, second) {
        case (.stream(let first), .stream(let second)): first < second
        case (.stream, .datagrams): true
        case (.datagrams, _): false
        }
    }
}
