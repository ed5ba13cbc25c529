/// The packet numbers that count together (RFC 9000 §12.3).
public enum QUICPacketNumberSpace: Int, Hashable, Sendable, CaseIterable {
    /// Initial packets.
    case initial
    /// Handshake packets.
    case handshake
    /// 0-RTT and 1-RTT packets.
    case application
}

extension QUICPacketType {
    /// The space of the packet's number; nil for packets without one.
    public var numberSpace: QUICPacketNumberSpace? {
        switch self {
        case .initial: .initial
        case .handshake: .handshake
        case .zeroRTT, .oneRTT: .application
        case .versionNegotiation, .retry, .unknown: nil
        }
    }
}
