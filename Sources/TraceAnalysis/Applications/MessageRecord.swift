/// One message as a decoder saw it, where messages are told one by one.
struct MessageRecord: Sendable {
    /// When its first byte was seen.
    var begun: PacketMoment
    /// When its last byte and all before it were there.
    var completed: PacketMoment
    var streamOffset: Int?
    var type: String?
    /// Of the body.
    var bytes: Int
    var sender: String?
    /// By the sender's clock, nanoseconds since any time.
    var sent: Int64?
    /// Both ends know this message's request or answer by the key.
    var exchange: Exchange?
    var fault: String?
    /// Place of eight bytes that are a message only if the session is an echo test, and of a type that the whole of it tells.
    var unit: Int?
    /// Whether it is no message, but what broke the framing: only of streams that turn out to be framed.
    var breaksFraming = false

    enum Exchange: Sendable {
        case asks(UInt64)
        case answers(UInt64)
    }
}

extension MessageRecord {
    /// What broke the framing, in the place of a message.
    ///
    /// - Parameters:
    ///   - begun: When the first byte of its length was seen.
    ///   - completed: When nothing more could be expected of it.
    init(_ fault: StreamFault, begun: PacketMoment, completed: PacketMoment) {
        var bytes = 0
        if case .incomplete(_, let received) = fault.kind {
            bytes = max(0, received - 4)
        }
        self.init(
            begun: begun, completed: completed, streamOffset: fault.streamOffset, bytes: bytes, fault: fault.words,
            breaksFraming: true)
    }
}
