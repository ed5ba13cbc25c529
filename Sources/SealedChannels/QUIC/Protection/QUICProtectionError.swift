/// Why a QUIC packet was not opened, or not sealed.
///
/// No case has a byte of a key or of what a packet has inside.
@nonexhaustive
public enum QUICProtectionError: Error, Hashable, Sendable {
    /// QUIC does not use the suite (RFC 9001 §5.3), or it is none of TLS 1.3.
    case cipherUnsupported(TLSCipherSuite)
    /// The labels of the version's keys are not known.
    case versionUnsupported(QUICVersion)
    /// A secret must have as many bytes as the suite's hash.
    case secretLength(Int, expected: Int)
    /// Packets of this type have no protection: Retry, version negotiation, and those of unknown versions.
    case notProtected(QUICPacketType)
    /// The packet ends behind the bytes of the datagram that are there, by so many.
    case truncated(needed: Int, available: Int)
    /// Packet number, payload and tag are fewer bytes than header protection samples (RFC 9001 §5.4.2).
    case tooShort(length: Int, minimum: Int)
    /// The packet was not made with this key and this number, or it was changed.
    case notAuthentic
    /// To seal: a packet number takes one to four bytes.
    case numberLength(Int)
    /// To seal: numbers have at most 62 bits (RFC 9000 §12.3).
    case numberTooLarge(UInt64)
    /// To seal: a connection ID has more bytes than a header can say.
    case connectionIDTooLong(Int)
}

extension QUICProtectionError: CustomStringConvertible {
    /// One phrase.
    public var description: String {
        switch self {
        case .cipherUnsupported(let suite): "QUIC packets are not protected by \(suite)"
        case .versionUnsupported(let version): "the labels of the keys of \(version) are not known"
        case .secretLength(let length, let expected): "the secret has \(length) bytes in place of \(expected)"
        case .notProtected(let type): "\(type) packets are not protected"
        case .truncated(let needed, let available): "the packet needs \(needed) bytes, \(available) are there"
        case .tooShort(let length, let minimum): "the packet has \(length) protected bytes, and needs \(minimum)"
        case .notAuthentic: "the packet was not made with this key and this number, or it was changed"
        case .numberLength(let length): "a packet number takes one to four bytes, not \(length)"
        case .numberTooLarge(let number): "the packet number \(number) has more than 62 bits"
        case .connectionIDTooLong(let length): "a connection ID of \(length) bytes is longer than a header can say"
        }
    }
}
