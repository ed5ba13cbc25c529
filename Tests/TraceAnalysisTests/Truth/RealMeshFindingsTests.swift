import Foundation
import PacketCapture
import Testing

@testable import TraceAnalysis
import TestSupport
import TraceModel

/// What is found in captures of real peers, whose own records say what they did wrong.
@Suite struct RealMeshFindingsTests {
    private func findings(_ name: String) async throws -> [Finding] {
        let folder = Fixture.url()
        let file = try CaptureFile.open(path: folder.appending(path: name).path)
        return try await TraceAnalyzer(workers: 2).analyze(file).findings
    }

    @Test(arguments: [
        "mesh-endings.hub.pcap", "mesh2-basic.alice.pcap", "mesh2-basic.bruno.pcapng",
        "mesh2-reconnect-same-port.nora.pcap", "mesh2-v6ll-sorted.iris.pcap", "mesh3-retry-backoff.rita.pcap",
        "mesh4-tiebreak.bo.pcap.gz",
    ])
    func nothingIsSaidOfPeersThatKeepTheRules(name: String) async throws {
        let findings = try await findings(name)
        #expect(findings.filter { $0.severity > .note }.map(\.message) == [])
    }

    /// Each of the four peers dials all others. The capture is of Kofi's host: three dial him, though his ID is the lowest.
    @Test func brokenTieBreakIsTold() async throws {
        let findings = try await findings("mesh4-tiebreak-bug.kofi.pcap")
        let wrong = findings.filter { $0.code.rawValue == "tie-break-violated" }
        #expect(wrong.map { String($0.message.prefix(4)) } == ["Mara", "Lena", "Nils"])
        #expect(
            wrong.allSatisfy { $0.message.hasSuffix("connected to Kofi (\"kofi-38b1f9a3\"), whose peer ID is lower.") })
        #expect(findings.count { $0.code.rawValue == "duplicate-connection" } == 3)
        #expect(findings.filter { $0.severity > .note }.count == 6)
    }

    @Test func messagesBeforeTheGateAreTold() async throws {
        let findings = try await findings("mesh2-gate-violation.early.pcap").filter { $0.severity > .note }
        #expect(findings.map(\.code.rawValue) == ["early-data"])
        #expect(
            findings[0].frames == [27, 29] && findings[0].message.hasPrefix("2 messages from Early came too early"))
    }

    /// Broadcasts are signed with peer IDs, which say little to people.
    @Test func relayedBroadcastsAreToldByNames() async throws {
        let findings = try await findings("mesh5-relay-partial.wire.pcap").filter {
            $0.code.rawValue == "duplicate-message"
        }
        #expect(findings.count == 5)
        #expect(
            findings.first?.message
                == "D received a broadcast of 180 bytes by A again, from C, the first of 4 duplicate deliveries.")
    }

    @Test func brokenFramesAreTold() async throws {
        let findings = try await findings("mesh2-bad-frames.victim.pcap").filter { $0.severity > .note }
        #expect(
            findings.map(\.code.rawValue) == [
                "frame-empty", "frame-too-large", "frame-too-large", "frame-incomplete", "frame-incomplete",
            ])
    }
}
