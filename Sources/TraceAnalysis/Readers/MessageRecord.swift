import ApplicationProtocols
import WireCoding

/// One message as a decoder saw it, if messages are listed.
struct MessageRecord: Sendable {
    /// When its first byte was seen.
    var begun: PacketMoment
    /// When its last byte and all before it were there.
    var completed: PacketMoment
    var streamOffset: Int?
    var type: String?
    /// The size of the body.
    var bytes: Int
    var sender: String?
    /// The time by the sender's clock, in nanoseconds since any moment.
    var sent: Int64?
    /// Both ends know this message's request or answer by the key.
    var exchange: Exchange?
    var fault: String?
    /// The offset of eight bytes that are a message only if the session is an echo test, and whose type follows from
    /// the whole test.
    var unit: Int?
    /// Whether it is not a message but a framing error: only for streams that turn out to be framed.
    var breaksFraming = false
    /// Whether it is a frame without a body, which is an error only in a mesh.
    var isEmptyFrame = false
    /// Whether only the end of the session shows what it is.
    var isTentative: Bool { unit != nil || breaksFraming }
    /// The first bytes of the body, if contents are listed; nil for a body that was not kept.
    var content: [UInt8]?
    /// The index of the application that read it, of those that the analysis was given; nil for built-in ones.
    var guest: Int?
    /// Bytes of its payload.
    var payloadBytes: Int?
    /// Values that are listed with it.
    var fields: [FrameField] = []
    /// What it asks or answers.
    var roles: [ApplicationMessage.Role] = []

    enum Exchange: Sendable {
        case asks(UInt64)
        case answers(UInt64)
    }
}

extension MessageRecord {
    /// A framing error, in place of a message.
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
