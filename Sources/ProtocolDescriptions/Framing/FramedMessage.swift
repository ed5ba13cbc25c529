import WireCoding

/// A message between the borders that framing gave it.
struct FramedMessage: ~Escapable {
    /// What this call has of the stream, with the message in it.
    let bytes: Span<UInt8>
    /// The first byte of the message with its framing, from the start of the stream.
    let streamOffset: Int
    /// The bytes of the message with its framing.
    let wireSize: Int
    /// Places in ``bytes``.
    let header: Range<Int>
    let body: Range<Int>

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, streamOffset: Int, wireSize: Int, header: Range<Int>, body: Range<Int>) {
        self.bytes = bytes
        self.streamOffset = streamOffset
        self.wireSize = wireSize
        self.header = header
        self.body = body
    }
}

/// Why a framer shows a message.
enum FramePurpose {
    /// It is the next one of the stream.
    case take
    /// Framing is being looked for: would it be one?
    case test
}

/// Says whether to go on, or for ``FramePurpose/test`` whether the message is sound.
typealias FrameVisitor = (FramedMessage, FramePurpose) -> Bool

/// What framing made of a stream so far.
@nonexhaustive
public enum FramingState: String, Hashable, Sendable {
    /// Messages are read from the start of the stream.
    case reading
    /// The first message is looked for: the stream was joined in the middle, or its framing lost in a hole.
    case searching
    /// Messages are read from an offset that was found.
    case found = "framing-found"
    /// The stream ended, or the search did, without one.
    case notFound = "framing-not-found"
    /// A fault ended it.
    case stopped
    /// The first message was malformed: the description does not fit.
    case mismatch
}
