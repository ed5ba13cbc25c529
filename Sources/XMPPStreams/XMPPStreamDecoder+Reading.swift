import WireCoding

extension XMPPStreamDecoder {
    /// `S` of XML 1.0, section 2.3.
    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// The first byte of a TLS record with a handshake in it (RFC 8446, section 5.1).
    private static let tlsHandshake: UInt8 = 0x16
    /// The first byte of a zlib stream with the usual window (RFC 1950, section 2.2).
    private static let zlib: UInt8 = 0x78

    mutating func pass(_ count: Int, _ position: inout Int) {
        position &+= count
        let (sum, overflow) = streamOffset.addingReportingOverflow(count)
        streamOffset = overflow ? .max : sum
    }

    mutating func end(_ ending: Ending) {
        self.ending = ending
        endItem()
    }

    mutating func endItem() {
        itemOffset = nil
        if !openNames.isEmpty { openNames = [] }
        isKept = true
        if !buffer.isEmpty { buffer = [] }
    }

    mutating func read(
        _ segment: Span<UInt8>, at position: inout Int
    ) throws(XMPPStreamError) -> XMPPStanza? {
        if isSeeking && position < segment.count {
            guard Self.beginsStanza(segment.extracting(position..<segment.count)) else {
                pass(segment.count &- position, &position)
                return nil
            }
            isSeeking = false
        }
        // The start of the part of the current header or stanza that is not in the buffer.
        var start = position
        while position < segment.count && ending == nil {
            if itemOffset == nil {
                guard try beginItem(with: segment[position]) else {
                    if ending == nil { pass(1, &position) }
                    continue
                }
                start = position
            }
            guard let markup = try nextMarkup(in: segment, at: &position) else { break }
            let isFirst = depth <= Depth.betweenStanzas
            if !isFirst {
                try follow(markup)
                guard depth == Depth.betweenStanzas else { continue }
                guard isKept else {
                    endItem()
                    continue
                }
            }
            // The text of the first tag, or of the whole stanza.
            let stanza: XMPPStanza?
            if buffer.isEmpty {
                let text = segment.extracting(start..<position)
                stanza = try isFirst ? readFirst(markup, text) : readStanza(text)
            } else {
                buffer.append(copying: segment.extracting(start..<position))
                start = position
                let text = buffer
                stanza = try isFirst ? readFirst(markup, text.span) : readStanza(text.span)
            }
            if let stanza { return stanza }
        }
        if ending != nil {
            pass(segment.count &- position, &position)
        } else if itemOffset != nil && isKept {
            buffer.append(copying: segment.extracting(start..<position))
        }
        return nil
    }

    /// Whether a header or stanza begins with this byte.
    private mutating func beginItem(with byte: UInt8) throws(XMPPStreamError) -> Bool {
        switch byte {
        case UInt8(ascii: "<"):
            itemOffset = streamOffset
            return true
        case 0x20, 0x0A, 0x0D, 0x09: break
        case Self.tlsHandshake where facts.requestsTLS: end(.encrypted)
        case Self.zlib where facts.requestsCompression: end(.compressed)
        default: throw XMPPStreamError(.textBetweenStanzas, streamOffset: streamOffset)
        }
        return false
    }

    private mutating func nextMarkup(
        in segment: Span<UInt8>, at position: inout Int
    ) throws(XMPPStreamError) -> XMLMarkupScanner.Markup? {
        let start = position
        let markup: XMLMarkupScanner.Markup?
        let offset = streamOffset
        do throws(XMLFault) {
            defer { streamOffset &+= position &- start }
            markup = try scanner.next(in: segment, at: &position, allowsInstruction: depth <= Depth.betweenStanzas)
        } catch {
            throw XMPPStreamError(error.kind, streamOffset: offset &+ (error.offset &- start))
        }
        if let itemOffset, streamOffset &- itemOffset > maximumLength {
            throw XMPPStreamError(.tooLong(maximum: maximumLength), streamOffset: itemOffset)
        }
        return markup
    }

    /// Tracks how deep the stream is within a stanza. An end tag of another element than the innermost one would make
    /// everything after it a part of this stanza.
    private mutating func follow(_ markup: XMLMarkupScanner.Markup) throws(XMPPStreamError) {
        switch markup {
        case .startTag, .emptyTag:
            guard depth < Self.maximumDepth else {
                throw XMPPStreamError(
                    .tooDeep(maximum: Self.maximumDepth), streamOffset: itemOffset ?? streamOffset)
            }
            if markup == .startTag { open() }
        case .endTag:
            guard openNames.popLast() == scanner.tag.name else {
                // The start of its name, as the parser reports it.
                throw XMPPStreamError(.notWellFormed, streamOffset: streamOffset &- Int(scanner.tag.length) &+ 2)
            }
            depth &-= 1
        case .instruction, .characterData: break
        }
    }

