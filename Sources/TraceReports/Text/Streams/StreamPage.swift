import TraceModel
import WireText

/// The part of a session's bytes that is wanted: of one direction or both, so many bytes from one on.
public struct StreamPage {
    private let direction: TraceMessage.Direction?
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
    ///   - skipped: Captured bytes to leave out at the beginning.
    ///   - limit: Captured bytes to show.
    public init(direction: TraceMessage.Direction? = nil, skipping skipped: Int = 0, limit: Int = .max) {
        self.direction = direction
        toSkip = skipped
        room = limit
    }

    /// Whether further chunks may be wanted.
    public var isOpen: Bool { !isCut }

    /// What of a chunk is wanted; nil for nothing.
    public mutating func part(of chunk: StreamChunk) -> StreamChunk? {
        guard direction == nil || chunk.direction == direction else { return nil }
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
