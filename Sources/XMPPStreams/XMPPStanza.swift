/// One element at the level of stanzas of an XMPP stream (RFC 6120, section 4.1), and where it lies.
public struct XMPPStanza: Hashable, Sendable {
    /// The name of the element.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One-way push from one entity to another (RFC 6120, section 8.2.1).
        public static let message = Kind(rawValue: "message")
        /// Broadcast of availability (RFC 6120, section 8.2.2).
        public static let presence = Kind(rawValue: "presence")
        /// Request and response (RFC 6120, section 8.2.3).
        public static let iq = Kind(rawValue: "iq")
    }

    /// The name of the element, as it is written.
    public let kind: Kind
    /// The offset of its `<`, in bytes from the start of the stream.
    public let streamOffset: Int
    /// The offset of the byte after its last `>`.
    public let endOffset: Int
    /// The content of a ``Kind/message``; nil for all others.
    public let message: RelayStanza?

    /// Whether this is one of the three kinds that are delivered (RFC 6120, section 8), and not part of the negotiation
    /// of the stream.
    public var isDelivered: Bool { kind == .message || kind == .presence || kind == .iq }

    /// In bytes.
    public var length: Int { endOffset - streamOffset }
}
