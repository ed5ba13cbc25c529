/// The facts that one direction of an XMPP stream has shown about itself so far.
///
/// A connection has two directions: the client's shows ``mechanism``, the server's ``isAuthenticated`` and
/// ``boundJID``.
public struct XMPPStreamFacts: Hashable, Sendable {
    /// Stream headers: a stream is opened again after TLS and after SASL (RFC 6120, sections 4.3.3, 5.4.3.3, 6.4.6).
    public internal(set) var headers = 0
    /// `from` of the last header that had one: the server's domain, or a client's account.
    public internal(set) var from: JID?
    /// `to` of the last header that had one.
    public internal(set) var to: JID?
    /// The client's choice of authentication (`<auth mechanism=…/>`; RFC 6120, section 6.4.2).
    public internal(set) var mechanism: String?
    /// The server took it (`<success/>`; RFC 6120, section 6.4.6).
    public internal(set) var isAuthenticated = false
    /// The client asked for TLS (`<starttls/>`; RFC 6120, section 5.4.2.1).
    public internal(set) var requestsTLS = false
    /// The client asked for compression (`<compress/>`; XEP-0138).
    public internal(set) var requestsCompression = false
    /// The full address that the server gave the client, from the result of resource binding (RFC 6120, section 7.6).
    public internal(set) var boundJID: JID?

    /// The longest name of a mechanism that is kept, in bytes; those of SASL have at most 20 (RFC 4422, section 3.1).
    static let maximumMechanismLength = 64

    /// The facts of a stream of which nothing was seen.
    public init() {}
}

extension XMPPStreamFacts {
    mutating func note(header: ElementCollector) {
        headers &+= 1
        from = Self.address(header.attributes.value(of: "from")) ?? from
        to = Self.address(header.attributes.value(of: "to")) ?? to
    }

    /// - Returns: The state of the stream after this element, or nil if it does not change.
    mutating func note(_ element: ElementCollector) -> XMPPStreamDecoder.Ending? {
        let namespace = element.attributes.value(of: "xmlns")
        switch (element.name, namespace) {
        case ("iq", _):
            if element.attributes.value(of: "type") == "result", let jid = Self.address(element.boundJID) {
                boundJID = jid
            }
        case ("auth", XMPPNamespace.sasl):
            if let name = element.attributes.value(of: "mechanism"), name.utf8.count <= Self.maximumMechanismLength {
                mechanism = name
            }
        case ("success", XMPPNamespace.sasl): isAuthenticated = true
        case ("starttls", XMPPNamespace.tls): requestsTLS = true
        case ("proceed", XMPPNamespace.tls): return .encrypted
        case ("compress", XMPPNamespace.compression): requestsCompression = true
        case ("compressed", XMPPNamespace.compression): return .compressed
        default: break
        }
        return nil
    }

    /// Facts are kept as long as the connection is followed, so an address no longer than addresses are.
    private static func address(_ text: String?) -> JID? {
        guard let text, !text.isEmpty, text.utf8.count <= JID.maximumLength else { return nil }
        return JID(text)
    }
}
