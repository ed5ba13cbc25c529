import WireCoding

/// Finds the offset in a stream from which length-prefixed frames of mesh messages can be read: after an illegal
/// length, after a hole, or if a capture began in the middle.
///
/// Framing has no mark to search for, so any offset that is found is a guess. An offset is accepted only if a possible
/// length word is followed by a whole ``MeshMessage`` of exactly that length and of a known kind. Nothing uses it by
/// default: a ``LengthPrefixedFrameDecoder`` stays stopped until its owner chooses to guess and restarts it.
///
/// ```swift
/// var search = FrameResynchronizer(after: error)
/// if let found = search.next(in: segment, at: &position) {
///     decoder.restart(at: found.streamOffset)
///     // Go on with `search.heldBytes` when `found.isHeld`, else with `segment` at `position`.
/// }
/// ```
///
/// A message that straddles pieces is held until it is whole. What is held follows the bytes that came, and ends at
/// ``maximumBodyLength`` and one piece. Every byte is scanned at most twice, whatever the input: the zero bytes of a
/// length word cannot be in a message but within its strings, and what is string for a scan that began at one candidate
/// is not for a scan that began at the next.
public struct FrameResynchronizer: Sendable {
    /// 1 MiB: longer messages are not waited for.
    public static let defaultMaximumBodyLength = 1 << 20
    /// A direct message without payload, from a sender without name: no message is shorter.
    static let minimumBodyLength = 62

    /// The offsets at which a frame may begin.
    public enum Places: Hashable, Sendable {
        /// With a piece of the stream, or with the piece before if that was a length word and no more: how TCP segments
        /// of most senders lie. A piece that begins otherwise costs next to nothing.
        case pieceStarts
        /// At every byte.
        case everyByte
    }

    /// A place from which on frames are read.
    public struct Found: Hashable, Sendable {
        /// The offset of the length word, in bytes from the start of the stream.
        public let streamOffset: Int
        /// Bytes of the stream between the start of the search and that place, missing ones included.
        public let skippedBytes: Int
        /// Whether the frame is in ``FrameResynchronizer/heldBytes``; if not, it is in the piece at the position.
        public let isHeld: Bool
    }

    /// The offsets at which a frame is looked for now.
    public private(set) var places: Places
    /// The longest body that is waited for.
    public let maximumBodyLength: Int
    /// The number of bytes of the stream that have passed, including missing and held ones.
    public private(set) var streamOffset: Int

    private var origin: Int
    private var buffer: [UInt8] = []
    /// The number of bytes at the buffer's beginning that are no longer held.
    private var released = 0

    /// A search for the first frame from there on.
    ///
    /// - Parameters:
    ///   - streamOffset: The offset of the next byte.
    ///   - places: The offsets at which a frame may begin.
    ///   - maximumBodyLength: The longest body that is waited for.
    public init(
        startingAt streamOffset: Int, places: Places = .everyByte,
        maximumBodyLength: Int = defaultMaximumBodyLength
    ) {
        self.places = places
        self.maximumBodyLength = maximumBodyLength
        self.streamOffset = streamOffset
        origin = streamOffset
    }

    /// A search at every byte after the start of an illegal length word: the next one may begin in its last three
    /// bytes.
    public init(after error: FramingError, maximumBodyLength: Int = defaultMaximumBodyLength) {
        self.init(startingAt: error.streamOffset, places: .everyByte, maximumBodyLength: maximumBodyLength)
        streamOffset &+= 4
        guard case .frameTooLarge(let length) = error.kind else {
            // If they are zeros, all may be the beginning of the next word.
            buffer = [0, 0, 0]
            return
        }
        buffer = [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    /// The held bytes of a possible frame, from its length word on. With ``Found/isHeld``, all bytes from the found
    /// frame to the end of the last piece.
    public var heldBytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span.extracting(released..<buffer.count) }
    }

    /// The number of bytes that are held.
    public var heldCount: Int { buffer.count &- released }

    /// Goes on with the next piece of the stream.
    ///
    /// - Parameters:
    ///   - piece: The next bytes of the stream.
    ///   - position: Where in `piece` to go on. It moves to the length word that was found, or to the end.
    /// - Returns: The start of the frames, or nil if the piece is used up. After a find the search is over.
    public mutating func next(in piece: Span<UInt8>, at position: inout Int) -> Found? {
        let start = position
        if heldCount > 0 {
            hold(piece.extracting(start..<piece.count))
            streamOffset &+= piece.count &- start
            position = piece.count
            if let found = searchHeld(isLast: false) { return found }
            guard heldCount == 0, places == .pieceStarts, start < piece.count else { return nil }
            // A candidate that began in the previous piece is not continued: this piece may begin another one.
            streamOffset &-= piece.count &- start
        }
        let end = candidate(in: piece, from: start, isLast: false)
        streamOffset &+= end.position &- start
        position = end.position
        if end.isMessage { return found(isHeld: false) }
        hold(piece.extracting(position..<piece.count))
        streamOffset &+= piece.count &- position
        position = piece.count
        return nil
    }

