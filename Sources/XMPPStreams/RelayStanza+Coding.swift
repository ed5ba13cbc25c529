import WireCoding

extension RelayStanza {
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
