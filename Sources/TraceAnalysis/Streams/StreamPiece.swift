/// A piece of one direction of a followed stream, in the order of the stream.
struct StreamPiece: Sendable {
    /// Of its first byte in the stream; of a datagram, the bytes of those before it.
    var offset: Int64
    /// The stream of QUIC that it is of; nil if there is but one.
    var stream: UInt64?
    var isDatagram = false
    var content: Content
    /// The packet that it came in; of missing bytes, the first packet after them.
    var moment: PacketMoment

    enum Content: Sendable {
        case bytes([UInt8])
        /// So many bytes are not in the capture.
        case missing(Int64)
    }
}
