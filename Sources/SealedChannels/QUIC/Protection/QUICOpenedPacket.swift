/// A QUIC packet without its protection. All of it has been authenticated.
public struct QUICOpenedPacket: Hashable, Sendable {
    /// The header with its low bits and packet number in plain text.
    public let header: QUICUnprotectedHeader
    /// The whole packet number.
    public let number: UInt64
    /// The frames, see ``QUICFrame``. A packet without any is a protocol violation (RFC 9000 §12.4).
    public let payload: [UInt8]
}
