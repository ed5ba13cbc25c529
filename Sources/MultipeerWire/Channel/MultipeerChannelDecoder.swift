import WireCoding

/// Cuts one direction of the TCP connection between two peers into messages.
///
/// The stream is passed in order, in pieces of any size; the messages do not depend on how it is cut. A body that lies
/// in one piece is not copied. One that straddles pieces is collected as its bytes arrive, so memory follows the
/// received bytes and never the claim of a length.
///
/// A message with a wrong checksum is a fault, and reading goes on after its length. After a length that no body has,
/// after missing bytes of a header, and in a stream that is joined in the middle, the decoder searches at every byte
/// for the header of a published kind. What it finds counts only if the checksum is right; what it does not is passed
/// over.
///
/// ```swift
/// var position = 0
/// while let output = decoder.next(in: segment.span, at: &position) {
///     switch output {
///     case .message(let message):
///         switch message.body {
///         case .inline(let range): use(message.header, segment.span.extracting(range))
///         case .assembled: use(message.header, decoder.assembledBody)
///         }
///     case .fault(let fault): report(fault)
///     }
/// }
/// ```
public struct MultipeerChannelDecoder: Sendable {
    /// Memory that is kept for the next body that straddles pieces. A decoder is held per direction of a connection.
    static let retainedCapacity = 1024

    /// What a piece of the stream gave.
    public enum Output: Hashable, Sendable {
        /// A whole message with a right checksum.
        case message(Message)
        /// A message that cannot be used.
        case fault(Fault)
    }

    /// A whole message with a right checksum.
    public struct Message: Hashable, Sendable {
        /// The offset of the header, in bytes from the start of the stream.
        public let streamOffset: Int
        /// The sixteen bytes before the body, with the checksum that was found right.
        public let header: MultipeerMessageHeader
        /// Where the bytes of the body are: in the piece, or held by the decoder.
        public let body: Body
    }

    /// The location of a message's body.
    public enum Body: Hashable, Sendable {
        /// In the piece that was handed over, at these positions.
        case inline(Range<Int>)
        /// In ``MultipeerChannelDecoder/assembledBody``, until the decoder is used again.
        case assembled
    }

    /// A message that cannot be used.
    public struct Fault: Error, Hashable, Sendable {
        /// Why a message cannot be used.
        @nonexhaustive
        public enum Kind: Hashable, Sendable {
            /// The checksum should have been the expected one. Nothing of the message can be relied on; reading goes on
            /// after it.
            case wrongChecksum(expected: UInt32)
            /// The body is longer than the decoder reads. A search follows.
            case bodyTooLong(maximum: Int)
        }

        /// Why it cannot be used.
        public let kind: Kind
        /// The offset of the header, in bytes from the start of the stream.
        public let streamOffset: Int
        /// The header as it is on the wire.
        public let header: MultipeerMessageHeader

        /// The same as parsers throw it, with the offset of the field in the stream.
        public var error: WireError {
            switch kind {
            case .wrongChecksum:
                WireError(
                    .invalidValue(UInt64(header.checksum)), field: "message checksum",
                    offset: streamOffset &+ MultipeerMessageHeader.checksumOffset)
            case .bodyTooLong(let maximum):
                WireError(
                    .tooLong(length: Int(header.length), maximum: maximum), field: "message body",
                    offset: streamOffset &+ 4)
            }
        }
    }

    /// A message that has begun and not ended.
    public struct PendingMessage: Hashable, Sendable {
        /// The offset of the header, in bytes from the start of the stream.
        public let streamOffset: Int
        /// Nil while it is itself incomplete.
        public let header: MultipeerMessageHeader?
        /// Bytes that the stream has passed, those of the header included.
        public let pendingBytes: Int
    }

    /// What the bytes are that come next.
    enum State: Sendable {
        /// A header at a message boundary.
        case header
        /// Anything: a header is searched for.
        case searching
        /// A body.
        case body(BodyState)
    }

