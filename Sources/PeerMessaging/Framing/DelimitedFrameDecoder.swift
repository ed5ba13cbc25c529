import WireCoding

/// Cuts a byte stream into frames that a delimiter ends, such as lines.
///
/// It is used like ``LengthPrefixedFrameDecoder``: pieces of any size, bodies without their delimiter, and what lies in one
/// piece is not copied. What is held follows the bytes that came, up to the maximum and the delimiter. After missing bytes
/// reading continues after the next delimiter.
///
/// ```swift
/// var decoder = DelimitedFrameDecoder(.lineFeed, maximumLength: 65_536)
/// var position = 0
/// while let line = try decoder.next(in: segment, at: &position) {
///     switch line.body {
///     case .inline(let range): use(segment.extracting(range))
///     case .assembled: use(decoder.assembledBody)
///     case .skipped: break
///     }
/// }
/// ```
public struct DelimitedFrameDecoder: Sendable {
    /// A whole frame; it is never ``LengthPrefixedFrameDecoder/Body/skipped``.
    public typealias Frame = LengthPrefixedFrameDecoder.Frame

    /// The bytes that end each frame.
    public let delimiter: FrameDelimiter
    /// The largest body that is taken for legal, without its delimiter.
    public let maximumLength: Int
    /// Whether a frame may have no body, as an empty line.
    public let allowsEmptyFrames: Bool
    /// Memory that is kept for the next body that straddles pieces, in bytes.
    public let retainedCapacity: Int
    /// Bytes of the stream that have passed, missing ones included.
    public private(set) var streamOffset: Int
    /// The number of times that bytes of a frame, or of several, were missing.
    public private(set) var damagedFrames = 0
    /// Whether nothing more can be framed: a frame was illegal.
    public private(set) var isStopped = false

    private var frameOffset: Int
    private var buffer: [UInt8] = []
    /// How many bytes of the delimiter the stream ends with so far.
    private var matched = 0
    /// Whether bytes of the frame are missing.
    private var isDamaged = false

    /// - Parameters:
    ///   - delimiter: The bytes that end each frame.
    ///   - maximumLength: The largest legal body, without its delimiter.
    ///   - allowsEmptyFrames: Whether a frame may have no body.
    ///   - retainedCapacity: Memory that is kept for the next body that straddles pieces.
    ///   - streamOffset: The offset of the first byte, which starts a frame.
    public init(
        _ delimiter: FrameDelimiter, maximumLength: Int = LengthPrefixedFrameDecoder.defaultMaximumLength,
        allowsEmptyFrames: Bool = true,
        retainedCapacity: Int = LengthPrefixedFrameDecoder.defaultRetainedCapacity, startingAt streamOffset: Int = 0
    ) {
        self.delimiter = delimiter
        // So that the delimiter can be added.
        self.maximumLength = min(max(maximumLength, 0), .max - FrameDelimiter.maximumLength)
        self.allowsEmptyFrames = allowsEmptyFrames
        self.retainedCapacity = retainedCapacity
        self.streamOffset = streamOffset
        frameOffset = streamOffset
    }

    /// Bytes that have passed since the last frame ended; 0 when stopped.
    public var pendingBytes: Int { isStopped ? 0 : streamOffset &- frameOffset }

    /// Bytes of an incomplete frame that are held.
    public var bufferedBytes: Int { buffer.count }

    /// The body of the frame that ``next(in:at:)`` has just returned as assembled; otherwise what has come of an incomplete frame, with
    /// what may be the beginning of its delimiter.
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
    /// - Throws: ``FramingError`` at a frame that is longer than the maximum, or empty and must not be. The decoder is stopped
    ///   then.
    public mutating func next(in segment: Span<UInt8>, at position: inout Int) throws(FramingError) -> Frame? {
        if streamOffset == frameOffset { releaseBuffer() }
        while position < segment.count {
            guard !isStopped else {
                pass(segment.count, &position)
                return nil
            }
            let start = position
            let rest = segment.count &- start
            // With one byte more than that, the frame cannot be legal.
            let room = isDamaged ? .max : maximumLength &+ delimiter.bytes.count &- (streamOffset &- frameOffset)
            let end = start &+ min(rest, room)
            guard let found = delimiter.end(in: segment, from: start, to: end, matched: &matched) else {
                if !isDamaged { buffer.append(copying: segment.extracting(start..<end)) }
                pass(end, &position)
                guard room > rest else { throw illegal(.delimiterMissing(maximum: maximumLength)) }
                continue
            }
            if let frame = try frame(in: segment, to: found, at: &position) { return frame }
        }
        return nil
    }

    /// Reports bytes that belong next in the stream and were not captured. What comes before the next delimiter is dropped.
    public mutating func skip(missing count: Int) {
        guard count > 0 else { return }
        let (sum, overflow) = streamOffset.addingReportingOverflow(count)
        streamOffset = overflow ? .max : sum
        guard !isStopped else { return }
        if !isDamaged { damagedFrames &+= 1 }
        isDamaged = true
        matched = 0
        releaseBuffer()
    }

    /// Goes on at a known frame boundary.
    ///
    /// - Parameter streamOffset: The offset of the next byte, which starts a frame.
    public mutating func restart(at streamOffset: Int) {
        self.streamOffset = streamOffset
        isStopped = false
        endFrame()
        releaseBuffer()
    }

    /// Reports that the stream ends here.
    ///
    /// - Throws: ``FramingError/Kind/incompleteFrame(received:)`` within a frame. What has come of it is the
    ///   ``assembledBody``, for protocols whose last delimiter may be left out.
    public func finish() throws(FramingError) {
        guard pendingBytes > 0 else { return }
        throw FramingError(.incompleteFrame(received: pendingBytes), streamOffset: frameOffset)
    }
}

extension DelimitedFrameDecoder {
    /// - Parameter end: The position after the delimiter.
    /// - Returns: Nil for a frame of which bytes are missing.
    private mutating func frame(
        in segment: Span<UInt8>, to end: Int, at position: inout Int
    ) throws(FramingError) -> Frame? {
        let start = position
        let offset = frameOffset
        let isWhole = streamOffset == offset
        pass(end, &position)
        guard !isDamaged else {
            endFrame()
            return nil
        }
        let length = streamOffset &- offset &- delimiter.bytes.count
        guard length > 0 || allowsEmptyFrames else { throw illegal(.emptyFrame) }
        endFrame()
        guard !isWhole else {
            return Frame(streamOffset: offset, bodyLength: length, body: .inline(start..<start &+ length))
        }
        buffer.append(copying: segment.extracting(start..<end))
        buffer.removeLast(delimiter.bytes.count)
        return Frame(streamOffset: offset, bodyLength: length, body: .assembled)
    }

    private mutating func pass(_ end: Int, _ position: inout Int) {
        streamOffset &+= end &- position
        position = end
    }

    private mutating func endFrame() {
        frameOffset = streamOffset
        matched = 0
        isDamaged = false
    }

    private mutating func illegal(_ kind: FramingError.Kind) -> FramingError {
        isStopped = true
        releaseBuffer()
        return FramingError(kind, streamOffset: frameOffset)
    }

    private mutating func releaseBuffer() {
        guard !buffer.isEmpty else { return }
        buffer.removeAll(keepingCapacity: buffer.capacity <= retainedCapacity)
    }
}
