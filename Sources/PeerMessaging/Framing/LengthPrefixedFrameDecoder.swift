import WireCoding

/// Cuts a byte stream into frames: by default a 4-byte big-endian body length, then the body.
///
/// ```
/// +----------------+------------------------+
/// | length, 4      | body, `length` bytes   |    1 <= length <= 10,485,760
/// +----------------+------------------------+
/// ```
///
/// The stream is passed in order, in pieces of any size. A body that lies in one piece is not copied. A body that
/// straddles pieces is collected as its bytes arrive, so memory follows the received bytes and never the claim of a
/// length word. There is no magic number to search for: after an illegal length, or if a length word was not captured,
/// no frame can be found until the decoder is given a frame boundary (``restart(at:)``).
///
/// A ``FrameLayout`` describes other headers: lengths of other sizes, varints, in the middle of a header, counting more than the
/// body. Where a delimiter ends frames, use ``DelimitedFrameDecoder``.
///
/// ```swift
/// var position = 0
/// while let frame = try decoder.next(in: segment, at: &position) {
///     switch frame.body {
///     case .inline(let range): use(segment.extracting(range))
///     case .assembled: use(decoder.assembledBody)
///     case .skipped: break
///     }
/// }
/// ```
public struct LengthPrefixedFrameDecoder: Sendable {
    /// The largest body that the protocol allows: 10 MiB.
    public static let defaultMaximumLength = 10_485_760
    /// 1 KiB: a decoder of an analyzer is held per direction of a connection, so larger memory goes back as soon as its frame
    /// has been used.
    public static let defaultRetainedCapacity = 1024

    /// A whole frame.
    public struct Frame: Hashable, Sendable {
        /// The offset of the frame's first byte, in bytes from the start of the stream.
        public let streamOffset: Int
        /// Bytes of the body, without header and length.
        public let bodyLength: Int
        /// Where the body's bytes are now.
        public let body: Body

        @inlinable
        init(streamOffset: Int, bodyLength: Int, body: Body) {
            self.streamOffset = streamOffset
            self.bodyLength = bodyLength
            self.body = body
        }
    }

    /// The location of a frame's body.
    public enum Body: Hashable, Sendable {
        /// In the piece that was handed over, at these positions.
        case inline(Range<Int>)
        /// In ``LengthPrefixedFrameDecoder/assembledBody``, until the decoder is used again.
        case assembled
        /// Not kept: it straddled pieces and the decoder does not assemble it.
        case skipped
    }

    /// Which bodies are collected when they straddle pieces.
    public enum Assembly: Hashable, Sendable {
        /// Every body.
        case all
        /// Those that begin like a JSON text with an object: with `{`, white space, or a byte order mark.
        case json
        /// No body: those that straddle pieces are ``LengthPrefixedFrameDecoder/Body/skipped``.
        case none
    }

    /// A frame that has begun and not ended.
    public struct PendingFrame: Hashable, Sendable {
        /// The offset of the frame's first byte, in bytes from the start of the stream.
        public let streamOffset: Int
        /// The length of the body, or nil while the header is itself incomplete.
        public let bodyLength: Int?
        /// Bytes that the stream has passed, those of the header included.
        public let pendingBytes: Int
    }

    @usableFromInline
    enum State: Sendable {
        /// In the length of the default layout, which is all of its header.
        case lengthWord
        /// In the header of another layout.
        case header
        /// `isKept`: the buffer holds all bytes of the body that have passed.
        case body(isKept: Bool)
        case stopped
    }

    /// The largest body that is taken for legal.
    public let maximumLength: Int
    /// Which bodies that straddle pieces are collected.
    public let assembly: Assembly
    /// The layout of the frames.
    public let layout: FrameLayout
    /// Memory that is kept for the next body that straddles pieces, in bytes.
    public let retainedCapacity: Int
    /// Bytes of the stream that have passed, missing ones included.
    @inlinable
    public var streamOffset: Int { passed }
    /// The number of frames dropped because bytes of their bodies were missing.
    public private(set) var damagedFrames = 0

    @usableFromInline var passed: Int
    @usableFromInline var state: State
    @usableFromInline var frameOffset: Int
    /// The state at the start of a frame.
    let start: State
    var bodyLength = 0
    var isDamaged = false
    @usableFromInline var buffer: [UInt8] = []
    /// The bytes of the header that have come. The default layout does not use it.
    var headerBytes: [UInt8] = []
    var headerLength = 4

    /// - Parameters:
    ///   - layout: Where the length is, and what it counts.
    ///   - maximumLength: The largest legal body, without its header.
    ///   - assembly: Which bodies that straddle pieces are collected; the others come as ``Body/skipped``.
    ///   - retainedCapacity: Memory that is kept for the next body that straddles pieces. Whoever reads few streams with larger
    ///     frames saves their allocations with a larger number.
    ///   - streamOffset: The offset of the first byte, which starts a frame.
    public init(
        layout: FrameLayout = FrameLayout(), maximumLength: Int = defaultMaximumLength, assembly: Assembly = .all,
        retainedCapacity: Int = defaultRetainedCapacity, startingAt streamOffset: Int = 0
    ) {
        self.layout = layout
        self.maximumLength = maximumLength
        self.assembly = assembly
        self.retainedCapacity = retainedCapacity
        passed = streamOffset
        frameOffset = streamOffset
        start = layout == FrameLayout() ? .lengthWord : .header
        state = start
    }

