import WireCoding

/// A chat message of an XMPP stream, with what CarrierPigeon adds to it so that others than the author can carry it
/// (RFC 6120, section 8.2.1; RFC 6121, section 5).
///
/// ```xml
/// <message type="chat" to="bob@pigeon.lab" id="11" reallyFrom="olga@pigeon.lab" reallyFromId="7">
///   <body>meet at the bridge at 9</body></message>
/// ```
///
/// `from` and `id` are those of the carrier; ``reallyFrom`` and ``reallyFromID`` are the author's. On the way to the
/// server there is no `from`: the server adds it.
public struct RelayStanza: Hashable, Sendable {
    /// How the attribute of ``RelayStanza/reallyFromID`` is spelt; both occur.
    public enum IDSpelling: String, Hashable, Sendable {
        /// Spelt with a small d.
        case reallyFromId
        /// Spelt with a capital D.
        case reallyFromID
    }

    /// The receiver of the stanza: an account, or one of its clients. Nil where the stanza has none.
    public var to: JID?
    /// The sender of this stanza: the carrier, if a message is carried.
    public var from: JID?
    /// The sender's own number for this stanza. Several senders may use the same.
    public var id: String?
    /// `chat`, `groupchat`, `error`, … (RFC 6121, section 5.2.2).
    public var type: String?
    /// `xml:lang`.
    public var lang: String?
    /// The text of the first body without elements within; nil without one. A character that XML forbids cannot be
    /// written.
    public var body: String?
    /// Attributes of that body, such as `xml:lang`.
    public var bodyAttributes: [XMLAttribute]
    /// The author's address.
    public var reallyFrom: JID?
    /// The author's own number for the message.
    public var reallyFromID: String?
    /// How the attribute of ``reallyFromID`` was spelt, or is to be written.
    public var idSpelling: IDSpelling
    /// As written: a number of seconds since 1970, by the sender's clock.
    public var senderTimestamp: String?
    /// As written; mostly empty.
    public var serverTimestamp: String?
    /// All other attributes, in their order.
    public var otherAttributes: [XMLAttribute]
    /// All other content, as XML text: elements such as `<active/>`, further bodies, and what is between them. Prefixes
    /// in it mean what the stream header says.
    public var otherContent: String

    /// A stanza with these fields; what is nil is not written.
    public init(
        to: JID? = nil, from: JID? = nil, id: String? = nil, type: String? = nil, lang: String? = nil,
        body: String? = nil, bodyAttributes: [XMLAttribute] = [], reallyFrom: JID? = nil,
        reallyFromID: String? = nil, idSpelling: IDSpelling = .reallyFromId, senderTimestamp: String? = nil,
        serverTimestamp: String? = nil, otherAttributes: [XMLAttribute] = [], otherContent: String = ""
    ) {
        self.to = to
        self.from = from
        self.id = id
        self.type = type
        self.lang = lang
        self.body = body
        self.bodyAttributes = bodyAttributes
        self.reallyFrom = reallyFrom
        self.reallyFromID = reallyFromID
        self.idSpelling = idSpelling
        self.senderTimestamp = senderTimestamp
        self.serverTimestamp = serverTimestamp
        self.otherAttributes = otherAttributes
        self.otherContent = otherContent
    }
}

extension RelayStanza {
    /// The identity that all copies of one message share, whoever carries them.
    public struct Identity: Hashable, Sendable {
        /// The author's account.
        public var author: JID
        /// The author's own number for the message.
        public var id: String

        /// The identity of a message that the author's account sent under that number.
        public init(author: JID, id: String) {
            self.author = author
            self.id = id
        }
    }

    /// Whether another than the author carries this: it names an author and the author's number.
    public var isRelayed: Bool { !(reallyFrom?.rawValue ?? "").isEmpty && !(reallyFromID ?? "").isEmpty }

    /// Whether it has any attribute that only CarrierPigeon writes.
    public var hasRelayAttributes: Bool {
        reallyFrom != nil || reallyFromID != nil || senderTimestamp != nil || serverTimestamp != nil
    }

    /// The account that sent this stanza, nil where the stanza does not say.
    public var carrier: JID? { from?.account }

    /// The author and the author's number; for a message without a carrier, the sender and the stanza's `id`. Nil if
    /// the stanza does not contain them.
    public var identity: Identity? { identity(sentBy: nil) }

    /// ``identity`` of a stanza whose sender is known from the stream.
    ///
    /// - Parameter sender: The owner of the stream, for stanzas on the way to the server, which have no `from`.
    public func identity(sentBy sender: JID?) -> Identity? {
        if isRelayed, let reallyFrom, let reallyFromID {
            return Identity(author: reallyFrom.account, id: reallyFromID)
        }
        guard let author = from ?? sender, let id, !id.isEmpty else { return nil }
        return Identity(author: author.account, id: id)
    }

    /// ``senderTimestamp`` in seconds since 1970; nil if it is not a timestamp.
    public var senderTime: Double? {
        guard let senderTimestamp, let time = Double(senderTimestamp), time.isFinite else { return nil }
        return time
    }

