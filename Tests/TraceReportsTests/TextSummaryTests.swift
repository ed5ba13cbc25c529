import Testing
@testable import TraceAnalysis

@testable import TraceReports

@Suite("The summary for people")
struct TextSummaryTests {
    @Test("Nothing from the capture reaches the text raw", arguments: [0, 1, 5, 40])
    func harmless(sessions: Int) {
        for showsAll in [false, true] {
            let text = TextSummary(width: 120, showsAll: showsAll).render(SampleReport.report(sessions: sessions))
            let raw = text.unicodeScalars.filter { SafeText.isUnsafe($0) && $0 != "\n" }
            #expect(raw.isEmpty, "\(raw.map(\.value))")
        }
    }

    @Test("Colors are the program's own escapes and no others")
    func colors() {
        let report = SampleReport.report()
        let colored = TextSummary(width: 120, style: TextStyle(colored: true)).render(report)
        var stripped = colored
        for code in ["0", "1", "2", "31", "33", "36"] {
            stripped = stripped.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
        }
        #expect(colored != stripped)
        #expect(!stripped.unicodeScalars.contains { SafeText.isUnsafe($0) && $0 != "\n" })
    }

    @Test("Peers, services, sessions and findings are told, with the finding's code and remedy")
    func sections() {
        let text = TextSummary(width: 120).render(SampleReport.report())
        for part in ["Peers", "Services", "Sessions", "mesh over TCP", "_chat._tcp", "7000", "Mend", "flag"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.hasSuffix("\n"))
    }

    @Test("Sections without content are left out")
    func empty() {
        let report = TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"), peers: [], services: [],
            sessions: [], findings: [])
        let text = TextSummary().render(report)
        for part in ["Peers", "Services", "Sessions"] { #expect(!text.contains(part)) }
    }

    @Test("Many sessions get a line each and say how many more there are")
    func manySessions() {
        let text = TextSummary(width: 120).render(SampleReport.report(sessions: 40))
        #expect(text.contains("16 more sessions"))
        let all = TextSummary(width: 120, showsAll: true).render(SampleReport.report(sessions: 40))
        #expect(!all.contains("more sessions"))
    }

    @Test("The width has limits")
    func widths() {
        #expect(TextSummary(width: 1).width == 40)
        #expect(TextSummary(width: 10_000).width == 200)
    }

    @Test("Drop counts that add up to more than there are numbers are told")
    func manyDrops() {
        var report = SampleReport.report()
        report.capture.interfaces += report.capture.interfaces
        for index in report.capture.interfaces.indices { report.capture.interfaces[index].dropped = .max }
        #expect(TextSummary().render(report).contains("\(Int.max) packets dropped"))
    }

    @Test("Many interfaces are listed only on demand")
    func manyInterfaces() {
        var report = SampleReport.report()
        let interface = report.capture.interfaces[0]
        report.capture.interfaces = (0..<1000).map { id in
            var interface = interface
            interface.name = "wire\(id)."
            return interface
        }
        let text = TextSummary().render(report)
        #expect(text.contains("wire23.") && !text.contains("wire24."))
        #expect(text.contains("and 976 more"))
        #expect(TextSummary(showsAll: true).render(report).contains("wire999."))
    }

    @Test("A hundred thousand peers take no time that grows with their square", .timeLimit(.minutes(1)))
    func manyPeers() {
        var report = SampleReport.report()
        report.peers = (0..<100_000).map { number in
            var peer = Peer(id: "p\(number + 1)", label: "peer \(number)")
            if number.isMultiple(of: 2) { peer.peerIDs = ["\(number)"] }
            return peer
        }
        let text = TextSummary().render(report)
        #expect(text.contains("peer 22") && !text.contains("peer 1 "))
        #expect(text.contains("and 99988 more peers"))
    }

    @Test("A label of megabytes is cut, also one that is a single character", arguments: ["N", "\u{301}", "\u{1B}"])
    func longLabel(piece: String) {
        var report = SampleReport.report(sessions: 2)
        report.peers[0].label = String(repeating: piece, count: 1_000_000)
        let names = PeerNames(report.peers)
        let name = names.name(report.sessions[0].initiator)
        #expect(name.unicodeScalars.count <= PeerNames.maximumWidth + 2)
        #expect(name.hasSuffix("…"))
        #expect(!name.unicodeScalars.contains(where: SafeText.isUnsafe))
    }

    @Test("Any number of sessions of a peer with a long label are told in time", .timeLimit(.minutes(1)))
    func manySessionsOfLongLabel() {
        var report = SampleReport.report(sessions: 5000)
        report.peers[0].label = String(repeating: "N", count: 1_000_000)
        let text = TextSummary(showsAll: true).render(report)
        #expect(text.utf8.count < 10_000_000)
    }
}
