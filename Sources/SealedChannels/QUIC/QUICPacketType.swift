/// The type of a QUIC packet (RFC 9000 §17).
public enum QUICPacketType: UInt8, Hashable, Sendable, CaseIterable {
    /// A server's list of the versions that it speaks (RFC 8999 §6).
    case versionNegotiation
    case initial
    case zeroRTT
    case handshake
    case retry
    /// The one with a short header.
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
