import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StanzaStreamTests {
    private static let start = 1_700_000_000 * SyntheticTrace.second

    private func relay(_ number: Int) -> String {
        "<message to='bob@x' type='chat' id='m\(number)' reallyFrom='olga@x' reallyFromId='\(number)'>"
            + "<body>Hello \(number)</body></message>"
    }

    /// Segments from the client, of a connection whose beginning is in the capture or not.
    private func report(opens: Bool = false, _ segments: [String]) async throws -> TraceReport {
        try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection(port: 50000, to: SyntheticTrace.bert, port: 5222)
            if opens { try connection.open(at: Self.start, in: &capture) }
            for (index, segment) in segments.enumerated() {
                try connection.send(
                    [UInt8](segment.utf8), from: .initiator, at: Self.start + Int64(index + 1) * SyntheticTrace.second,
                    in: &capture)
            }
        }
    }

    @Test func aStreamIsJoinedAtAStanza() async throws {
        let rest = "<body>of a message</body></message>"
        let report = try await report([rest, relay(1) + relay(2), "<presence/>" + relay(3)])
        let session = try #require(report.sessions.first)
        #expect(session.application == .carrierPigeon && session.midstream)
        #expect(session.forward.messageTypes["message"] == 3 && session.forward.messageTypes["presence"] == 1)
        #expect(session.forward.malformedMessages == 0)
        #expect(session.firstMessage == 1)
        #expect(session.limits.contains { $0.reason == .midstream })
        #expect(report.relayedMessages.count == 3)
    }

    /// Serverless messaging as XEP-0174 has it.
    @Test func aStreamWithoutCarriedMessagesIsXMPP() async throws {
        let header =
            "<?xml version='1.0'?><stream:stream xmlns='jabber:client' from='ann@pad' to='bob@phone' "
            + "xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>"
        let report = try await report(
            opens: true, [header, "<message from='ann@pad' to='bob@phone'><body>Hello</body></message>"])
        let session = try #require(report.sessions.first)
        #expect(session.application == .xmpp && session.evidence == "an XMPP stream")
        #expect(session.forward.messages == 1 && session.forward.messageTypes["message"] == 1)
    }

    @Test(arguments: ["reallyFrom='olga@x'", "reallyFromID='7'", "senderTimestamp='1700000000'", "serverTimestamp=''"])
    func eachAttributeOfItsOwnShowsCarrierPigeon(_ attribute: String) async throws {
        let message = "<message to='bob@x' id='1' \(attribute)><body>Hello</body></message>"
        #expect(try await report([message]).sessions.map(\.application) == [.carrierPigeon])
    }

    @Test func aStanzaMayStraddleSegments() async throws {
        let text = relay(1)
        let report = try await report([String(text.prefix(20)), String(text.dropFirst(20)) + relay(2)])
        #expect(report.sessions.first?.forward.messageTypes["message"] == 2)
    }

    @Test func aHeaderIsKnownWithoutTheHandshake() async throws {
        let header = "<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
        let report = try await report([
            header + "xmlns:stream='http://etherx.jabber.org/streams' to='x' version='1.0'>", relay(1),
        ])
        let session = try #require(report.sessions.first)
        #expect(session.application == .carrierPigeon && session.midstream)
        #expect(session.forward.messageTypes["message"] == 1)
    }

    @Test(arguments: [["<iq", " is not a stanza"], ["<message", "s><a/></messages>"], ["<message>never ends"]])
    func whatOnlyBeginsLikeAStanzaIsNone(_ segments: [String]) async throws {
        let report = try await report(segments)
        #expect(report.sessions.map(\.application) == [.unknown])
        #expect(report.findings.isEmpty)
    }

    @Test func aWholeStreamBeginsWithAHeader() async throws {
        // Who sees the beginning sees that there is none.
        let report = try await report(opens: true, [relay(1), relay(2)])
        #expect(report.sessions.map(\.application) == [.unknown])
    }
}
