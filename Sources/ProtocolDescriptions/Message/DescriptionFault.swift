/// The place where a description and the bytes of a direction part.
public struct DescriptionFault: Error, Hashable, Sendable {
    /// What was being read: `framing`, `header.version`, `body`.
    public var key: String
    /// The start of the message, from the start of the stream.
    public var streamOffset: Int
    /// What is wrong.
    public var message: String
    /// Up to 32 bytes around it.
    public var bytes: [UInt8]

    /// How much of the stream the fault affects.
    public var kind: Kind

    /// How much of the stream a fault affects.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// Where messages end is not known any more, or a header is not the description's.
        case framing
        /// One body does not decode.
        case body
        /// The stream's end cut the message.
        case incomplete
    }

    /// A fault of the message at that offset.
    public init(kind: Kind, key: String, streamOffset: Int, message: String, bytes: [UInt8]) {
        self.kind = kind
        self.key = key
        self.streamOffset = streamOffset
        self.message = message
        self.bytes = bytes
    }
}

/// What a description made of one direction.
public struct DescribedDirectionSummary: Hashable, Sendable {
    /// Sound messages.
    public var messages = 0
    /// Those that do not decode, that framing found faulty, and one that the stream's end cut.
    public var malformed = 0
    /// Bytes of sound messages with their framing.
    public var messageBytes = 0
    /// Bytes at which no message could be read.
    public var skippedBytes = 0
    /// How messages are found: from the start of the stream, from an offset that was found, or no more.
    public var state = FramingState.reading
    /// Whether messages were read from an offset that was found, at any time.
    public var wasFound = false
    /// The first fault of each kind, in the order of the stream.
    public var faults: [DescriptionFault] = []
    /// Control frames of WebSocket; nil for other framings.
    public var controlFrames: WebSocketControlFrames?

    /// A direction of which nothing was read.
    public init() {}

    /// The fault that came first in the stream; nil without any.
    public var firstFault: DescriptionFault? { faults.first }

    /// Adds a fault, unless there is one of its kind.
    mutating func add(_ fault: DescriptionFault) {
        guard !faults.contains(where: { $0.kind == fault.kind }) else { return }
        let place = faults.firstIndex { $0.streamOffset > fault.streamOffset } ?? faults.count
        faults.insert(fault, at: place)
    }

    /// Whether the description fits this direction, so that its figures mean something.
    public var isRead: Bool { state != .mismatch && state != .notFound && (messages > 0 || malformed == 0) }
}

extension DescriptionFault: CustomStringConvertible {
    /// One phrase with the key of the description and the offset in the stream.
    public var description: String { "\(key), message at stream offset \(streamOffset): \(message)" }
}
