import RunComparison
import TestSupport
import Testing
import TraceModel

// The code of the article, word for word.

/// What captures of tests say of the transports that they used.
func comparison(of captures: [(path: String, report: TraceReport)]) -> ComparisonReport {
    var collector = RunCollector()
    for capture in captures { collector.add(capture.report, path: capture.path) }
    return ComparisonReport(of: collector.runs, by: [.transport])
}

/// The median round trip time of each transport, and whether they differ.
func roundTrips(_ comparison: ComparisonReport) -> [String] {
    var lines: [String] = []
    for cell in comparison.cells {
        guard let transport = cell.factors["transport"], let times = cell.metrics["rttMedian"],
            let median = times.median
        else { continue }
        lines.append("\(transport): \(median) s in \(times.count) runs")
    }
    for test in comparison.tests where test.metric == .rttMedian && test.outcome == .difference {
        lines.append("The \(test.factor.rawValue) makes a difference.")
    }
    return lines
}

@Suite struct CompareRunsTests {
    /// A capture for each round trip time.
    private func captures(
        _ transport: Session.Transport, _ times: [Double]
    ) -> [(path: String, report: TraceReport)] {
        times.enumerated().map { index, time in
            let session = SampleRuns.session(transport, rtt: time, port: UInt16(50_000 + index))
            return ("\(transport.rawValue)-\(index).pcap", SampleRuns.report([session]))
        }
    }

    @Test func eachTransportHasItsMedian() {
        let comparison = comparison(of: captures(.tcp, [1, 2, 3, 4, 5]) + captures(.udp, [6, 7, 8, 9, 10]))
        #expect(
            roundTrips(comparison) == [
                "tcp: 3.0 s in 5 runs", "udp: 8.0 s in 5 runs", "The transport makes a difference.",
            ])
    }

    @Test func fewRunsShowNoDifference() {
        let comparison = comparison(of: captures(.tcp, [1]) + captures(.udp, [2]))
        #expect(roundTrips(comparison) == ["tcp: 1.0 s in 1 runs", "udp: 2.0 s in 1 runs"])
    }

    @Test func theArticleShowsWhatIsTestedHere() throws {
        let article = try Article("Compare-runs", of: "RunComparison")
        #expect(article.code.count == 2)
        #expect(try article.code(missingFrom: #filePath).isEmpty)
    }
}