    private mutating func open() {
        depth &+= 1
        openNames.append(scanner.tag.name)
    }

    /// Reads a tag that does not lie within a stanza.
    ///
    /// - Returns: The stanza, if it has no other tag.
    private mutating func readFirst(
        _ markup: XMLMarkupScanner.Markup, _ text: Span<UInt8>
    ) throws(XMPPStreamError) -> XMPPStanza? {
        let offset = itemOffset ?? streamOffset
        switch markup {
        case .instruction:
            guard text.count > 6, text.starts(with: "<?xml"), Self.isWhiteSpace(text[5]) else {
                throw XMPPStreamError(.processingInstruction, streamOffset: offset)
            }
            depth = Depth.outside
            endItem()
        case .startTag where Self.isStreamTag(text, nameStart: 1):
            try readHeader(text)
            depth = Depth.betweenStanzas
            endItem()
        case .endTag:
            guard depth == Depth.betweenStanzas, Self.isStreamTag(text, nameStart: 2) else {
                throw XMPPStreamError(.notWellFormed, streamOffset: offset)
            }
            depth = Depth.outside
            end(.closed)
        case .characterData:
            throw XMPPStreamError(.textBetweenStanzas, streamOffset: offset)
        case .startTag, .emptyTag:
            guard depth == Depth.betweenStanzas else { throw XMPPStreamError(.notAStream, streamOffset: offset) }
            if markup == .emptyTag { return try readStanza(text) }
            open()
        }
        return nil
    }

    private mutating func readHeader(_ text: Span<UInt8>) throws(XMPPStreamError) {
        let header = try parse(text, isWhole: false)
        let prefix = header.name.utf8.count > 6 ? ":" + header.name.dropLast(7) : ""
        guard header.attributes.value(of: "xmlns" + prefix) == XMPPNamespace.stream else {
            throw XMPPStreamError(.notAStream, streamOffset: itemOffset ?? streamOffset)
        }
        facts.note(header: header)
    }

    private mutating func readStanza(_ text: Span<UInt8>) throws(XMPPStreamError) -> XMPPStanza {
        let element = try parse(text, isWhole: true)
        let kind = XMPPStanza.Kind(rawValue: element.name)
        let stanza = XMPPStanza(
            kind: kind, streamOffset: itemOffset ?? streamOffset, endOffset: streamOffset,
            message: kind == .message ? RelayStanza(element, text: text) : nil)
        endItem()
        if let ending = facts.note(element) { end(ending) }
        return stanza
    }

    private func parse(_ text: Span<UInt8>, isWhole: Bool) throws(XMPPStreamError) -> ElementCollector {
        let element = ElementCollector()
        do throws(XMLFault) {
            try XMLElementParser.parse(text, isWhole: isWhole, into: element)
        } catch {
            throw XMPPStreamError(error.kind, streamOffset: (itemOffset ?? streamOffset) &+ error.offset)
        }
        return element
    }

    /// Whether the name at that place of a tag is `stream`, with or without a prefix.
    private static func isStreamTag(_ tag: Span<UInt8>, nameStart: Int) -> Bool {
        var start = nameStart
        var end = nameStart
        while end < tag.count, !isWhiteSpace(tag[end]), tag[end] != UInt8(ascii: ">") {
            if tag[end] == UInt8(ascii: ":") { start = end &+ 1 }
            end &+= 1
        }
        return end &- start == 6 && tag.starts(with: "stream", at: start)
    }

    /// Whether these bytes, the first ones of a stream, may begin an XMPP stream: with an XML declaration or a header
    /// under its usual name. Where there are too few, what is there must agree.
    public static func mayBegin(with opening: Span<UInt8>) -> Bool {
        var start = 0
        while start < opening.count, isWhiteSpace(opening[start]) { start &+= 1 }
        let text = opening.extracting(start..<opening.count)
        return ["<?xml ", "<stream:stream"].contains { word in
            zip(word.utf8, 0..<text.count).allSatisfy { text[$1] == $0 }
        }
    }

    /// Whether these bytes begin like a stanza (`<message …`, `<presence …`, `<iq …`): where a stream whose beginning
    /// was not captured may be joined.
    public static func beginsStanza(_ text: Span<UInt8>) -> Bool {
        for word in ["<message", "<presence", "<iq"] as [StaticString] where text.starts(with: word) {
            guard text.count > word.utf8CodeUnitCount else { continue }
            let next = text[word.utf8CodeUnitCount]
            return isWhiteSpace(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
        }
        return false
    }
}
