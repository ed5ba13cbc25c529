import WireCoding

/// What a peer asks of the session's encryption and of the other's identity.
///
/// | bits | field | confidence |
/// |---|---|---|
/// | 0–1 | encryption: 0 optional, 1 required, 2 none | 0 and 2 B2, 1 S |
/// | 2 | authentication: the peer has a certificate | S: the source's decoder tests this bit, its encoder writes bit 4 |
/// | 3–7 | unknown, kept | |
public struct MultipeerSecurity: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A wish for encryption, with or without a certificate of the peer's own.
    public init(_ encryption: Encryption, authentication: Bool = false) {
        rawValue = encryption.rawValue | (authentication ? 4 : 0)
    }

    /// `MCEncryptionPreference`, by its numbers on the wire.
    @nonexhaustive
    public enum Encryption: UInt8, Hashable, Sendable, CaseIterable {
        /// Encryption if the other peer wants it (B2).
        case optional = 0
        /// Encryption is required (S).
        case required = 1
        /// No encryption (B2).
        case none = 2
    }

    /// Nil for the fourth value of the two bits, which no source has.
    public var encryption: Encryption? { Encryption(rawValue: rawValue & 3) }

    /// Whether the peer authenticates itself with a certificate (S).
    public var hasAuthentication: Bool { rawValue & 4 != 0 }
}

extension MultipeerSecurity.Encryption: CustomStringConvertible {
    /// The word of the report: `optional`, `required`, `none`.
    public var description: String {
        switch self {
        case .optional: "optional"
        case .required: "required"
        case .none: "none"
        }
    }
}

extension MultipeerSecurity: HeaderPart {
    public init(word: UInt64) { self.init(rawValue: UInt8(truncatingIfNeeded: word)) }
}
