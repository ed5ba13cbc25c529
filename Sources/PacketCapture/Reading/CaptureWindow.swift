import WireCoding
import Platform

/// The bytes of an input that are in memory, and how more of them get there.
struct CaptureWindow: ~Copyable {
    /// The source of the bytes.
    enum Input {
        case plain(ByteStream)
        case packed(Decompressor)

        /// Whether the reading ended before the source did, on request.
        fileprivate var isInterrupted: Bool {
            switch self {
            case .plain(let stream): stream.isInterrupted
            case .packed(let decompressor): decompressor.isInterrupted
            }
        }

        /// What happened to a file since it was first opened; nil for nothing, and for anything else than a file.
        fileprivate var change: CaptureError.Kind? {
            switch self {
            case .plain(let stream): stream.change
            case .packed(let decompressor): decompressor.change
            }
        }
    }

    private static let initialSize = 1 << 12
    /// Reads of this size cost little more for a byte than larger ones.
    private static let preferredSize = 1 << 20

    /// Nil where all bytes are in the buffer from the start.
    private let input: Input?
    /// The bytes of the input from `offset - start` on, of which those up to ``end`` have arrived.
    private var buffer: [UInt8]
    /// The start and end of the unread bytes in ``buffer``.
    private(set) var start = 0
    private var end: Int
    /// The offset of the unread bytes in the input.
    private(set) var offset = 0

    /// All bytes of a capture.
    init(_ bytes: [UInt8]) {
        input = nil
        buffer = bytes
        end = bytes.count
    }

    /// - Parameters:
    ///   - input: Where further bytes come from.
    ///   - prefix: What was read of it before.
    init(_ input: Input, after prefix: [UInt8] = []) {
        self.input = input
        buffer = prefix
        end = prefix.count
    }

    /// The unread bytes that are in memory.
    var unread: Span<UInt8> {
        @inline(__always)
        @_lifetime(borrow self)
        get { range(start, end) }
    }

    var unreadCount: Int { end &- start }

    /// Whether the reading ended before the source did, on request.
    var isInterrupted: Bool { input?.isInterrupted ?? false }

    /// The bytes at `distance` before the unread ones. They are in memory until ``fill()``.
    @_lifetime(borrow self)
    @inline(__always)
    func read(back distance: Int, count: Int) -> Span<UInt8> {
        let first = start &- distance
        return range(first, first &+ count)
    }

    @_lifetime(borrow self)
    @inline(__always)
    private func range(_ first: Int, _ last: Int) -> Span<UInt8> {
        buffer.span.extracting(first..<last)
    }

    /// Moves over bytes that are there.
    @inline(__always)
    mutating func advance(_ count: Int) {
        start &+= count
        offset &+= count
    }

    /// Adds bytes after the unread ones, and drops those before; false at the end of the input.
    ///
    /// The memory grows with the bytes that have arrived, to twice their number, never by what the input says of
    /// itself.
    ///
    /// - Throws: For a file that is not what it was when it was first opened, at its end: where it seems cut or damaged, that is
    ///   why.
    mutating func fill() throws(CaptureError) -> Bool {
        guard let input else { return false }
        let isFull = end == buffer.count
        if start > 0, start == end || isFull {
            end &-= start
            // Both regions lie within the buffer, whose address nothing else holds; memmove lets them overlap.
            unsafe buffer.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return }
                _ = unsafe memmove(base, base + start, end)
            }
            start = 0
        }
        if end == buffer.count || isFull && buffer.count < Self.preferredSize {
            buffer.append(contentsOf: [UInt8](repeating: 0, count: max(Self.initialSize, buffer.count)))
        }
        let count: Int
        switch input {
        case .plain(let stream):
            do {
                count = try stream.read(into: &buffer, from: end)
            } catch {
                throw CaptureError(.cannotRead(error.number), offset: offset &+ unreadCount)
            }
        case .packed(let decompressor):
            do throws(CaptureError) {
                count = try decompressor.read(into: &buffer, from: end)
            } catch {
                throw changeOfFile ?? error
            }
        }
        end &+= count
        if count == 0, let error = changeOfFile { throw error }
        return count > 0
    }

    private var changeOfFile: CaptureError? {
        input?.change.map { CaptureError($0, offset: offset &+ unreadCount) }
    }

    /// Hands over the buffer, and goes on with another one that holds the unread bytes alone.
    ///
    /// - Parameter other: The other buffer, whose memory is reused; it becomes the one that was read from.
    mutating func exchange(_ other: inout [UInt8]) {
        guard input != nil else {
            // All bytes of the capture: shared, not copied.
            other = buffer
            return
        }
        let left = end &- start
        // An input that fills the buffer has more to give.
        let wanted = end == buffer.count ? min(2 &* buffer.count, Self.preferredSize) : Self.initialSize
        if other.count < max(left, wanted) { other = [UInt8](repeating: 0, count: max(left, wanted)) }
        let from = start
        // Two arrays; the smaller of their counts is at least `left` beyond the two positions.
        unsafe buffer.withUnsafeBytes { source in
            unsafe other.withUnsafeMutableBytes { target in
                guard left > 0, let source = source.baseAddress, let target = target.baseAddress else { return }
                _ = unsafe memcpy(target, source + from, left)
            }
        }
        swap(&buffer, &other)
        start = 0
        end = left
    }
}