    /// Reads a single message stanza: the text of one `<message>` element, with optional white space around it.
    ///
    /// - Parameter text: UTF-8. Everything that ``XMPPStreamDecoder`` refuses is refused here, by the same limits.
    /// - Throws: ``XMPPStreamError``; its offset counts from the start of the text.
    public init(parsing text: Span<UInt8>) throws(XMPPStreamError) {
        var decoder = XMPPStreamDecoder(joinsOpenStream: true)
        var position = 0
        guard let stanza = try decoder.next(in: text, at: &position) else {
            throw XMPPStreamError(.unexpectedEnd, streamOffset: text.count)
        }
        guard let message = stanza.message else {
            throw XMPPStreamError(.unexpectedStanza, streamOffset: stanza.streamOffset)
        }
        while position < text.count {
            guard XMPPStreamDecoder.isWhiteSpace(text[position]) else {
                throw XMPPStreamError(.trailingBytes, streamOffset: position)
            }
            position &+= 1
        }
        self = message
    }

    /// The stanza of an element that was parsed.
    init(_ element: ElementCollector, text: Span<UInt8>) {
        self.init()
        for attribute in element.attributes {
            let value = attribute.value
            switch attribute.name {
            case "to": to = JID(value)
            case "from": from = JID(value)
            case "id": id = value
            case "type": type = value
            case "xml:lang": lang = value
            case "reallyFrom": reallyFrom = JID(value)
            case "senderTimestamp": senderTimestamp = value
            case "serverTimestamp": serverTimestamp = value
            default:
                if reallyFromID == nil, let spelling = IDSpelling(rawValue: attribute.name) {
                    reallyFromID = value
                    idSpelling = spelling
                } else {
                    otherAttributes.append(attribute)
                }
            }
        }
        body = element.body
        bodyAttributes = element.bodyAttributes
        let content = element.content
        let bodyRange = element.bodyRange.isEmpty ? content.upperBound..<content.upperBound : element.bodyRange
        var other = text.copied(content.lowerBound..<bodyRange.lowerBound)
        other.append(copying: text.extracting(bodyRange.upperBound..<content.upperBound))
        otherContent = String(decoding: other, as: UTF8.self)
    }

    /// Appends the stanza's XML text, the body before all other content.
    ///
    /// - Throws: ``XMPPStreamError``, before the first byte, when reading the text would fail or give another stanza: a
    ///   name or a character that XML forbids, an attribute that occurs twice, other content that is not well-formed.
    ///   The offset counts from the start of the stanza.
    public func serialize(into output: inout ByteWriter) throws(XMPPStreamError) {
        var writer = XMLWriter()
        writer.write(markup: "<message")
        let known: [(String, String?)] = [
            ("type", type), ("to", to?.rawValue), ("from", from?.rawValue), ("id", id), ("xml:lang", lang),
            ("reallyFrom", reallyFrom?.rawValue), (idSpelling.rawValue, reallyFromID),
            ("senderTimestamp", senderTimestamp), ("serverTimestamp", serverTimestamp),
        ]
        for case (let name, let value?) in known { writer.write(XMLAttribute(name: name, value: value)) }
        for attribute in otherAttributes { writer.write(attribute) }
        if body == nil && otherContent.isEmpty {
            writer.write(markup: "/>")
        } else {
            writer.write(markup: ">")
            if let body {
                writer.write(markup: "<body")
                for attribute in bodyAttributes { writer.write(attribute) }
                writer.write(markup: ">")
                writer.write(text: body)
                writer.write(markup: "</body>")
            }
            writer.write(markup: otherContent)
            writer.write(markup: "</message>")
        }
        let written = try RelayStanza(parsing: writer.bytes.span)
        guard written == self else { throw XMPPStreamError(.notRepresentable, streamOffset: 0) }
        output.writeBytes(writer.bytes)
    }
}

/// An attribute of an element: its name as it is written, prefix included, and its value with references resolved.
public struct XMLAttribute: Hashable, Sendable {
    /// The name as it is written, with its prefix: `xml:lang`.
    public var name: String
    /// The value with references resolved: `&`, not `&amp;`.
    public var value: String

    /// An attribute; writing it puts references in place of what a value cannot hold.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [XMLAttribute] {
    /// The value of the attribute of that name.
    func value(of name: String) -> String? { first { $0.name == name }?.value }
}

/// Writes XML text.
struct XMLWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(markup: String) { bytes.append(contentsOf: markup.utf8) }

    mutating func write(_ attribute: XMLAttribute) {
        write(markup: " \(attribute.name)=\"")
        write(text: attribute.value)
        write(markup: "\"")
    }

    /// White space other than the space itself is written as a reference: a parser changes it otherwise (XML 1.0,
    /// sections 2.11 and 3.3.3).
    mutating func write(text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): write(markup: "&amp;")
            case UInt8(ascii: "<"): write(markup: "&lt;")
            case UInt8(ascii: ">"): write(markup: "&gt;")
            case UInt8(ascii: "\""): write(markup: "&quot;")
            case 0x09, 0x0A, 0x0D: write(markup: "&#\(byte);")
            default: bytes.append(byte)
            }
        }
    }
}
