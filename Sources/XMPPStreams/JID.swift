/// An address of XMPP: `localpart@domainpart/resourcepart` (RFC 7622, section 3.1), as it is written.
///
/// Any text is accepted: the content of a capture need not be valid. The resource begins after the first `/`, the
/// domain after the first `@` before that.
public struct JID: RawRepresentable, Hashable, Sendable {
    /// The longest address in bytes of UTF-8: three parts of 1023 bytes and the two signs between them (RFC 7622,
    /// section 3.1).
    public static let maximumLength = 3071

    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An address of any text; nothing is checked.
    public init(_ text: String) { rawValue = text }

    /// The address of the account, without the resource, as it is written.
    public var bare: JID {
        guard let slash = rawValue.utf8.firstIndex(of: UInt8(ascii: "/")) else { return self }
        return JID(String(rawValue[..<slash]))
    }

    /// The part that distinguishes the account's clients; nil in a bare address.
    public var resource: String? {
        guard let slash = rawValue.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(rawValue[rawValue.utf8.index(after: slash)...])
    }

    /// Whether a resource follows: the address of one client.
    public var isFull: Bool { resource != nil }

    /// The bare address in lower case: local part and domain are compared without regard to case (RFC 7622, sections
    /// 3.2.1 and 3.3.1). The resource is not part of it.
    public var account: JID { JID(bare.rawValue.lowercased()) }
}

extension JID: CustomStringConvertible {
    public var description: String { rawValue }
}
