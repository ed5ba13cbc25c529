/// Why a QUIC packet was not opened, or not sealed.
///
/// No case has a byte of a key or of what a packet has inside.
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
