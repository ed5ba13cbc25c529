import WireCoding

/// Cuts a TCP stream into DNS messages: a 2-byte length, then the message (RFC 1035 §4.2.2, RFC 7766 §8).
///
/// ```
/// +-----------+----------------------------+
/// | length, 2 | message, `length` bytes    |    12 <= length <= 65,535
/// +-----------+----------------------------+
/// ```
///
/// The stream is handed over in order, in pieces of any size. A message that lies in one piece is not copied; one that
/// straddles pieces is collected as its bytes arrive, so that memory follows what was received and never what a length
/// claims.
///
/// ```swift
/// var position = 0
/// while let frame = try decoder.next(in: segment, at: &position) {
///     switch frame.body {
///     case .inline(let range): read(segment.extracting(range))
///     case .assembled: read(decoder.assembledBody)
///     }
/// }
/// ```
public struct DNSOverTCPDecoder: Sendable {
    /// The shortest message: a header.
    public static let minimumLength = 12

    /// A whole message.
    public struct Frame: Hashable, Sendable {
        /// The offset of its length, in bytes from the start of the stream.
        public let streamOffset: Int
        /// Bytes of the message.
        public let length: Int
        /// Where the message's bytes are, without the length before them.
        public let body: Body
    }

    /// The location of a message.
    public enum Body: Hashable, Sendable {
        /// In the piece that was handed over, at these positions.
        case inline(Range<Int>)
        /// In ``DNSOverTCPDecoder/assembledBody``, until the decoder is used again.
        case assembled
    }

    /// Bytes of the stream that have passed.
    public private(set) var streamOffset: Int

    private var frameOffset: Int
    /// The value of the length bytes that have passed so far.
    private var length = 0
    private var buffer: [UInt8] = []

    /// - Parameter streamOffset: The offset of the first byte, which begins a length.
    public init(streamOffset: Int = 0) {
        self.streamOffset = streamOffset
        frameOffset = streamOffset
    }

    /// The message that ``next(in:at:)`` has just returned as ``Body/assembled``.
    public var assembledBody: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span }
    }

    /// The next message that ends in this piece of the stream.
    ///
    /// - Parameters:
    ///   - segment: The next bytes of the stream.
    ///   - position: Where in `segment` to go on; it moves over what was used.
    /// - Returns: Nil when the piece is used up; an incomplete message is remembered.
    /// - Throws: `WireError` with an offset in the stream for a length below that of a header:
    ///   `WireError.Kind.invalidValue(_:)` for 0, otherwise `WireError.Kind.truncated(needed:available:)`. The next
    ///   call continues after those bytes.
    public mutating func next(in segment: Span<UInt8>, at position: inout Int) throws(WireError) -> Frame? {
        if received < 2 { buffer.removeAll(keepingCapacity: true) }
        while position < segment.count {
            guard received >= 2 else {
                try readLength(in: segment, at: &position)
                continue
            }
            let start = position
            let count = min(segment.count &- start, length &+ 2 &- received)
            let isWhole = count == length
            let isMessage = length >= Self.minimumLength
            position &+= count
            streamOffset &+= count
            if isMessage && !isWhole { buffer.append(copying: segment.extracting(start..<position)) }
            guard received == length &+ 2 else { return nil }
            let frame = Frame(
                streamOffset: frameOffset, length: length, body: isWhole ? .inline(start..<position) : .assembled)
            endFrame()
            if isMessage { return frame }
        }
        return nil
    }

    /// Reports that the stream has ended.
    ///
    /// - Throws: `WireError.Kind.truncated(needed:available:)` where it ended within a length or a message.
    public func finish() throws(WireError) {
        guard received > 0 else { return }
        guard received >= 2 else {
            throw WireError(
                .truncated(needed: 2, available: received), field: "DNS message length", offset: frameOffset)
        }
        throw WireError(
            .truncated(needed: length, available: received &- 2), field: "DNS message", offset: frameOffset &+ 2)
    }
}

extension DNSOverTCPDecoder {
    /// Bytes of the current length and message that have passed.
    private var received: Int { streamOffset &- frameOffset }

    private mutating func readLength(in segment: Span<UInt8>, at position: inout Int) throws(WireError) {
        length = length << 8 | Int(segment[position])
        position &+= 1
        streamOffset &+= 1
        guard received == 2, length < Self.minimumLength else { return }
        let field: WireError.Field = "DNS message length"
        guard length > 0 else {
            let error = WireError(.invalidValue(0), field: field, offset: frameOffset)
            endFrame()
            throw error
        }
        // The bytes of what is too short to be a message pass.
        throw WireError(
            .truncated(needed: Self.minimumLength, available: length), field: "DNS header",
            offset: frameOffset &+ 2, limit: field)
    }

    private mutating func endFrame() {
        frameOffset = streamOffset
        length = 0
    }
}
