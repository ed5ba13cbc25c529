import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct BrokenXMPPStreamRuleTests {
    private typealias Trace = SyntheticTrace

    private static let header = """
        <?xml version='1.0'?><stream:stream to='x' xmlns='jabber:client' \
        xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>
        """

    /// A chat between Anna's client and Bert's server, which then sends this.
    private func report(_ rest: String, closes: Bool = false) async throws -> TraceReport {
        try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send(Array(Self.header.utf8), from: .initiator, at: Trace.second, in: &$0)
            try connection.send(Array(Self.header.utf8), from: .responder, at: 2 * Trace.second, in: &$0)
            let message = "<message from='a@x/p' to='b@x' id='1'><body>hi</body></message>"
            try connection.send(Array(message.utf8), from: .responder, at: 3 * Trace.second, in: &$0)
            try connection.send(Array(rest.utf8), from: .responder, at: 4 * Trace.second, in: &$0)
            if closes { try connection.close(at: 5 * Trace.second, in: &$0) }
        }
    }

    @Test(
        arguments: [
            ("<!DOCTYPE a [<!ENTITY l 'lol'>]>", "a document type declaration, which XMPP forbids, at stream offset"),
            ("hello", "text between stanzas at stream offset"),
            ("<!-- hidden -->", "a comment, which XMPP forbids, at stream offset"),
        ])
    func brokenStreamIsTold(rest: String, words: String) async throws {
        let report = try await report(rest)
        let finding = try #require(report.findings.first)
        #expect(report.findings.map(\.code.rawValue) == ["message-undecodable"])
        #expect(finding.severity == .error && finding.subject == .session(1))
        #expect(finding.time == 4 && finding.frames == [7])
        #expect(finding.message.hasPrefix("The XMPP stream from 10.0.0.2 breaks: \(words) "))
        #expect(finding.message.hasSuffix("; nothing after it is read."))
        #expect(report.sessions[0].backward.malformedMessages == 1)
    }

    @Test func streamThatEndsWithinAStanzaIsTold() async throws {
        let report = try await report("<message><body>1", closes: true)
        #expect(report.findings.map(\.code.rawValue) == ["message-undecodable"])
        #expect(report.findings.allSatisfy { $0.message.contains("the stream ended within a stanza") })
    }

    @Test func wholeStreamIsFine() async throws {
        let report = try await report("<message to='b@x' id='2'><body>1 &lt; 2</body></message>")
        #expect(report.sessions.map(\.application) == [.xmpp] && report.findings.isEmpty)
        #expect(report.sessions[0].backward.messages == 2)
    }
}