    /// Whether nothing more can be framed: a length was illegal, or the position in the stream is lost.
    @inlinable
    public var isStopped: Bool {
        if case .stopped = state { true } else { false }
    }

    /// Bytes that have passed since the last frame ended; 0 when stopped.
    @inlinable
    public var pendingBytes: Int { isStopped ? 0 : streamOffset &- frameOffset }

    /// Whether the next byte starts a frame.
    @inlinable
    public var isAtFrameBoundary: Bool { !isStopped && pendingBytes == 0 }

    /// The frame that a stream ending here would leave incomplete.
    public var pendingFrame: PendingFrame? {
        guard pendingBytes > 0 else { return nil }
        var knownLength: Int?
        if case .body = state { knownLength = bodyLength }
        return PendingFrame(streamOffset: frameOffset, bodyLength: knownLength, pendingBytes: pendingBytes)
    }

    /// The body of the frame that ``next(in:at:)`` has just returned as ``Body/assembled``.
    public var assembledBody: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span }
    }

    /// The header of the frame that ``next(in:at:)`` has just returned, length included. Empty for the default layout, whose header
    /// is the length.
    public var header: Span<UInt8> {
        @_lifetime(borrow self)
        get { headerBytes.span }
    }

    /// The next frame that ends in this piece of the stream.
    ///
    /// - Parameters:
    ///   - segment: The next bytes of the stream.
    ///   - position: Where in `segment` to go on; it moves over what was used.
    /// - Returns: Nil when the piece is used up; an incomplete frame is remembered.
    /// - Throws: ``FramingError`` at an illegal length. The decoder is stopped then.
    @inlinable
    @inline(__always)
    public mutating func next(in segment: Span<UInt8>, at position: inout Int) throws(FramingError) -> Frame? {
        guard position < segment.count || !buffer.isEmpty else { return nil }
        if let frame = nextWhole(in: segment, at: &position) { return frame }
        return try nextInParts(in: segment, at: &position)
    }

    /// The next frame, if it begins here, is legal, and lies in this piece from its first byte to its last: nearly all do.
    @inlinable
    @inline(__always)
    mutating func nextWhole(in segment: Span<UInt8>, at position: inout Int) -> Frame? {
        guard case .lengthWord = state, passed == frameOffset, buffer.isEmpty, segment.count &- position > 4 else {
            return nil
        }
        let length = Int(truncatingIfNeeded: segment.bigEndianUInt32(at: position))
        let start = position &+ 4
        guard length > 0, length <= maximumLength, length <= segment.count &- start else { return nil }
        let frame = Frame(streamOffset: frameOffset, bodyLength: length, body: .inline(start..<start &+ length))
        position = start &+ length
        passed &+= 4 &+ length
        frameOffset = streamOffset
        return frame
    }

    @usableFromInline
    mutating func nextInParts(in segment: Span<UInt8>, at position: inout Int) throws(FramingError) -> Frame? {
        if passed == frameOffset { releaseBuffer() }
        while position < segment.count {
            switch state {
            case .lengthWord:
                try readLength(in: segment, at: &position)
            case .header:
                if let frame = try readHeader(in: segment, at: &position) { return frame }
            case .body(let isKept):
                if let frame = readBody(in: segment, at: &position, isKept: isKept) { return frame }
            case .stopped:
                passed &+= segment.count &- position
                position = segment.count
            }
        }
        return nil
    }

    /// Reports bytes that belong next in the stream and were not captured.
    ///
    /// Bytes missing from a body drop that frame and nothing else.
    ///
    /// - Returns: False when bytes of a header are, or may be, among the missing ones: the decoder is stopped, until
    ///   ``restart(at:)``.
    public mutating func skip(missing count: Int) -> Bool {
        guard count > 0 else { return !isStopped }
        guard case .body = state else {
            stop(passing: count)
            return false
        }
        if !isDamaged {
            isDamaged = true
            damagedFrames &+= 1
        }
        releaseBuffer()
        state = .body(isKept: false)
        guard count <= bodyLength &- received else {
            stop(passing: count)
            return false
        }
        passed &+= count
        if received == bodyLength { endFrame() }
        return true
    }

    /// Bytes of an incomplete body that are held.
    @inlinable
    public var bufferedBytes: Int { buffer.count }

    /// Releases the bytes of the current body. The frame is dropped as if bytes of it were missing, and reading
    /// continues after it.
    public mutating func dropBody() {
        guard case .body(isKept: true) = state, !buffer.isEmpty else { return }
        isDamaged = true
        damagedFrames &+= 1
        buffer = []
        state = .body(isKept: false)
    }

    /// Goes on at a known frame boundary.
    ///
    /// - Parameter streamOffset: The offset of the next byte, which starts a frame.
    public mutating func restart(at streamOffset: Int) {
        passed = streamOffset
        endFrame()
        releaseBuffer()
    }

    /// Reports that the stream ends here.
    ///
    /// - Throws: ``FramingError/Kind/incompleteFrame(received:)`` within a frame.
    public func finish() throws(FramingError) {
        guard pendingBytes > 0 else { return }
        throw FramingError(.incompleteFrame(received: pendingBytes), streamOffset: frameOffset)
    }
}
