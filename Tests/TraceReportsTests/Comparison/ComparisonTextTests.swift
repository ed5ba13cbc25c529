import RunComparison
import Testing
import TraceAnalysis

@testable import TraceReports
import WireText

@Suite struct ComparisonTextTests {
    @Test func figuresHaveATableAndASentence() {
        let text = ComparisonText().render(SampleComparison.twoTransports)
        #expect(
            text.hasPrefix(
                """
                12 runs in 2 captures, by transport, distance, packetSize

                RTT (median of a run's application round trips)
                  transport  distance  packetSize  runs   median      95 % interval      max
                  tcp        5 m       4,096 B        6  10.4 ms  10.1 ms … 10.6 ms  10.6 ms
                  udp        5 m       4,096 B        6    21 ms  20.8 ms … 21.2 ms  21.2 ms
                  transport matters for RTT: p = 0.0022, Kruskal–Wallis, exact, 12 runs.
                  udp (21 ms) above tcp (10.4 ms), p = 0.0022, Cliff's delta 1.
                """), "\(text)")
        #expect(text.contains("Data rate (goodput)") && text.contains("3.5 Mbit/s"))
        #expect(text.contains("1.2 %"))
        #expect(text.contains("y.pcap: the file is cut off"))
        // What was never measured has no table, and factors with one level no sentence.
        #expect(!text.contains("Jitter") && !text.contains("distance matters") && !text.contains("distance:"))
        #expect(!text.contains("Handshake"))
    }

    @Test func whatIsNotShownIsToldWithItsReason() {
        func sentence(_ times: [[Double]]) -> String {
            let runs = times.enumerated().flatMap { level, times in
                times.map { SampleComparison.run(1, [(.distance, .number(Double(level)))], [(.rttMedian, $0)]) }
            }
            let text = ComparisonText(width: 200).render(ComparisonReport(of: runs, by: [.distance]))
            return text.split(separator: "\n").first { $0.hasPrefix("  distance:") }.map(String.init) ?? text
        }
        #expect(sentence([[2, 2], [2, 2]]) == "  distance: all 4 runs have the same RTT.")
        #expect(
            sentence([[1, 2], [3, 4]])
                == "  distance: too few runs (2, 2) to show a difference in RTT: p cannot be less than 0.33.")
        #expect(
            sentence([[1, 3, 5, 7], [2, 4, 6, 8]])
                == "  distance: no difference in RTT found (p = 0.69, Kruskal–Wallis, exact, 8 runs), which does not "
                + "prove that there is none.")
        #expect(
            sentence([[1], [3]])
                == "  distance: one run at each level; more are needed to show whether it matters for RTT.")
    }

    @Test func factorsThatMayBeBehindItAreNamed() {
        let runs = (1...10).map { id in
            SampleComparison.run(
                id, [(.transport, .text(id > 5 ? "udp" : "tcp")), (.packetSize, .number(id > 5 ? 128 : 4096))],
                [(.rttMedian, Double(id))])
        }
        let text = ComparisonText(width: 200).render(ComparisonReport(of: runs, by: [.transport]))
        #expect(
            text.contains(
                "But not every transport was tested with the same packetSize, which may explain the difference."))
    }

    @Test func linesFit() {
        for width in [40, 60, 80, 120] {
            for all in [false, true] {
                let text = ComparisonText(width: width, showsAll: all).render(SampleComparison.twoTransports)
                for line in text.split(separator: "\n") { #expect(SafeText.width(String(line)) <= width, "\(line)") }
            }
        }
    }

    @Test func fewRunsSayWhatIsMissing() {
        let text = ComparisonText().render(SampleComparison.withNames(["a", "b"]))
        #expect(
            text.contains("scenario: one run at each level; more are needed to show whether it matters\n  for RTT."),
            "\(text)")
        #expect(text.contains("– an interval needs at least 3 runs."))
        // All are the median: other columns would say it again.
        #expect(!text.contains("max"))
    }

    @Test func allShowsEveryRun() {
        let text = ComparisonText(showsAll: true).render(SampleComparison.withNames(["a", "b"]))
        #expect(text.contains("Runs\n"), "\(text)")
    }

    @Test func nothingIsAComparisonToo() {
        #expect(ComparisonText().render(ComparisonReport(of: [], by: [.transport])) == "0 runs, by transport\n")
    }

    @Test func namesAreHarmless() {
        let names = [SampleReport.hostile, String(repeating: "x\u{301}\u{301}", count: 500)]
        let text = ComparisonText(showsAll: true).render(SampleComparison.withNames(names))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
        #expect(text.contains("A\\u{1B}[2J"))
    }

    @Test(arguments: [(0.5, "0.50"), (0.0123, "0.012"), (0.00042, "0.0004"), (1, "1"), (0.999, "1"), (0.0995, "0.10")])
    func probabilities(p: Double, text: String) {
        #expect(ComparisonWords.digits(p) == text)
    }
}
