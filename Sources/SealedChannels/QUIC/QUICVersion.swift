/// A version of QUIC (IANA, "QUIC Versions").
public struct QUICVersion: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No version: the packet is a version negotiation (RFC 8999 §6).
    public static let negotiation = QUICVersion(rawValue: 0)
    /// RFC 9000.
    public static let v1 = QUICVersion(rawValue: 1)
    /// RFC 9369.
    public static let v2 = QUICVersion(rawValue: 0x6B33_43CF)

    /// Whether the version is set aside to keep negotiation alive (RFC 9000 §15).
    public var isReserved: Bool { rawValue & 0x0F0F_0F0F == 0x0A0A_0A0A }

    /// Whether it is a draft whose packets look like those of version 1: 27 to 34.
    public var isLateDraft: Bool { (0xFF00_001B...0xFF00_0022).contains(rawValue) }

    /// Whether the fields after the connection IDs are known.
    public var isKnown: Bool { self == .v1 || self == .v2 || isLateDraft }
}

extension QUICVersion: CustomStringConvertible {
    public var description: String {
        switch self {
        case .negotiation: "negotiation"
        case .v1: "1"
        case .v2: "2"
        default: isLateDraft ? "draft-\(rawValue & 0xFF)" : "0x\(String(rawValue, radix: 16))"
        }
    }
}
