import WireCoding

/// Reassembles one direction of a stream, whose frames arrive in any order and more than once: STREAM frames (RFC 9000
/// §2.2), or the CRYPTO frames of one encryption level (§7.5).
///
///     var assembly = QUICStreamAssembly()
///     try assembly.add(data, at: stream.position, isEnd: stream.isEnd)
///     read(assembly.takeBytes())
///
/// Bytes that were there once are not replaced by later ones. Memory has a limit, whatever offsets say.
public struct QUICStreamAssembly: Sendable {
    /// The default limit of held bytes.
    public static let defaultMaximumBytes = 1 << 20
    /// The maximum number of pieces after holes.
    public static let maximumPieces = 1024

    private struct Piece: Sendable {
        var offset: UInt64
        var bytes: [UInt8]

        var end: UInt64 { offset &+ UInt64(bytes.count) }
    }

    /// The limit of held bytes: in order and not yet taken, or after a hole.
    public let maximumBytes: Int
    /// Bytes that are held.
    public private(set) var heldBytes = 0
    /// Bytes of the stream that are in order, taken or not, or were given up.
    public private(set) var position: UInt64 = 0
    /// The length of the stream; nil before its end is known.
    public private(set) var finalSize: UInt64?

    private var ready: [UInt8] = []
    /// After ``position`` with a hole before each, by their offsets. They do not overlap.
    private var pieces: [Piece] = []
    /// The end of the last byte that came.
    private var largestEnd: UInt64 = 0

    /// A stream of which nothing came.
    ///
    /// - Parameter maximumBytes: The limit of held bytes; a negative one counts as 0.
    public init(maximumBytes: Int = defaultMaximumBytes) { self.maximumBytes = max(maximumBytes, 0) }

    /// Whether all bytes of the stream were in order or given up.
    public var isComplete: Bool { finalSize == position }

    /// Bytes that are missing before the first ones that wait; 0 if none wait.
    public var missingBytes: UInt64 { pieces.first.map { $0.offset - position } ?? 0 }

    /// Adds the bytes of a frame.
    ///
    /// - Parameters:
    ///   - data: The bytes, as many as the frame has.
    ///   - offset: Where they begin in the stream.
    ///   - isEnd: Whether the stream ends with them.
    /// - Throws: `offsetTooLarge`, `finalSizeChanged`, `beyondFinalSize` for what no peer may send (RFC 9000 §4.5); `full`
    ///   where there is no room. Nothing has changed then.
    public mutating func add(
        _ data: Span<UInt8>, at offset: UInt64, isEnd: Bool = false
    ) throws(QUICStreamError) {
        guard offset <= QUICVariableInteger.maximum, UInt64(data.count) <= QUICVariableInteger.maximum - offset else {
            throw .offsetTooLarge(offset)
        }
        let end = offset + UInt64(data.count)
        try checkEnd(end, isEnd: isEnd)
        try hold(data, at: offset)
        largestEnd = max(largestEnd, end)
        if isEnd { finalSize = end }
    }

    /// Takes note of the length that a RESET_STREAM frame says. Bytes that are missing will not come.
    ///
    /// - Throws: `offsetTooLarge`, `finalSizeChanged`, `beyondFinalSize`.
    public mutating func reset(finalSize size: UInt64) throws(QUICStreamError) {
        guard size <= QUICVariableInteger.maximum else { throw .offsetTooLarge(size) }
        try checkEnd(size, isEnd: true)
        finalSize = size
    }

    private func checkEnd(_ end: UInt64, isEnd: Bool) throws(QUICStreamError) {
        if let finalSize {
            if isEnd, end != finalSize { throw .finalSizeChanged(finalSize, to: end) }
            if end > finalSize { throw .beyondFinalSize(finalSize, end: end) }
        } else if isEnd, end < largestEnd {
            throw .beyondFinalSize(end, end: largestEnd)
        }
    }

    /// The bytes that are in order and were not taken yet; they are forgotten here.
    public mutating func takeBytes() -> [UInt8] {
        let bytes = ready
        ready = []
        heldBytes -= bytes.count
        return bytes
    }

    /// Gives up the bytes that are missing before the first ones that wait.
    ///
    /// - Returns: How many they are; 0 if none wait, and nothing has changed.
    public mutating func giveUpHole() -> UInt64 {
        let missing = missingBytes
        position += missing
        join()
        return missing
    }

    private mutating func hold(_ data: Span<UInt8>, at offset: UInt64) throws(QUICStreamError) {
        let holes = holes(from: max(offset, position), to: offset + UInt64(data.count))
        guard !holes.isEmpty else { return }
        let count = holes.reduce(0) { $0 + $1.count }
        // One of the pieces may be in order, and does not wait.
        guard count <= maximumBytes - heldBytes, pieces.count + holes.count <= Self.maximumPieces + 1 else {
            throw .full(heldBytes: heldBytes)
        }
        for hole in holes {
            let first = Int(hole.lowerBound - offset)
            let bytes = data.extracting(first..<first + hole.count)
            if hole.lowerBound == position {
                ready.append(copying: bytes)
                position = hole.upperBound
            } else {
                let index = pieces.partitioningIndex { $0.offset >= hole.upperBound }
                pieces.insert(Piece(offset: hole.lowerBound, bytes: bytes.copied()), at: index)
            }
        }
        heldBytes += count
        join()
    }

    /// The ranges between two offsets that are not held.
    private func holes(from lower: UInt64, to upper: UInt64) -> [Range<UInt64>] {
        var start = lower
        var holes: [Range<UInt64>] = []
        var index = pieces.partitioningIndex { $0.end > start }
        while start < upper {
            let next = index < pieces.count ? min(pieces[index].offset, upper) : upper
            if start < next { holes.append(start..<next) }
            start = index < pieces.count ? max(pieces[index].end, next) : upper
            index += 1
        }
        return holes
    }

    /// Moves pieces that do not wait any more.
    private mutating func join() {
        var count = 0
        while count < pieces.count, pieces[count].offset <= position {
            ready.append(contentsOf: pieces[count].bytes)
            position = pieces[count].end
            count += 1
        }
        pieces.removeFirst(count)
    }
}

/// Why bytes of a stream were not taken.
@nonexhaustive
public enum QUICStreamError: Error, Hashable, Sendable {
    /// They end behind the largest offset, 2^62 - 1 (RFC 9000 §4.5).
    case offsetTooLarge(UInt64)
    /// The length of a stream was said before, and it was another.
    case finalSizeChanged(UInt64, to: UInt64)
    /// Bytes are, or were, behind the end of the stream.
    case beyondFinalSize(UInt64, end: UInt64)
    /// There is no room for what waits.
    case full(heldBytes: Int)
}

extension QUICStreamError: CustomStringConvertible {
    /// One phrase.
    public var description: String {
        switch self {
        case .offsetTooLarge(let offset): "the stream's bytes end at offset \(offset), beyond 2^62 - 1"
        case .finalSizeChanged(let size, let changed): "the stream's length was \(size) and is \(changed) now"
        case .beyondFinalSize(let offset, let end): "the stream ends at \(end), and has bytes up to \(offset)"
        case .full(let heldBytes): "the stream has no room beside the \(heldBytes) bytes that wait"
        }
    }
}
