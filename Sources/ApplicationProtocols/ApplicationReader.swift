import WireCoding

/// Reads one direction of a session: the bytes of a stream in order, or datagrams one by one.
///
/// A reader is a value. It is shown bytes of strangers, in pieces of any size, and may hold those of a message that is not
/// complete. It never takes memory for what a length says.
public protocol ApplicationReader: Sendable {
    /// Takes each message, and its body.
    typealias Receiver = (_ message: ApplicationMessage, _ body: Span<UInt8>) -> Void

    /// Goes on with the next bytes of a stream, or with the next datagram.
    mutating func read(_ bytes: Span<UInt8>, _ take: Receiver)
    /// Says that so many bytes belong next and are not in the capture.
    mutating func skip(missing count: Int, _ take: Receiver)
    /// Says that the sender ended the stream here.
    mutating func finish(_ take: Receiver)
    /// Gives up what is held; the stream goes on as after a hole.
    mutating func evict()

    /// Bytes that are held until their message is complete. Asked after every piece.
    var heldBytes: Int { get }
    /// Whether no more messages can come, so that it need not be shown more. Asked after every piece.
    var isOver: Bool { get }
    /// Whether there was anything that does not fit. Asked after every piece.
    var hasFault: Bool { get }
    /// What there is to say beside the messages.
    var summary: ReadingSummary { get }
}

/// Where a reader begins.
public struct ReadingStart: Hashable, Sendable {
    /// Whether it is shown datagrams, and not a stream.
    public var isDatagrams: Bool
    /// Whether the first byte may be in the middle of a message.
    public var isMidstream: Bool
    /// Whether messages are to be looked for again behind a fault of framing.
    public var resynchronizes: Bool
    /// Whether ``ApplicationMessage/fields`` are wanted.
    public var listsFields: Bool

    /// A direction that is to be read.
    ///
    /// - Parameters:
    ///   - isDatagrams: Whether datagrams are shown, and not a stream.
    ///   - isMidstream: Whether the first byte may be in the middle of a message.
    ///   - resynchronizes: Whether messages are to be looked for again after a fault of framing.
    ///   - listsFields: Whether ``ApplicationMessage/fields`` are wanted.
    public init(
        isDatagrams: Bool = false, isMidstream: Bool = false, resynchronizes: Bool = false, listsFields: Bool = false
    ) {
        self.isDatagrams = isDatagrams
        (self.isMidstream, self.resynchronizes, self.listsFields) = (isMidstream, resynchronizes, listsFields)
    }
}

/// What a reader made of a direction beside its messages.
public struct ReadingSummary: Hashable, Sendable {
    /// How framing was found.
    @nonexhaustive
    public enum Start: Hashable, Sendable {
        /// From the start of the stream.
        case known
        /// Behind bytes that were skipped, where the stream was joined in the middle or a hole hid a border.
        case found
        /// No message was found at all.
        case notFound
    }

    /// Messages that do not decode, lengths that cannot be, and one that the stream's end cut.
    public var malformed = 0
    /// The first fault of each kind, in the order of the stream.
    public var faults: [ReadingFault] = []
    /// How framing was found.
    public var start = Start.known
    /// Whether the first message did not fit, so that nothing of the direction counts.
    public var isMismatch = false
    /// Bytes in which no message was found.
    public var skippedBytes = 0
    /// Whether the bytes prove that they are of the application, as a right checksum does.
    public var isCertain = false
    /// Messages of WebSocket's own, by kind; nil for other framings.
    public var controlFrames: ControlFrames?

    /// The summary of a direction without a fault.
    public init() {}

    /// The fault with the lowest offset, nil without any.
    public var firstFault: ReadingFault? { faults.min { $0.streamOffset < $1.streamOffset } }

    /// Control frames of WebSocket (RFC 6455 §5.5).
    public struct ControlFrames: Hashable, Sendable {
        /// Pings, opcode 0x9.
        public var ping: Int
        /// Pongs, opcode 0xA.
        public var pong: Int
        /// Closes, opcode 0x8: at most one if the sender keeps the rules.
        public var close: Int

        /// So many control frames of each kind.
        public init(ping: Int = 0, pong: Int = 0, close: Int = 0) {
            (self.ping, self.pong, self.close) = (ping, pong, close)
        }
    }
}

/// The place where an application's rules and the bytes part.
public struct ReadingFault: Hashable, Sendable {
    /// What was being read: `framing`, `header.version`, `body`.
    public var key: String
    /// The start of the message, from the first byte that the reader was shown.
    public var streamOffset: Int
    /// In words.
    public var message: String
    /// Up to 32 bytes around it.
    public var bytes: [UInt8]
    /// What the fault does to the messages after it.
    public var kind: Kind

    /// What a fault does to the messages after it.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// Where messages end is not known any more.
        case framing
        /// One message does not decode.
        case body
        /// The stream's end cut the message.
        case incomplete
    }

    /// A fault at the start of a message, from the first byte that the reader was shown.
    public init(kind: Kind, key: String, streamOffset: Int, message: String, bytes: [UInt8] = []) {
        (self.kind, self.key, self.streamOffset) = (kind, key, streamOffset)
        (self.message, self.bytes) = (message, bytes)
    }
}
