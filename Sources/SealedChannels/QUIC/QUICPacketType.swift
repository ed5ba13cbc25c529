/// The type of a QUIC packet (RFC 9000 §17).
@nonexhaustive
public enum QUICPacketType: UInt8, Hashable, Sendable, CaseIterable {
    /// A server's list of the versions that it speaks (RFC 8999 §6).
    case versionNegotiation
    /// The first packets of both ends, under keys that follow from the client's first connection ID (RFC 9000 §17.2.2).
    case initial
    /// Data that a client sends before the handshake is done (RFC 9000 §17.2.3).
    case zeroRTT
    /// The encrypted messages of the handshake (RFC 9000 §17.2.4).
    case handshake
    /// A server's demand to prove the address, with a token (RFC 9000 §17.2.5).
    case retry
    /// A packet with a short header, once the handshake is done (RFC 9000 §17.3.1).
    case oneRTT
    /// A long header of a version whose types are not known.
    case unknown

    /// The type that a first byte and a version indicate.
    ///
    /// - Parameter version: The version of a long header.
    init(longHeader firstByte: UInt8, version: QUICVersion) {
        guard version != .negotiation else {
            self = .versionNegotiation
            return
        }
        guard version.isKnown else {
            self = .unknown
            return
        }
        // Version 2 has the same four types, one further on (RFC 9369 §3.2).
        let code = (firstByte >> 4 & 3) &+ (version == .v2 ? 3 : 0)
        self =
            switch code & 3 {
            case 0: .initial
            case 1: .zeroRTT
            case 2: .handshake
            default: .retry
            }
    }
}
