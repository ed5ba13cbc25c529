import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import XMPPStreams

@Suite struct RelayStanzaTests {
    private func parse(_ text: String) throws -> RelayStanza { try RelayStanza(parsing: Array(text.utf8).span) }

    private func written(_ stanza: RelayStanza) throws -> String {
        var writer = ByteWriter()
        try stanza.serialize(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func readsWhatACarrierSends() throws {
        let sent = try parse(
            #"<message type="chat" to="bob@pigeon.lab" id="11" xml:lang="en" reallyFrom="olga@pigeon.lab" "#
                + #"reallyFromId="7"><body>meet at the bridge at 9</body></message>"#)
        #expect(sent.to == JID("bob@pigeon.lab") && sent.from == nil && sent.id == "11" && sent.lang == "en")
        #expect(sent.body == "meet at the bridge at 9" && sent.type == "chat")
        #expect(sent.isRelayed && sent.carrier == nil)
        #expect(sent.identity == RelayStanza.Identity(author: JID("olga@pigeon.lab"), id: "7"))
        // The server reorders the attributes and stamps the sender: the same message.
        let delivered = try parse(PigeonStreams.relayed)
        #expect(delivered.identity == sent.identity)
        #expect(delivered.carrier == JID("c1@pigeon.lab"))
        var stamped = sent
        stamped.from = JID("c1@pigeon.lab/phone")
        #expect(delivered == stamped)
    }

    @Test func anAuthorsOwnMessageIsKnownBySenderAndNumber() throws {
        let own = try parse("<message to='bob@pigeon.lab' id='22'><body>x</body></message>")
        #expect(!own.isRelayed && own.identity == nil)
        #expect(
            own.identity(sentBy: JID("C2@pigeon.lab/phone"))
                == RelayStanza.Identity(author: JID("c2@pigeon.lab"), id: "22"))
        // One half is not enough to name another author.
        let half = try parse("<message from='a@b/c' id='3' reallyFrom='o@b' reallyFromId=''/>")
        #expect(half.identity == RelayStanza.Identity(author: JID("a@b"), id: "3"))
    }

    @Test func readsWhatTheApplicationsSourceWrites() throws {
        let text =
            "<message id=\"5\" reallyFrom=\"o@x\" reallyFromID=\"9\" senderTimestamp=\"1762419000.25\" "
            + "serverTimestamp=\"\" later='1'><body xml:lang='de'>nur für dich ✉</body>"
            + "<active xmlns='http://jabber.org/protocol/chatstates'/></message>"
        let stanza = try parse(text)
        #expect(stanza.idSpelling == .reallyFromID && stanza.reallyFromID == "9")
        #expect(stanza.senderTime == 1_762_419_000.25 && stanza.serverTimestamp?.isEmpty == true)
        #expect(stanza.otherAttributes == [XMLAttribute(name: "later", value: "1")])
        #expect(stanza.bodyAttributes == [XMLAttribute(name: "xml:lang", value: "de")])
        #expect(stanza.otherContent == "<active xmlns='http://jabber.org/protocol/chatstates'/>")
        #expect(try parse(written(stanza)) == stanza)
    }

    @Test func keepsTheSecondSpellingAndFurtherBodies() throws {
        let stanza = try parse(
            "<message reallyFromID='1' reallyFromId='2'>\n<a/><body>x</body>t<body>y</body><body/></message>")
        #expect(stanza.reallyFromID == "1")
        #expect(stanza.otherAttributes == [XMLAttribute(name: "reallyFromId", value: "2")])
        #expect(stanza.body == "x" && stanza.otherContent == "\n<a/>t<body>y</body><body/>")
        #expect(
            try written(stanza)
                == "<message reallyFromID=\"1\" reallyFromId=\"2\"><body>x</body>\n<a/>t<body>y</body><body/></message>"
        )
    }

    @Test func aBodyWithElementsIsNoText() throws {
        let stanza = try parse("<message><body>x<b/>y</body></message>")
        #expect(stanza.body == nil && stanza.otherContent == "<body>x<b/>y</body>")
        #expect(try parse(written(stanza)) == stanza)
    }

    @Test func anEmptyBodyIsABody() throws {
        #expect(try parse("<message><body/></message>").body?.isEmpty == true)
        #expect(try parse("<message><body></body></message>").body?.isEmpty == true)
        #expect(try parse("<message/>").body == nil)
        #expect(try written(RelayStanza(body: "")) == "<message><body></body></message>")
        #expect(try written(RelayStanza()) == "<message/>")
    }

    @Test func readsBackWhatItWrites() throws {
        let stanzas = Generator<RelayStanza>.oneOf([.plausible, .extreme])
        for (number, stanza) in stanzas.values(seed: 6120, count: 1000).enumerated() {
            #expect(try parse(written(stanza)) == stanza, "stanza \(number)")
        }
    }

    @Test func everyTruncationIsAnError() {
        let bytes = Array(PigeonStreams.relayed.utf8)
        for length in 0..<bytes.count {
            #expect(throws: XMPPStreamError(.unexpectedEnd, streamOffset: length)) {
                try RelayStanza(parsing: bytes.span.extracting(0..<length))
            }
        }
    }

    @Test func refusesWhatIsNoSingleMessage() {
        #expect(throws: XMPPStreamError(.unexpectedStanza, streamOffset: 1)) { try parse(" <iq/>") }
        #expect(throws: XMPPStreamError(.trailingBytes, streamOffset: 11)) { try parse("<message/> <iq/>") }
        #expect(throws: XMPPStreamError(.entityReference, streamOffset: 15)) {
            try parse("<message><body>&lol;</body></message>")
        }
        #expect(throws: Never.self) { try parse(" <message/>\n") }
    }

    @Test func refusesToWriteWhatWouldNotBeReadBack() {
        let impossible: [(RelayStanza, XMPPStreamError.Kind)] = [
            (RelayStanza(body: "\u{0}"), .notWellFormed), (RelayStanza(body: "\u{FFFE}"), .notWellFormed),
            (RelayStanza(otherAttributes: [XMLAttribute(name: "a b", value: "")]), .notWellFormed),
            (RelayStanza(id: "1", otherAttributes: [XMLAttribute(name: "id", value: "2")]), .notWellFormed),
            (RelayStanza(otherAttributes: [XMLAttribute(name: "id", value: "2")]), .notRepresentable),
            (RelayStanza(otherContent: "<a>"), .notWellFormed), (RelayStanza(otherContent: "<!-- -->"), .comment),
            (RelayStanza(otherContent: "<body>x</body>"), .notRepresentable),
            (RelayStanza(otherContent: "</message><message>"), .trailingBytes),
        ]
        for (stanza, kind) in impossible {
            var writer = ByteWriter()
            let error = #expect(throws: XMPPStreamError.self) { try stanza.serialize(into: &writer) }
            #expect(error?.kind == kind)
            #expect(writer.count == 0)
        }
    }
}
