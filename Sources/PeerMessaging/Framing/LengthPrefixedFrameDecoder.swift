import WireCoding

/// Cuts a byte stream into frames: a 4-byte big-endian body length, then the body.
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
    /// Memory that is kept for the next body that straddles pieces. A decoder is held per direction of a connection, so
    /// larger memory goes back as soon as its frame has been used.
    static let retainedCapacity = 1024

    /// A whole frame.
    public struct Frame: Hashable, Sendable {
        /// The offset of the length word, in bytes from the start of the stream.
        public let streamOffset: Int
        public let bodyLength: Int
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
        case all
        /// Those that begin like a JSON text with an object: with `{`, white space, or a byte order mark.
        case json
        case none
    }

    /// A frame that has begun and not ended.
    public struct PendingFrame: Hashable, Sendable {
        /// The offset of the length word, in bytes from the start of the stream.
        public let streamOffset: Int
        /// The value of the length word, or nil while it is itself incomplete.
        public let bodyLength: Int?
        /// Bytes that the stream has passed, those of the length word included.
        public let pendingBytes: Int
    }

    @usableFromInline
    enum State: Sendable {
        case lengthWord
        /// `isKept`: the buffer holds all bytes of the body that have passed.
        case body(isKept: Bool)
        case stopped
    }

    /// The largest body that is taken for legal.
    public let maximumLength: Int
    /// Which bodies that straddle pieces are collected.
    public let assembly: Assembly
    /// Bytes of the stream that have passed, missing ones included.
    @inlinable
    public var streamOffset: Int { passed }
    /// The number of frames dropped because bytes of their bodies were missing.
    public private(set) var damagedFrames = 0

    @usableFromInline var passed: Int
    @usableFromInline var state = State.lengthWord
    @usableFromInline var frameOffset: Int
    private var length: UInt32 = 0
    private var isDamaged = false
    @usableFromInline var buffer: [UInt8] = []

    /// - Parameters:
    ///   - maximumLength: The largest legal body.
    ///   - assembly: Which bodies that straddle pieces are collected; the others come as ``Body/skipped``.
    ///   - streamOffset: The offset of the first byte, which starts a length word.
    public init(
        maximumLength: Int = defaultMaximumLength, assembly: Assembly = .all, startingAt streamOffset: Int = 0
    ) {
        self.maximumLength = maximumLength
        self.assembly = assembly
        passed = streamOffset
        frameOffset = streamOffset
    }

    /// Whether nothing more can be framed: a length was illegal, or the position in the stream is lost.
    @inlinable
    public var isStopped: Bool {
        if case .stopped = state { true } else { false }
    }

    /// Bytes that have passed since the last frame ended; 0 when stopped.
    @inlinable
    public var pendingBytes: Int { isStopped ? 0 : streamOffset &- frameOffset }

    /// Whether the next byte starts a length word.
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
        guard isAtFrameBoundary, buffer.isEmpty, segment.count &- position > 4 else { return nil }
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
        if case .lengthWord = state { releaseBuffer() }
        while position < segment.count {
            switch state {
            case .lengthWord:
                try readLength(in: segment, at: &position)
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
    /// - Returns: False when a length word is, or may be, among the missing bytes: the decoder is stopped, until
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
    /// - Parameter streamOffset: The offset of the next byte, which starts a length word.
    public mutating func restart(at streamOffset: Int) {
        passed = streamOffset
        endFrame()
        releaseBuffer()
    }
}

extension LengthPrefixedFrameDecoder {
    private var bodyLength: Int { Int(truncatingIfNeeded: length) }

    /// Bytes of the body that have passed.
    private var received: Int { streamOffset &- frameOffset &- 4 }

    private mutating func readLength(in segment: Span<UInt8>, at position: inout Int) throws(FramingError) {
        if streamOffset == frameOffset && segment.count &- position >= 4 {
            length = segment.bigEndianUInt32(at: position)
            position &+= 4
            passed &+= 4
        } else {
            while position < segment.count && streamOffset &- frameOffset < 4 {
                length = length << 8 | UInt32(segment[position])
                position &+= 1
                passed &+= 1
            }
            guard streamOffset &- frameOffset == 4 else { return }
        }
        guard length > 0 else { throw illegal(.emptyFrame) }
        guard let bodyLength = Int(exactly: length), bodyLength <= maximumLength else {
            throw illegal(.frameTooLarge(length: bodyLength))
        }
        state = .body(isKept: assembly != .none)
    }

    private mutating func readBody(in segment: Span<UInt8>, at position: inout Int, isKept: Bool) -> Frame? {
        let start = position
        let count = min(segment.count &- start, bodyLength &- received)
        let isWhole = count == bodyLength
        position &+= count
        passed &+= count
        var isKept = isKept
        if isKept && !isWhole {
            // At the body's first byte: the length word has just been passed.
            if assembly == .json, received == count, !Self.beginsJSON(segment[start]) {
                isKept = false
                state = .body(isKept: false)
            } else {
                buffer.append(copying: segment.extracting(start..<position))
            }
        }
        guard received == bodyLength else { return nil }
        let body: Body = isWhole ? .inline(start..<position) : isKept ? .assembled : .skipped
        let frame = isDamaged ? nil : Frame(streamOffset: frameOffset, bodyLength: bodyLength, body: body)
        endFrame()
        return frame
    }

    private static func beginsJSON(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), 0x20, 0x09, 0x0A, 0x0D, 0xEF: true
        default: false
        }
    }

    private mutating func illegal(_ kind: FramingError.Kind) -> FramingError {
        state = .stopped
        return FramingError(kind, streamOffset: frameOffset)
    }

    private mutating func stop(passing count: Int) {
        let (sum, overflow) = streamOffset.addingReportingOverflow(count)
        passed = overflow ? .max : sum
        releaseBuffer()
        state = .stopped
    }

    private mutating func endFrame() {
        state = .lengthWord
        frameOffset = streamOffset
        length = 0
        isDamaged = false
    }

    private mutating func releaseBuffer() {
        guard !buffer.isEmpty else { return }
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.retainedCapacity)
    }
}