    struct BodyState: Sendable {
        let header: MultipeerMessageHeader
        /// Whether the header was found in a search, so that only the checksum says that it is one.
        let isGuess: Bool
        /// Whether the buffer has all bytes of the body that have passed.
        var isKept = true
        var received = 0
    }

    /// The longest body that is read.
    public let maximumBodyLength: Int
    /// Bytes of the stream that have passed, missing ones included.
    public internal(set) var streamOffset: Int
    /// Bytes that belong to no message: passed over in searches.
    public internal(set) var skippedBytes = 0
    /// Messages that were dropped because bytes of their bodies were missing, or given up by ``dropBody()``.
    public internal(set) var damagedMessages = 0

    var state: State
    /// The last bytes before the current one: those of a header so far, at most sixteen.
    var window = HeaderWindow()
    var buffer: [UInt8] = []

    /// - Parameters:
    ///   - maximumBodyLength: The longest body that is read.
    ///   - streamOffset: The offset of the first byte.
    ///   - joinsStream: Whether the first byte may be in the middle of a message.
    public init(
        maximumBodyLength: Int = MultipeerMessage.defaultMaximumBodyLength, startingAt streamOffset: Int = 0,
        joinsStream: Bool = false
    ) {
        self.maximumBodyLength = maximumBodyLength
        self.streamOffset = streamOffset
        state = joinsStream ? .searching : .header
    }

    /// Whether the boundaries of messages are not known, and a message is searched for.
    public var isSearching: Bool {
        switch state {
        case .searching: true
        case .body(let body): body.isGuess
        case .header: false
        }
    }

    /// Whether the next byte begins a message.
    public var isAtMessageBoundary: Bool {
        if case .header = state { window.count == 0 } else { false }
    }

    /// The message that a stream ending here would leave incomplete; nil in a search.
    public var pendingMessage: PendingMessage? {
        switch state {
        case .header where window.count > 0:
            PendingMessage(streamOffset: streamOffset &- window.count, header: nil, pendingBytes: window.count)
        case .body(let body) where !body.isGuess:
            PendingMessage(
                streamOffset: streamOffset &- body.received &- MultipeerMessageHeader.size, header: body.header,
                pendingBytes: body.received &+ MultipeerMessageHeader.size)
        default: nil
        }
    }

    /// The body of the message that ``next(in:at:)`` has just returned as ``Body/assembled``.
    public var assembledBody: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span }
    }

    /// The message that ``next(in:at:)`` has just returned, with a copy of its body.
    ///
    /// - Parameters:
    ///   - message: The message that was returned.
    ///   - segment: The piece that was handed over.
    public func owned(_ message: Message, in segment: Span<UInt8>) -> MultipeerMessage {
        let body: [UInt8] =
            switch message.body {
            case .inline(let range): segment.copied(range)
            case .assembled: buffer
            }
        let header = message.header
        return MultipeerMessage(header.type, flags: header.flags, number: header.number, body: body)
    }

    /// Bytes of an incomplete body that are held: at most ``maximumBodyLength``, and never more than have passed.
    public var bufferedBytes: Int { buffer.count }
}

/// The last bytes of a stream, sixteen at most, as a header may have them.
struct HeaderWindow: Sendable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private(set) var count = 0

    var header: MultipeerMessageHeader { MultipeerMessageHeader(high: high, low: low) }

    /// Whether it is full and may be the header of a published kind.
    var isPlausible: Bool {
        // Few bytes are: the types are three, and the flags 0 or 1.
        guard count == MultipeerMessageHeader.size, high >> 33 & 0x7FFF == 0 else { return false }
        return header.isPlausible
    }

    /// Adds a byte. The first one of a full window is lost.
    ///
    /// - Returns: Whether one was.
    mutating func add(_ byte: UInt8) -> Bool {
        high = high << 8 | low >> 56
        low = low << 8 | UInt64(byte)
        guard count < MultipeerMessageHeader.size else { return true }
        count &+= 1
        return false
    }

    mutating func clear() { self = HeaderWindow() }
}

extension MultipeerChannelDecoder.Fault: CustomStringConvertible {
    /// One phrase with the offset in the stream.
    public var description: String { "\(error)" }
}
