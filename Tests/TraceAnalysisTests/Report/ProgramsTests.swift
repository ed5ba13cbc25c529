import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel

/// Captures of programs that know nothing of this project, and what they printed themselves (`Fixtures/README.md`).
@Suite struct ProgramsTests {
    private func report(_ name: String) async throws -> TraceReport {
        try await TraceAnalyzer().analyze(CaptureFile.open(path: Fixture.url("programs/\(name).pcap").path()))
    }

    private func connections(_ report: TraceReport) -> [Session] { report.sessions.filter { $0.transport == .tcp } }

    @Test func servicesThatCannotBeReachedAreNamed() async throws {
        let report = try await report("dead-services")
        #expect(report.services.map(\.instance) == ["Photo Frame", "Ghost Printer", "Vault", "Wiki"])
        #expect(
            connections(report).map(\.ending) == [.refused, .refused, .unanswered, .refused, .fin, .refused])
        #expect(connections(report)[4].evidence == "unencrypted HTTP")
        let refused = report.findings.filter { $0.code.rawValue == "service-refused" }.map(\.message)
        #expect(refused.count == 2 && refused[0].contains("Photo Frame") && refused[1].contains("Vault"))
        let unreachable = report.findings.filter { $0.code.rawValue == "service-unreachable" }.map(\.message)
        #expect(unreachable.count == 1 && unreachable[0].contains("Vault"))
        let unresolved = report.findings.filter { $0.code.rawValue == "address-unresolved" }.map(\.message)
        #expect(unresolved == ["No host answered the last 3 ARP requests of 10.91.5.2 for ghost.local (10.91.5.77)."])
        #expect(report.findings.allSatisfy { $0.severity == .note })
    }

    @Test func namesThatDifferAreNoConflict() async throws {
        let report = try await report("mpd-twins")
        #expect(Set(report.services.map(\.instance)) == ["Jukebox[32543]", "Jukebox[570]"])
        #expect(report.services.allSatisfy { $0.renamedFrom == nil && $0.state == .gone && $0.port == 6600 })
        #expect(Set(report.peers.map(\.label)) == ["attic", "cellar", "phone"])
        #expect(connections(report).map(\.ending) == Array(repeating: .fin, count: 8) + [.refused])
        let hosts = Dictionary(grouping: connections(report).dropLast(), by: \.responder.address).mapValues(\.count)
        #expect(hosts == ["10.91.1.1": 6, "10.91.1.2": 2])
    }

    @Test func linkLocalXMPPIsNotCarrierPigeon() async throws {
        let report = try await report("xmpp-linklocal")
        let chat = try #require(connections(report).first)
        #expect(connections(report).count == 1 && chat.application == .xmpp && chat.ending == .reset)
        #expect(chat.forward.messages == 2 && chat.backward.messages == 1)
        let services = Dictionary(uniqueKeysWithValues: report.services.map { ($0.id, $0.instance) })
        #expect(chat.service.flatMap { services[$0] } == "marek@marek")
        #expect(report.peers.allSatisfy { $0.responders == ["avahi"] })
    }
}
