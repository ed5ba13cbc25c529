import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct FindingContextTests {
    private func context(label: String) -> FindingContext {
        let report = TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"),
            peers: [Peer(id: "p1", label: label)], services: [], sessions: [], findings: [])
        return FindingContext(
            report: report, connections: [], counter: CaptureCounter(), peerIndices: report.peerIndices,
            axis: TimeAxis(origin: 0))
    }

    private let end = Session.Endpoint(peer: "p1", address: "10.0.0.1", port: 7000)

    @Test func oneEndIsCalledByItsPeersLabelWithoutOneByItsAddress() {
        let context = context(label: "Anna")
        #expect(context.label(of: end) == "Anna")
        #expect(
            context.label(of: Session.Endpoint(peer: nil, address: "10.0.0.2", port: 7000)) == "10.0.0.2 port 7000")
    }

    @Test(arguments: ["a", "e\u{301}", "\u{301}"])
    func aLongLabelIsCutAlsoOneThatIsASingleCharacter(piece: String) {
        let label = context(label: String(repeating: piece, count: 100_000)).label(of: end)
        #expect(label.unicodeScalars.count == Excerpt.maximumLength + 1)
        #expect(label.hasSuffix("…"))
        let short = String(repeating: "a", count: Excerpt.maximumLength)
        #expect(context(label: short).label(of: end) == short)
    }
}
