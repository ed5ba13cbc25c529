import TraceModel
import WireText

extension ConformanceCards {
    func testerLines(_ tester: ConformanceReport.Tester) -> [String] {
        var lines = paragraph(
            "The test of \(SafeText.escaped(tester.target.originalName)) on \(SafeText.escaped(tester.interface)) sent \(Quantity.count(tester.sentPackets, "packet")) from \(tester.address), \(tester.packetsPerSecond) a second at most.",
            margin: 0)
        if tester.target.name != tester.target.originalName {
            lines += paragraph(
                "The target is called \(SafeText.escaped(tester.target.name)) now. It may keep this name after a restart.",
                margin: 0,
                emphasis: style.yellow)
        }
        return lines
    }

    /// A line for each scenario that did not go as expected, or with `--verbose` for all.
    func scenarioLines(_ tester: ConformanceReport.Tester) -> [String] {
        guard !tester.scenarios.isEmpty else { return [] }
        let isPlain = { (scenario: ConformanceReport.Tester.Scenario) in
            scenario.end == .played && scenario.expectations.allSatisfy { $0.failed == 0 }
        }
        let played = tester.scenarios.count { $0.end == .played }
        let others = tester.scenarios.count { $0.end == .played && !isPlain($0) }
        let facts = "\(played) of \(tester.scenarios.count) played" + (others > 0 ? ", \(others) not as expected" : "")
        var lines = ["", heading("Scenarios", facts)]
        for scenario in tester.scenarios where showsAll || !isPlain(scenario) {
            lines += paragraph("\(scenario.id)  \(Self.words(scenario))")
            if showsAll { lines += paragraph(scenario.title, margin: 9, emphasis: style.dim) }
            for expectation in scenario.expectations where showsAll || expectation.failed > 0 {
                let count = expectation.met + expectation.failed
                let frames = expectation.frames.prefix(12).map(String.init).joined(separator: ", ")
                lines += paragraph(
                    "“\(expectation.text)” \(expectation.met) of \(count) times (\(expectation.section))"
                        + (frames.isEmpty
                            ? "" : "; instead: \(expectation.frames.count == 1 ? "frame" : "frames") \(frames)"),
                    margin: 9)
            }
        }
        return lines
    }

    private static func words(_ scenario: ConformanceReport.Tester.Scenario) -> String {
        switch scenario.end {
        case .played: scenario.expectations.contains { $0.failed > 0 } ? "not as expected" : "played"
        case .notApplicable: "left out: the target has nothing that it is about"
        case .noProbe: "ended early: the target did not probe for its name, or was not restarted"
        case .packetLimit: "ended early: no further packet may be sent"
        case .interrupted: "interrupted"
        }
    }
}
