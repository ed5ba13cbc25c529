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

    enum Exchange: Sendable {
        case asks(UInt64)
        case answers(UInt64)
    }
}
