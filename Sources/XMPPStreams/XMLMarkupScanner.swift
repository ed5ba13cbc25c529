/// Finds the ends of the tags of an XML text, one after another, across pieces of any size.
///
/// It knows just enough of XML to see where an element is complete, without going back over bytes: names of tags, quotes in
/// them, and character data sections. Whether the text is well-formed is for the parser to say that gets the element. What
/// XMPP forbids (RFC 6120, section 11.1) is refused here, before any parser sees it.
struct XMLMarkupScanner: Sendable {
    enum Markup {
        case startTag, emptyTag, endTag
        /// `<?xml … ?>`, or a processing instruction.
        case instruction
        /// `<![CDATA[ … ]]>`.
        case characterData
    }

    private enum State: UInt8, Sendable {
        case text
        /// Behind `<`.
        case opened
        case startTag
        case endTag
        case instruction
        /// Behind `<!`.
        case declaration
        case characterData
    }

    /// A tag, with enough detail to know which element it begins or ends.
    struct Tag: Sendable {
        /// A hash of its name: tags of one element have the same, those of two elements rarely do.
        fileprivate(set) var name: UInt32 = 0
        /// Bytes from its `<` to its `>`, both included.
        fileprivate(set) var length: UInt32 = 0

        fileprivate mutating func add(_ byte: UInt8) {
            // FNV-1a, whose steps can wait for the next piece.
            name = (name ^ UInt32(byte)) &* 0x0100_0193
        }
    }

    /// The tag that ``next(in:at:allowsInstruction:)`` found last.
    private(set) var tag = Tag()
    private var current = Tag()
    private var isInName = false
    private var state = State.text
    /// The quote that an attribute's value is waiting for, 0 outside of values.
    private var quote: UInt8 = 0
    /// The preceding bytes that belong to the same markup.
    private var last: UInt8 = 0
    private var secondLast: UInt8 = 0
    /// How many bytes of `[CDATA[` were there.
    private var matched: UInt8 = 0

    /// The next tag or section that ends in this piece.
    ///
    /// - Parameters:
    ///   - position: The position to continue from; it moves past the end of the tag, or to the end of the piece.
    ///   - allowsInstruction: Whether an XML declaration is allowed here.
    /// - Throws: The forbidden markup. The offset counts from the start of the piece and is negative if the `<` was in
    ///   the previous piece.
    mutating func next(
        in segment: Span<UInt8>, at position: inout Int, allowsInstruction: Bool
    ) throws(XMLFault) -> Markup? {
        while position < segment.count {
            let byte = segment[position]
            switch state {
            case .text:
                if byte == UInt8(ascii: "<") {
                    state = .opened
                    isInName = true
                }
            case .opened:
                switch byte {
                case UInt8(ascii: "/"): state = .endTag
                case UInt8(ascii: "?"):
                    guard allowsInstruction else {
                        throw XMLFault(kind: .processingInstruction, offset: position &- 1)
                    }
                    state = .instruction
                case UInt8(ascii: "!"): state = .declaration
                // An element without a name, which no end tag could end.
                case UInt8(ascii: ">"): throw XMLFault(kind: .notWellFormed, offset: position &- 1)
                default:
                    state = .startTag
                    note(nameByte: byte)
                }
            case .startTag:
                note(nameByte: byte)
                if quote != 0 {
                    if byte == quote { quote = 0 }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    return finish(last == UInt8(ascii: "/") ? .emptyTag : .startTag, &position)
                }
            case .endTag:
                note(nameByte: byte)
                if byte == UInt8(ascii: ">") { return finish(.endTag, &position) }
            case .instruction:
                if byte == UInt8(ascii: ">") && last == UInt8(ascii: "?") { return finish(.instruction, &position) }
            case .declaration:
                try matchSection(byte, at: position)
            case .characterData:
                if byte == UInt8(ascii: ">") && last == UInt8(ascii: "]") && secondLast == UInt8(ascii: "]") {
                    return finish(.characterData, &position)
                }
            }
            secondLast = last
            last = byte
            if state != .text { current.length &+= 1 }
            position &+= 1
        }
        return nil
    }

    /// Takes the next byte of a tag as one of its name, as long as that goes on.
    @inline(__always)
    private mutating func note(nameByte byte: UInt8) {
        guard isInName else { return }
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/"), UInt8(ascii: ">"): isInName = false
        default: current.add(byte)
        }
    }

    private static let sectionStart = Array("[CDATA[".utf8)

    /// After `<!`, only `[CDATA[` may follow; anything else is reported at the offset of its `<`.
    private mutating func matchSection(_ byte: UInt8, at position: Int) throws(XMLFault) {
        guard byte == Self.sectionStart[Int(matched)] else {
            let kind: XMPPStreamError.Kind =
                switch byte {
                case UInt8(ascii: "D") where matched == 0: .documentType
                case UInt8(ascii: "-") where matched == 0: .comment
                default: .notWellFormed
                }
            throw XMLFault(kind: kind, offset: position &- 2 &- Int(matched))
        }
        matched &+= 1
        if matched == 7 { state = .characterData }
    }

    private mutating func finish(_ markup: Markup, _ position: inout Int) -> Markup {
        position &+= 1
        var found = current
        found.length &+= 1
        self = XMLMarkupScanner()
        tag = found
        return markup
    }
}

/// An error in an XML text, and its offset from the start of the current piece.
struct XMLFault: Error {
    let kind: XMPPStreamError.Kind
    let offset: Int
}
