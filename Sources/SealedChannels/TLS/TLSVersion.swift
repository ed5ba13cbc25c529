/// A version of TLS or DTLS as its messages carry it.
public struct TLSVersion: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// RFC 6101.
    public static let ssl3 = TLSVersion(rawValue: 0x0300)
    /// RFC 2246.
    public static let tls10 = TLSVersion(rawValue: 0x0301)
    /// RFC 4346.
    public static let tls11 = TLSVersion(rawValue: 0x0302)
    /// RFC 5246.
    public static let tls12 = TLSVersion(rawValue: 0x0303)
    /// RFC 8446.
    public static let tls13 = TLSVersion(rawValue: 0x0304)
    /// RFC 4347.
    public static let dtls10 = TLSVersion(rawValue: 0xFEFF)
    /// RFC 6347.
    public static let dtls12 = TLSVersion(rawValue: 0xFEFD)
    /// RFC 9147.
    public static let dtls13 = TLSVersion(rawValue: 0xFEFC)

    /// Whether the value is there only to keep receivers tolerant (RFC 8701).
    public var isReserved: Bool { rawValue.isReservedForTolerance }
}

extension TLSVersion: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ssl3: "SSL 3.0"
        case .tls10: "TLS 1.0"
        case .tls11: "TLS 1.1"
        case .tls12: "TLS 1.2"
        case .tls13: "TLS 1.3"
        case .dtls10: "DTLS 1.0"
        case .dtls12: "DTLS 1.2"
        case .dtls13: "DTLS 1.3"
        default: "0x\(String(rawValue, radix: 16))"
        }
    }
}

extension UInt16 {
    /// Whether it is one of the sixteen values 0x0A0A, 0x1A1A, … that clients offer to keep servers tolerant of what
    /// they do not know (RFC 8701 §2).
    var isReservedForTolerance: Bool { self & 0x0F0F == 0x0A0A && self >> 8 == self & 0xFF }
}
