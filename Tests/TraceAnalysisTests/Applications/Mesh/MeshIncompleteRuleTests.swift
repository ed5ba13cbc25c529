import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct MeshIncompleteRuleTests {
    private func findings(isComplete: Bool, missing: [[String]], connected: Int) -> [Finding] {
        let names = ["Anna", "Bert", "Carl", "Dora", "Emil", "Fred", "Gerd"]
        var report = TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"),
            peers: names.enumerated().map { Peer(id: "p\($0 + 1)", label: $1) }, services: [], sessions: [],
            findings: [])
        report.meshes = [
            Mesh(
                id: "m1", peers: report.peers.map(\.id), connectedPairs: connected, expectedPairs: 21,
                missingPairs: missing, isComplete: isComplete)
        ]
        return MeshIncompleteRule.findings(
            in: FindingContext(
                report: report, connections: [], counter: CaptureCounter(), peerIndices: report.peerIndices,
                axis: TimeAxis(origin: 0)))
    }

    @Test func missingPairsAreNamed() {
        let findings = findings(isComplete: true, missing: [["p1", "p2"], ["p3", "p7"]], connected: 19)
        #expect(findings.map(\.code.rawValue) == ["mesh-incomplete"] && findings[0].severity == .note)
        #expect(
            findings[0].message
                == "19 of 21 connections of a full mesh of 7 peers are there; missing: Anna and Bert, Carl and Gerd.")
    }

    @Test func ofManyTheFirstOnesAreNamed() {
        let findings = findings(
            isComplete: true,
            missing: (2...7).map { ["p1", "p\($0)"] } + [["p2", "p3"], ["p2", "p4"], ["p2", "p5"]], connected: 12)
        #expect(findings[0].message.hasSuffix("Bert and Carl, Bert and Dora and 1 more."))
    }

    @Test func whatTheCaptureCouldNotSeeIsNotMissing() {
        #expect(findings(isComplete: false, missing: [["p1", "p2"]], connected: 20).isEmpty)
        #expect(findings(isComplete: true, missing: [], connected: 21).isEmpty)
    }
}
