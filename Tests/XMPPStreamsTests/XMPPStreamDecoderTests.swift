import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import XMPPStreams

@Suite struct XMPPStreamDecoderTests {
    /// Reads a stream in pieces of a size.
    private func read(
        _ text: String, by size: Int = .max, with decoder: XMPPStreamDecoder = XMPPStreamDecoder()
    ) -> (stanzas: [XMPPStanza], decoder: XMPPStreamDecoder) {
        let bytes = Array(text.utf8)
        var decoder = decoder
        var stanzas: [XMPPStanza] = []
        var start = 0
        while start < bytes.count {
            let end = size < bytes.count - start ? start + size : bytes.count
            let piece = bytes[start..<end]
            var position = 0
            do throws(XMPPStreamError) {
                while let stanza = try decoder.next(in: piece.span, at: &position) { stanzas.append(stanza) }
            } catch {
                #expect(decoder.ending == .failed(error))
            }
            #expect(position == piece.count)
            start = end
        }
        #expect(decoder.streamOffset == bytes.count)
        return (stanzas, decoder)
    }

    /// What ends a stream, read whole and byte by byte.
    private func ending(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> XMPPStreamDecoder.Ending?
    {
        let whole = read(text).decoder.ending
        #expect(read(text, by: 1).decoder.ending == whole, sourceLocation: sourceLocation)
        return whole
    }

    private func offset(of part: String, in text: String) -> Int {
        let bytes = Array(text.utf8)
        let part = Array(part.utf8)
        return (0...bytes.count - part.count).first { bytes[$0..<$0 + part.count].elementsEqual(part) } ?? -1
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000, .max])
    func readsAClientsSideInPiecesOfAnySize(size: Int) throws {
        let (stanzas, decoder) = read(PigeonStreams.client, by: size)
        #expect(stanzas.map(\.kind.rawValue) == ["auth", "response", "iq", "presence", "message"])
        #expect(stanzas.map(\.isDelivered) == [false, false, true, true, true])
        #expect(decoder.ending == .closed)
        #expect(decoder.facts.headers == 2)
        #expect(decoder.facts.to == JID("pigeon.lab"))
        #expect(decoder.facts.mechanism == "SCRAM-SHA-256")
        #expect(decoder.facts.boundJID == nil)
        let message = try #require(stanzas.last)
        #expect(message.streamOffset == offset(of: "<message", in: PigeonStreams.client))
        #expect(message.endOffset == offset(of: " </stream", in: PigeonStreams.client))
        #expect(message.message?.body == "hi ann & <all> \"ok\"")
        #expect(decoder.bufferedBytes == 0)
    }

