import Foundation
import PacketCapture
import ProtocolDescriptions
import Testing
import TestSupport
import TraceModel

@testable import TraceAnalysis

/// Captures of real endpoints, read by descriptions of their protocols. What is expected is what the endpoints logged.
@Suite struct DescribedSessionTests {
    private static func application(_ name: String) throws -> DescribedApplication {
        let url = Fixture.url("protocols/\(name).protocol.yaml")
        let page = try DescribedPage(utf8: Array(Data(contentsOf: url)))
        return DescribedApplication(try CompiledProtocol(page.description), source: url.lastPathComponent, page: page)
    }

    private static func path(_ capture: String) -> String { Fixture.url("protocols/\(capture).pcap").path() }

    private static func report(_ capture: String, _ names: String..., workers: Int = 1) async throws -> TraceReport {
        var analyzer = TraceAnalyzer(workers: workers)
        analyzer.applications = try names.map { try application($0) }
        return try await analyzer.analyze(CaptureFile.open(path: path(capture)))
    }

    private static func session(_ report: TraceReport, _ name: String) throws -> Session {
        try #require(report.sessions.first { $0.application.rawValue == name })
    }

    @Test func aServiceTellsWhoseSessionItIs() async throws {
        let session = try Self.session(await Self.report("tictactoe.anna", "tictactoe"), "tictactoe")
        #expect(session.evidence == "the service _tictactoe._tcp")
        #expect(session.forward.messageTypes["selectedCharacter"] == 1)
        #expect(session.forward.messageTypes["move"] == 20)
        #expect(session.backward.messages == 20)
    }

    @Test(arguments: ["tictactoe.wrong-order", "tictactoe.wrong-framing"])
    func aWrongDescriptionGivesAFindingAndNoFigures(name: String) async throws {
        let report = try await Self.report("tictactoe.anna", name)
        let session = try #require(report.sessions.first { $0.application.isGuest })
        #expect(session.forward.messages == nil)
        #expect(session.forward.messageTypes.entries.isEmpty)
        #expect(session.forward.firstFault?.streamOffset == 0)
        #expect(session.applicationRTT.count == 0)
        #expect(
            report.findings.contains { $0.code.rawValue == "protocol-mismatch" && $0.subject == .session(session.id) })
    }

    @Test func contentAloneIsEnough() async throws {
        let session = try Self.session(await Self.report("lookalike.base", "lookalike"), "lookalike")
        #expect(session.evidence == "70 messages that fit the description")
        #expect(session.forward.messages == 50)
        #expect(session.backward.messages == 20)
    }

    @Test func aBodyThatDoesNotDecodeIsMalformedAlone() async throws {
        let report = try await Self.report("scene.host", "scene")
        let session = try Self.session(report, "scene")
        #expect([session.forward.messages, session.backward.messages] == [85, 85])
        let faults = [session.forward, session.backward].compactMap(\.firstFault)
        #expect(faults.count == 1)
        #expect(faults.first?.key.hasPrefix("body") == true)
        #expect(report.findings.map(\.code.rawValue) == ["message-undecodable"])
        #expect(report.protocols.first?.malformed == 1)
    }

    @Test func eachBrokenRuleIsOneFindingWithItsLine() async throws {
        let report = try await Self.report("club-rules.club", "club-rules")
        let broken = report.findings.filter { $0.code.rawValue == "expectation-broken" }
        var lines: [Int: [Int]] = [:]
        for finding in broken {
            guard case .session(let id) = finding.subject, let rule = finding.expectation else { continue }
            lines[rule.line, default: []].append(id)
        }
        // The rules are in lines 13 to 22. The second one is broken twice: by an answer that is late, and by one that
        // never comes.
        let expected = [
            13: [2], 14: [3, 4], 15: [5], 16: [6], 17: [7], 18: [8], 19: [9], 20: [10], 21: [11], 22: [13],
        ]
        #expect(lines == expected)
        #expect(broken.first { $0.expectation?.line == 22 }?.severity == .note)
        let first = try #require(broken.first { $0.expectation?.line == 13 })
        #expect(first.expectation?.text == "{first: hello}")
        #expect(
            first.message == "The rule {first: hello} of club, line 13 of its description, is broken: the initiator "
                + "begins with something other than hello.")
    }

    @Test func whatAHoleCouldExplainIsNoFinding() async throws {
        let report = try await Self.report("club-holes.club", "club-holes")
        #expect(!report.findings.contains { $0.code.rawValue == "expectation-broken" })
        let session = try Self.session(report, "club")
        #expect(session.limits.contains { $0.reason == .framingFound })
    }

    @Test func thoseWhoWriteAreNamed() async throws {
        let report = try await Self.report("club-rules.club", "club-rules")
        let named = report.peers.filter { $0.evidence.contains { $0.kind == .messageSender } }
        #expect(named.contains { $0.peerIDs.contains("Club") })
    }

    @Test(arguments: [2, 5])
    func workersDoNotMatter(workers: Int) async throws {
        let one = try await Self.report("club-rules.club", "club-rules", "lookalike")
        #expect(try await Self.report("club-rules.club", "club-rules", "lookalike", workers: workers) == one)
    }

    @Test func messagesAreListedWithTheirValues() async throws {
        var analyzer = TraceAnalyzer()
        analyzer.applications = [try Self.application("club-rules")]
        let trace = try await analyzer.messages(merging: [CaptureOverview(path: Self.path("club-rules.club"))])
        var messages: [TraceMessage] = []
        try trace.forEach { message in
            messages.append(message)
            return true
        }
        let counted = trace.report.sessions.reduce(0) { $0 + ($1.forward.messages ?? 0) + ($1.backward.messages ?? 0) }
        #expect(messages.count == counted)
        let first = try #require(messages.first)
        #expect(first.fields?.entries.map(\.name) == ["body.type", "body.n"])
        #expect(first.fields?["body.type"] == first.type.map { .text($0) })
        #expect(messages.contains { $0.latencyKind == .roundTrip })
    }
}
