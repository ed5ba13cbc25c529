/// Why one direction of an XMPP stream cannot be read any further, and where: a few words, no `String`.
public struct XMPPStreamError: Error, Hashable, Sendable {
    /// The rule or the limit that was broken.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// Not well-formed XML (RFC 6120, section 4.9.3.13).
        case notWellFormed
        /// A document type declaration, which could declare entities (forbidden by RFC 6120, section 11.1).
        case documentType
        /// A reference to an entity other than the five that XML predefines (forbidden by RFC 6120, section 11.1).
        case entityReference
        /// A comment (forbidden by RFC 6120, section 11.1).
        case comment
        /// A processing instruction (forbidden by RFC 6120, section 11.1).
        case processingInstruction
        /// The outermost element is not a stream header (RFC 6120, section 4.2).
        case notAStream
        /// Text other than white space between the stanzas.
        case textBetweenStanzas
        /// A stanza or stream header is longer than the decoder allows.
        case tooLong(maximum: Int)
        /// Elements within each other, more than the decoder allows.
        case tooDeep(maximum: Int)
        /// An element has more attributes than the decoder allows.
        case tooManyAttributes(maximum: Int)
        /// The text ends within a stanza.
        case unexpectedEnd
        /// A stanza of another name than was asked for.
        case unexpectedStanza
        /// Bytes other than white space after the stanza.
        case trailingBytes
        /// The value cannot be written so that it is read back the same.
        case notRepresentable
        /// The XML parser got no memory.
        case outOfMemory
    }

    /// Which rule or limit was broken.
    public let kind: Kind
    /// The offset in bytes from the start of the stream; for a single stanza, from the start of its text.
    public let streamOffset: Int

    /// An error at that offset, in bytes.
    public init(_ kind: Kind, streamOffset: Int) {
        self.kind = kind
        self.streamOffset = streamOffset
    }
}

extension XMPPStreamError: CustomStringConvertible {
    public var description: String {
        let what =
            switch kind {
            case .notWellFormed: "the XML is not well-formed"
            case .documentType: "a document type declaration, which XMPP forbids,"
            case .entityReference: "a reference to an entity that XML does not predefine, which XMPP forbids,"
            case .comment: "a comment, which XMPP forbids,"
            case .processingInstruction: "a processing instruction, which XMPP forbids,"
            case .notAStream: "an element that is not a stream header"
            case .textBetweenStanzas: "text between stanzas"
            case .tooLong(let maximum): "a stanza of more than \(maximum) bytes"
            case .tooDeep(let maximum): "more than \(maximum) elements within each other"
            case .tooManyAttributes(let maximum): "an element with more than \(maximum) attributes"
            case .unexpectedEnd: "the text ends within a stanza"
            case .unexpectedStanza: "a stanza of another kind"
            case .trailingBytes: "further bytes after the stanza"
            case .notRepresentable: "the stanza cannot be written so that it is read back the same"
            case .outOfMemory: "no memory for the XML parser"
            }
        return "\(what) at stream offset \(streamOffset)"
    }
}
