import Testing
import TraceModel

@testable import TraceReports
import WireText

@Suite struct LiveViewTests {
    private let progress = LiveView.Progress(
        title: "Capturing on en0 → " + SampleReport.hostile, elapsed: 61.9, packets: 1234, bytes: 5_000_000,
        packetRate: 12.34, bitRate: 1_500_000, dropped: 0)

    private func view(width: Int = 80, height: Int = 24) -> LiveView {
        LiveView(width: width, height: height, style: TextStyle(colored: false))
    }

    @Test func showsProgressServicesAndSessions() {
        let text = view().lines(progress, SampleReport.report()).joined(separator: "\n")
        #expect(text.contains("1,234 packets, 5 MB, 12.3 packets/s, 1.5 Mbit/s, 61 s"))
        #expect(text.contains("Services (1)") && text.contains("_chat._tcp") && text.contains("announced"))
        #expect(text.contains("Sessions (1)") && text.contains("mesh/TCP") && text.contains("1.23 kB"))
        #expect(!text.contains("dropped"))
    }

    @Test func theWorstFindingsAreFirstWithWhatTheyAreAbout() throws {
        let lines = view().lines(progress, SampleReport.report())
        let heading = try #require(lines.firstIndex(of: "Findings (1 error, 1 note)"))
        #expect(lines[heading + 2].hasPrefix("  error     broken-framing  "))
        #expect(lines[heading + 2].contains(" → 10.0.0.2 port 7000"))
        #expect(lines[heading + 3].hasPrefix("  note      capture-gap     the capture"))
    }

    @Test func sessionsThatFailedAreRed() throws {
        var report = SampleReport.report(sessions: 2)
        report.sessions[1].ending = .refused
        let lines = LiveView(width: 80, height: 24, style: TextStyle(colored: true)).lines(progress, report)
        let refused = try #require(lines.first { $0.contains("refused") })
        let open = try #require(lines.first { $0.contains(" open") })
        #expect(refused.hasPrefix("\u{1B}[31m  ") && refused.hasSuffix("\u{1B}[0m") && open.hasPrefix("  "))
    }

    @Test func everySectionHasItsShareOfTheRoom() {
        let lines = view().lines(progress, SampleReport.report(sessions: 100))
        #expect(lines.contains("Sessions (100)") && lines.contains("Services (1)") && lines.count == 23)
        let few = view(height: 10).lines(progress, SampleReport.report(sessions: 100))
        #expect(few.contains("Sessions (100)") && !few.contains("Services (1)"))
    }

    @Test func dropsAreSaid() {
        var progress = progress
        progress.dropped = 17
        #expect(view().lines(progress, nil).contains("  17 packets dropped"))
    }

    @Test func itFitsIntoEveryTerminal() {
        for (width, height) in [(40, 8), (40, 24), (80, 10), (80, 24), (200, 60)] {
            for sessions in [0, 1, 100] {
                let lines = view(width: width, height: height).lines(progress, SampleReport.report(sessions: sessions))
                #expect(lines.count < height)
                #expect(lines.allSatisfy { SafeText.width($0) <= width })
            }
        }
    }

    @Test func nothingFromPacketsSteersTheTerminal() {
        for line in view(width: 200).lines(progress, SampleReport.report()) {
            #expect(!line.unicodeScalars.contains(where: SafeText.isUnsafe), "\(line)")
        }
    }
}
