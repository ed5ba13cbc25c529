import Foundation
import PacketCapture
import Testing

@testable import TraceAnalysis
import TestSupport
import TraceModel

@Suite struct PigeonPeersTests {
    @Test func clientsAreNamedByTheAccountsThatTheirStreamsAreBoundTo() async throws {
        let fixture = Fixture.url("pigeon-relay.bob.pcap")
        let report = try await TraceAnalyzer().analyze(CaptureFile.open(path: fixture.path))
        let session = try #require(report.sessions.first { $0.application == .carrierPigeon })
        let client = try #require(report.peers.first { $0.id == session.initiator.peer })
        #expect(client.displayNames == ["bob@pigeon.lab"])
        #expect(client.label == "bob@pigeon.lab")
        let server = try #require(report.peers.first { $0.id == session.responder.peer })
        #expect(server.displayNames.isEmpty)
    }
}
