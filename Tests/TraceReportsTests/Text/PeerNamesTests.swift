import Testing
import TraceModel
import WireText

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct PeerNamesTests {
    @Test(arguments: ["N", "\u{301}", "\u{1B}"])
    func aLabelOfMegabytesIsCutAlsoOneThatIsASingleCharacter(piece: String) {
        var report = SampleReport.report(sessions: 2)
        report.peers[0].label = String(repeating: piece, count: 1_000_000)
        let names = PeerNames(report.peers)
        let name = names.name(report.sessions[0].initiator)
        #expect(name.unicodeScalars.count <= PeerNames.maximumWidth + 2)
        #expect(name.unicodeScalars.contains("…"))
        #expect(!name.unicodeScalars.contains(where: SafeText.isUnsafe))
    }

    @Test func aLongNameKeepsItsNumber() {
        let name = PeerNames.short(String(repeating: "n", count: 100) + " (2)")
        #expect(name.hasSuffix(" (2)") && SafeText.width(name) == PeerNames.maximumWidth)
    }

    @Test func aNameOfTheHandshakeStandsWhereOnlyAnAddressWould() {
        var report = SessionSamples.report([
            SessionSamples.session {
                $0.tls = Session.TLS()
                $0.tls?.serverName = "www.example.org"
            }
        ])
        func responder() -> String { PeerNames(report.peers).responder(report.sessions[0]) }
        #expect(responder() == "Bo")
        report.peers[1].label = "10.0.0.2"
        report.peers[1].addresses = ["10.0.0.2"]
        #expect(responder() == "www.example.org")
        #expect(
            PeerNames(report.peers).port(report.sessions[0].responder, calling: responder()) == "10.0.0.2 port 7000")
        report.sessions[0].tls = nil
        #expect(responder() == "10.0.0.2")
    }
}
