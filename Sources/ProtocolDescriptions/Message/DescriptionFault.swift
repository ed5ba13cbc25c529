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

    public init(key: String, streamOffset: Int, message: String, bytes: [UInt8]) {
        self.key = key
        self.streamOffset = streamOffset
        self.message = message
        self.bytes = bytes
    }

    /// Whether it ends the reading of a stream: it is in the framing or in the header.
    public var isFraming: Bool { key == "framing" || key.hasPrefix("header.") }
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
    public var state = FramingState.reading
    public var firstFault: DescriptionFault?
    /// Control frames of WebSocket; nil for other framings.
    public var controlFrames: WebSocketControlFrames?

    public init() {}

    /// Whether the description fits this direction, so that its figures mean something.
    public var isRead: Bool { state != .mismatch && state != .notFound && (messages > 0 || malformed == 0) }
}