    /// Continues after an illegal length that followed the frame that was found: within ``heldBytes``, which need not
    /// be copied to be passed in again. As after ``init(after:maximumBodyLength:)``, every byte counts.
    ///
    /// - Parameters:
    ///   - error: Where the illegal length is.
    ///   - index: The index after it in ``heldBytes``. The bytes before are released, except for the last three.
    public mutating func resume(after error: FramingError, at index: Int) {
        places = .everyByte
        origin = error.streamOffset
        released &+= min(max(index &- 3, 0), heldCount)
    }

    /// Reports that the stream ends here: an incomplete message does not count, and there may be others within the held
    /// bytes.
    public mutating func finish() -> Found? { searchHeld(isLast: true) }

    /// Reports bytes that belong next in the stream and were not captured. The held bytes are dropped.
    public mutating func skip(missing count: Int) {
        release()
        let (sum, overflow) = streamOffset.addingReportingOverflow(max(count, 0))
        streamOffset = overflow ? .max : sum
    }

    /// Gives up what is held, and its memory; the search goes on with the next piece.
    public mutating func release() {
        buffer = []
        released = 0
    }
}

extension FrameResynchronizer {
    private func found(isHeld: Bool) -> Found {
        let place = streamOffset &- (isHeld ? heldCount : 0)
        return Found(streamOffset: place, skippedBytes: place &- origin, isHeld: isHeld)
    }

    private mutating func hold(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        // Moved only when half is free, so that many consecutive candidates do not move all bytes each time.
        if released > buffer.count / 2 {
            buffer.removeFirst(released)
            released = 0
        }
        buffer.append(copying: bytes)
    }

    private mutating func searchHeld(isLast: Bool) -> Found? {
        guard heldCount > 0 else { return nil }
        let end = candidate(in: buffer.span, from: released, isLast: isLast)
        released = end.position
        if end.isMessage { return found(isHeld: true) }
        if heldCount == 0 { release() }
        return nil
    }

    /// The first offset that is the beginning of a message, or may be with more bytes; otherwise the end.
    private func candidate(
        in bytes: Span<UInt8>, from start: Int, isLast: Bool
    ) -> (position: Int, isMessage: Bool) {
        var position = start
        while position < bytes.count {
            switch verdict(in: bytes, at: position) {
            case .message: return (position, true)
            case .incomplete: if !isLast { return (position, false) }
            case .impossible: break
            }
            guard places == .everyByte else { break }
            position &+= 1
        }
        return (bytes.count, false)
    }

    private enum Verdict { case message, incomplete, impossible }

    /// Whether a frame with a message begins there.
    @inline(__always)
    private func verdict(in bytes: Span<UInt8>, at position: Int) -> Verdict {
        let count = bytes.count &- position
        guard count >= 5 else { return beginsLength(in: bytes, at: position) ? .incomplete : .impossible }
        // In this order, because few bytes are a brace.
        guard bytes[position &+ 4] == UInt8(ascii: "{") else { return .impossible }
        return verdict(ofBodyIn: bytes, at: position)
    }

    @inline(never)
    private func verdict(ofBodyIn bytes: Span<UInt8>, at position: Int) -> Verdict {
        let count = bytes.count &- position
        guard let length = Int(exactly: bytes.bigEndianUInt32(at: position)), length <= maximumBodyLength,
            length >= Self.minimumBodyLength, count == 5 || Self.followsBrace(bytes[position &+ 5])
        else { return .impossible }
        guard count &- 4 >= length else { return .incomplete }
        let body = bytes.extracting(position &+ 4..<position &+ 4 &+ length)
        guard let message = try? MeshMessageView(scanning: body), message.isKnownType else { return .impossible }
        return .message
    }

    /// Whether the last bytes, four at most, can be a length word or the first bytes of one.
    private func beginsLength(in bytes: Span<UInt8>, at position: Int) -> Bool {
        var least: UInt64 = 0
        var greatest: UInt64 = 0
        for place in 0..<4 {
            let index = position &+ place
            least = least << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
            greatest = greatest << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0xFF)
        }
        return greatest >= UInt64(Self.minimumBodyLength) && least <= UInt64(max(maximumBodyLength, 0))
    }

    /// A member's name, or the white space before it that encoders write.
    private static func followsBrace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), 0x20, 0x0A, 0x0D: true
        default: false
        }
    }
}
