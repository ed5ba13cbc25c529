import TraceModel

@testable import RunComparison

/// Runs as comparisons show them, and names as an attacker would choose them.
enum SampleComparison {
    static func run(
        _ id: Int, _ factors: [(ComparisonFactor, FactorValue?)], _ metrics: [(ComparisonMetric, Double)]
    ) -> TestRun {
        var run = TestRun(
            id: id, label: nil,
            views: [.init(file: "x.pcap", session: id, interface: 0, capturePoint: nil, start: nil)],
            factors: KeyedValues(), metrics: KeyedValues())
        for (factor, value) in factors { run.factors.set(factor.rawValue, to: value) }
        for metric in ComparisonMetric.allCases { run.metrics.set(metric.rawValue, to: nil) }
        for (metric, value) in metrics { run.metrics.set(metric.rawValue, to: value) }
        return run
    }

    /// Six runs over TCP at 5 m, and as many over UDP with round trips twice as long.
    static var twoTransports: ComparisonReport {
        let runs = (1...12).map { id in
            let isUDP = id > 6
            return run(
                id,
                [
                    (.transport, .text(isUDP ? "udp" : "tcp")), (.distance, .number(5)), (.packetSize, .number(4096)),
                ],
                [
                    (.rttMedian, (isUDP ? 0.02 : 0.01) + Double(id) / 10_000), (.dataRate, 3.5e6),
                    (.lossRatio, isUDP ? 0.012 : 0),
                ])
        }
        return ComparisonReport(
            of: runs, by: [.transport, .distance, .packetSize],
            captures: [.init(path: "x.pcap", runs: 12), .init(path: "y.pcap", runs: 0, error: "the file is cut off")])
    }

    static func withNames(_ names: [String]) -> ComparisonReport {
        let runs = names.enumerated().map { index, name in
            run(index + 1, [(.scenario, .text(name))], [(.rttMedian, 0.01)])
        }
        return ComparisonReport(of: runs, by: [.scenario], captures: names.map { .init(path: $0, runs: 0) })
    }
}