    @Test(arguments: [1, 5, 100, .max])
    func readsAServersSide(size: Int) throws {
        let (stanzas, decoder) = read(PigeonStreams.server, by: size)
        #expect(
            stanzas.map(\.kind.rawValue) == [
                "stream:features", "challenge", "success", "stream:features", "iq", "presence", "message",
            ])
        #expect(decoder.facts.headers == 2)
        #expect(decoder.facts.from == JID("pigeon.lab"))
        #expect(decoder.facts.isAuthenticated)
        #expect(decoder.facts.boundJID == JID("bob@pigeon.lab/phone"))
        #expect(decoder.ending == .closed)
        #expect(stanzas.last?.message?.reallyFrom == JID("olga@pigeon.lab"))
        #expect(stanzas.last?.length == PigeonStreams.relayed.utf8.count)
    }

    @Test func everyCutLeavesAStateAndNoError() {
        let bytes = PigeonStreams.server.utf8.count
        for length in 0..<bytes {
            let (_, decoder) = read(String(PigeonStreams.server.prefix(length)), by: 50)
            #expect(decoder.ending == nil)
        }
    }

    @Test func tellsWhereAnUnfinishedStanzaBegan() {
        let (_, decoder) = read(PigeonStreams.header + "\n<message><body>x")
        #expect(decoder.pendingOffset == PigeonStreams.header.utf8.count + 1)
        #expect(decoder.bufferedBytes == "<message><body>x".utf8.count)
    }

    @Test(
        arguments: [
            ("<!DOCTYPE x [<!ENTITY a 'b'>]>", XMPPStreamError.Kind.documentType),
            ("<!-- x -->", .comment), ("<!x>", .notWellFormed), ("<?php x ?>", .processingInstruction),
            ("<message><!-- x --></message>", .comment),
            ("<message><?xml x?></message>", .processingInstruction),
            ("<message><!DOCTYPE x></message>", .documentType),
            ("<message><body>&x;</body></message>", .entityReference),
            ("<message id='&x;'/>", .entityReference),
            ("<message><a></b></message>", .notWellFormed), ("<message id=1/>", .notWellFormed),
            ("<message id='1' id='2'/>", .notWellFormed), ("<message>&#0;</message>", .notWellFormed),
            ("<>", .notWellFormed), ("</message>", .notWellFormed), ("hello", .textBetweenStanzas),
            ("<![CDATA[x]]>", .textBetweenStanzas),
        ])
    func refusesWhatXMPPForbids(text: String, kind: XMPPStreamError.Kind) throws {
        let stream = PigeonStreams.header + " " + text + "<message/><message/></message></message></b>"
        guard case .failed(let error) = ending(stream) else {
            Issue.record("no error")
            return
        }
        #expect(error.kind == kind)
        #expect(error.streamOffset > PigeonStreams.header.utf8.count)
        #expect(error.streamOffset <= PigeonStreams.header.utf8.count + 1 + text.utf8.count)
        #expect(read(stream).stanzas.isEmpty)
    }

    @Test func errorsPointAtTheByte() {
        let comment = PigeonStreams.header + "<message><body/><!-- x"
        #expect(
            ending(comment)
                == .failed(XMPPStreamError(.comment, streamOffset: offset(of: "<!--", in: comment))))
        let mismatch = PigeonStreams.header + "<message><a></b></message></a>"
        guard case .failed(let error) = ending(mismatch + "</message>") else {
            Issue.record("no error")
            return
        }
        #expect(error.streamOffset == offset(of: "b></message", in: mismatch))
        #expect("\(error)" == "the XML is not well-formed at stream offset \(error.streamOffset)")
    }

    /// Otherwise all that follows would be a part of the first message, until it is too long.
    @Test(arguments: ["</message>", "</ body>", "</bod>", "</bodyy>", "</Body>", "</body2 >"])
    func anElementThatAnothersTagEndsIsAFaultAtOnce(tag: String) {
        let stream = PigeonStreams.header + "<message><body>hi" + tag
        #expect(
            ending(stream)
                == .failed(
                    XMPPStreamError(.notWellFormed, streamOffset: offset(of: tag, in: stream) + 2)))
        #expect(read(stream + "<message/>").stanzas.isEmpty)
    }

    @Test func whiteSpaceInAnEndTagIsNoPartOfItsName() {
        let stream = PigeonStreams.header + "<message id='/a>b'><body\n>hi</body\r\n ></message\t><message/>"
        for size in [1, 2, 3, Int.max] { #expect(read(stream, by: size).stanzas.count == 2) }
    }

    @Test func refusesWhatIsNoStream() {
        #expect(ending("<html>") == .failed(XMPPStreamError(.notAStream, streamOffset: 0)))
        #expect(ending("<stream:stream>") == .failed(XMPPStreamError(.notAStream, streamOffset: 0)))
        #expect(ending("<?xml version='1.0'?><a/>") == .failed(XMPPStreamError(.notAStream, streamOffset: 21)))
        #expect(ending("GET /") == .failed(XMPPStreamError(.textBetweenStanzas, streamOffset: 0)))
        #expect(ending(" <s:stream xmlns:s='http://etherx.jabber.org/streams'><iq/>") == nil)
    }

    @Test func limitsLengthDepthAndAttributes() {
        let start = PigeonStreams.header.utf8.count
        let decoder = XMPPStreamDecoder(maximumLength: 200)
        let fits = "<message>" + String(repeating: "x", count: 181) + "</message>"
        #expect(read(PigeonStreams.header + fits, with: decoder).stanzas.count == 1)
        for size in [1, 150, .max] {
            let long = read(PigeonStreams.header + "<message>x" + fits.dropFirst(9), by: size, with: decoder)
            #expect(
                long.decoder.ending == .failed(XMPPStreamError(.tooLong(maximum: 200), streamOffset: start)))
            #expect(long.stanzas.isEmpty)
        }
        let deep = String(repeating: "<a>", count: 63) + String(repeating: "</a>", count: 63)
        #expect(read(PigeonStreams.header + deep).stanzas.count == 1)
        #expect(
            ending(PigeonStreams.header + "<a>" + deep)
                == .failed(XMPPStreamError(.tooDeep(maximum: 64), streamOffset: start)))
        let attributes = (0...256).map { " a\($0)=''" }
        #expect(read(PigeonStreams.header + "<iq><b\(attributes.dropLast().joined())/></iq>").stanzas.count == 1)
        #expect(
            ending(PigeonStreams.header + "<iq><b\(attributes.joined())/></iq>")
                == .failed(XMPPStreamError(.tooManyAttributes(maximum: 256), streamOffset: start + 4)))
    }

    @Test func stopsWhereTLSBegins() {
        let proceed = PigeonStreams.header + "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
        #expect(ending(proceed + "\u{16}\u{3}\u{3}<message>") == .encrypted)
        let starttls = PigeonStreams.header + "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
        #expect(ending(starttls) == nil)
        #expect(ending(starttls + "\u{16}\u{3}\u{1}") == .encrypted)
        #expect(read(starttls).decoder.facts.requestsTLS)
        // Without having asked for it, it is no TLS.
        #expect(
            ending(PigeonStreams.header + "\u{16}\u{3}")
                == .failed(XMPPStreamError(.textBetweenStanzas, streamOffset: PigeonStreams.header.utf8.count)))
    }

    @Test func stopsWhereCompressionBegins() {
        let compress = "<compress xmlns='http://jabber.org/protocol/compress'><method>zlib</method></compress>"
        #expect(ending(PigeonStreams.header + compress + "x\u{1}") == .compressed)
        #expect(
            ending(PigeonStreams.header + "<compressed xmlns='http://jabber.org/protocol/compress'/>x") == .compressed)
    }

    @Test func findsTheEndsOfTagsWithQuotesAndSections() {
        let tricky = #"<message id='a>b"/>' to="'>"><body><![CDATA[</message>]]]>]]&gt;</body></message>"#
        for size in [1, 3, .max] {
            let (stanzas, decoder) = read(PigeonStreams.header + tricky + "<iq/>", by: size)
            #expect(stanzas.map(\.kind) == [.message, .iq])
            #expect(stanzas.first?.message?.id == "a>b\"/>")
            #expect(stanzas.first?.message?.body == "</message>]]]>")
            #expect(decoder.ending == nil)
        }
    }

    @Test func goesOnAfterAHoleWhereAPieceBeginsWithAStanza() throws {
        var decoder = XMPPStreamDecoder()
        _ = read(PigeonStreams.header, with: decoder)
        var position = 0
        let before = Array((PigeonStreams.header + "<message><bo").utf8)
        #expect(try decoder.next(in: before.span, at: &position) == nil)
        decoder.rejoin(at: 5000)
        #expect(decoder.droppedStanzas == 1 && decoder.bufferedBytes == 0)
        for piece in ["dy>x</body></message><iq/>", "<messages/>", "<message>"] {
            let bytes = Array(piece.utf8)
            position = 0
            #expect(try decoder.next(in: bytes.span, at: &position) == nil)
        }
        let rest = Array("</message>".utf8)
        position = 0
        let stanza = try #require(try decoder.next(in: rest.span, at: &position))
        #expect(stanza.streamOffset == 5000 + 26 + 11)
        #expect(stanza.endOffset == 5000 + 26 + 11 + 19)
    }

    @Test func knowsHowStreamsAndStanzasBegin() {
        func mayBegin(_ text: String) -> Bool { XMPPStreamDecoder.mayBegin(with: Array(text.utf8).span) }
        for text in [PigeonStreams.client, PigeonStreams.server, "\n<stream:stream ", "<", "<?x", "<stre", ""] {
            #expect(mayBegin(text))
        }
        for text in ["<html>", "<?php", "<?xmlx", "GET / HTTP", "<streams", "\u{16}\u{3}"] { #expect(!mayBegin(text)) }
        func beginsStanza(_ text: String) -> Bool { XMPPStreamDecoder.beginsStanza(Array(text.utf8).span) }
        #expect(beginsStanza("<iq/>") && beginsStanza("<message to='x'") && beginsStanza("<presence>"))
        #expect(!beginsStanza("<iq") && !beginsStanza("<messages>") && !beginsStanza(" <iq/>"))
    }

    @Test func canGiveUpAStanza() throws {
        var decoder = XMPPStreamDecoder(joinsOpenStream: true)
        for piece in ["<message><body>x", "y</body>", "</message><iq/>"] {
            let bytes = Array(piece.utf8)
            var position = 0
            let stanza = try decoder.next(in: bytes.span, at: &position)
            #expect(stanza?.kind == (piece.hasSuffix("<iq/>") ? .iq : nil))
            decoder.dropStanza()
            #expect(decoder.bufferedBytes == 0)
        }
        #expect(decoder.droppedStanzas == 1)
    }

    @Test func survivesChangedBytes() {
        let streams = [PigeonStreams.client, PigeonStreams.server]
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var bytes = Array(generator.pick(streams).utf8)
            for _ in 0..<generator.number(in: 1...6) {
                let place = generator.number(in: 0...bytes.count - 1)
                bytes[place] = generator.pick([0, 0x20, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3E, 0x5D, 0xC3, 0xFF])
            }
            // Whatever it is, the size of the pieces makes no difference to what is read before the end.
            var outcomes: [[XMPPStanza]] = []
            for size in [1, generator.number(in: 2...300), bytes.count] {
                var decoder = XMPPStreamDecoder()
                var stanzas: [XMPPStanza] = []
                for start in stride(from: 0, to: bytes.count, by: size) {
                    let piece = bytes[start..<min(start + size, bytes.count)]
                    var position = 0
                    while let stanza = try? decoder.next(in: piece.span, at: &position) { stanzas.append(stanza) }
                }
                outcomes.append(stanzas)
            }
            #expect(outcomes[0] == outcomes[2] && outcomes[1] == outcomes[2], "seed \(seed)")
        }
    }
}
