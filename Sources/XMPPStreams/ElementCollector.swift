import WireCoding

/// The parts of one stanza-level element that are kept while it is parsed: its own name and attributes, the first body
/// of a message, and the address in the result of resource binding.
final class ElementCollector {
    /// Attributes of one element; XMPP has a handful.
    static let maximumAttributes = 256

    /// The name of the element itself.
    private(set) var name = ""
    private(set) var attributes: [XMLAttribute] = []
    private(set) var fault: XMLFault?
    /// Behind the start tag, up to the end tag.
    private(set) var content = 0..<0
    /// The text of the first body that has no elements within.
    private(set) var body: String?
    private(set) var bodyAttributes: [XMLAttribute] = []
    /// The range of that body, including tags; empty without one.
    private(set) var bodyRange = 0..<0
    /// The text of `<bind><jid>` (RFC 6120, section 7.6.1).
    private(set) var boundJID: String?

    private enum Target { case body, boundJID }

    private var depth = 0
    private var isInBind = false
    private var target: Target?
    /// The depth of the element whose text is collected.
    private var targetDepth = 0
    private var targetStart = 0
    private var pendingAttributes: [XMLAttribute] = []
    private var text: [UInt8] = []

    /// Whether the attributes of the next element matter: those of the stanza and of its children do.
    var wantsAttributes: Bool { depth < 2 }

    var wantsText: Bool { target != nil && depth == targetDepth }

    func start(_ name: String, attributes: [XMLAttribute], attributeCount: Int, at range: Range<Int>) {
        guard attributeCount <= Self.maximumAttributes else {
            fault = XMLFault(
                kind: .tooManyAttributes(maximum: Self.maximumAttributes), offset: range.lowerBound)
            return
        }
        depth &+= 1
        switch depth {
        case 1:
            self.name = name
            self.attributes = attributes
            content = range.upperBound..<range.upperBound
        case 2:
            isInBind = self.name == "iq" && name == "bind" && attributes.value(of: "xmlns") == XMPPNamespace.bind
            if self.name == "message" && name == "body" && body == nil {
                collect(.body, from: range.lowerBound)
                pendingAttributes = attributes
            }
        case 3:
            // A body has no elements within (RFC 6121, section 5.2.3): one that has is kept as it is, with the rest.
            if target == .body { target = nil }
            if isInBind && name == "jid" && boundJID == nil { collect(.boundJID, from: range.lowerBound) }
        default: break
        }
    }

    func end(at range: Range<Int>) {
        if let target, depth == targetDepth {
            let value = String(decoding: text, as: UTF8.self)
            switch target {
            case .body:
                body = value
                bodyAttributes = pendingAttributes
                bodyRange = targetStart..<range.upperBound
            case .boundJID: boundJID = value
            }
            self.target = nil
        }
        depth &-= 1
        if depth == 0 { content = content.lowerBound..<max(content.lowerBound, range.lowerBound) }
    }

    func append(_ bytes: Span<UInt8>) { text.append(copying: bytes) }

    private func collect(_ target: Target, from start: Int) {
        self.target = target
        targetDepth = depth
        targetStart = start
        text.removeAll()
    }
}

/// Names of the namespaces that show the purpose of an element of a stream's negotiation.
enum XMPPNamespace {
    static let stream = "http://etherx.jabber.org/streams"
    static let tls = "urn:ietf:params:xml:ns:xmpp-tls"
    static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
    static let bind = "urn:ietf:params:xml:ns:xmpp-bind"
    static let compression = "http://jabber.org/protocol/compress"
}
