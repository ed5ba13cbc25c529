import WireCoding

/// What a secret of a key log is for (RFC 9850 §2).
@nonexhaustive
public enum KeyLogLabel: String, CaseIterable, Hashable, Sendable {
    /// The master secret of TLS 1.2 and DTLS 1.2 (RFC 5246 §8.1), 48 bytes.
    case masterSecret = "CLIENT_RANDOM"
    /// The client's early data (RFC 8446 §7.1).
    case clientEarlyTraffic = "CLIENT_EARLY_TRAFFIC_SECRET"
    /// The encrypted handshake messages of the client (RFC 8446 §7.1).
    case clientHandshakeTraffic = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
    /// The encrypted handshake messages of the server (RFC 8446 §7.1).
    case serverHandshakeTraffic = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
    /// The client's application data, before any update of the keys (RFC 8446 §7.1).
    case clientTraffic = "CLIENT_TRAFFIC_SECRET_0"
    /// The server's application data, before any update of the keys (RFC 8446 §7.1).
    case serverTraffic = "SERVER_TRAFFIC_SECRET_0"

    /// What older tools put before the labels of QUIC's secrets, which mean the same without.
    static let prefixOfQUIC: StaticString = "QUIC_"

    private static let byText = [[UInt8]: KeyLogLabel](
        uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

    /// The label in a line, with or without the prefix of QUIC.
    init?(_ text: Span<UInt8>) {
        let prefixSize = text.starts(with: Self.prefixOfQUIC) ? Self.prefixOfQUIC.utf8CodeUnitCount : 0
        guard let label = Self.byText[text.copied(prefixSize..<text.count)] else { return nil }
        self = label
    }

    /// Whether a secret of that many bytes can be one of these: 48 for a master secret, otherwise as many as SHA-256 or
    /// SHA-384 has.
    public func allows(byteCount: Int) -> Bool {
        switch self {
        case .masterSecret: byteCount == 48
        default: byteCount == 32 || byteCount == 48
        }
    }
}
