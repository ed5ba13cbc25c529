import Testing
import TraceModel

@testable import RunComparison

@Suite struct ComparisonReportTests {
    private let byBoth: [ComparisonFactor] = [.transport, .scenario]

    private func test(
        _ comparison: ComparisonReport, _ factor: ComparisonFactor, _ metric: ComparisonMetric = .rttMedian
    ) -> ComparisonReport.FactorTest? {
        comparison.tests.first { $0.factor == factor && $0.metric == metric }
    }

    @Test func runsWithTheSameFactorsAreACell() throws {
        let runs =
            SampleRuns.runs(.udp, [0.02, 0.03, 0.01]) + SampleRuns.runs(.tcp, [0.05, 0.04])
            + SampleRuns.runs(.tcp, [0.08], scenario: "forest")
        let comparison = ComparisonReport(of: runs, by: byBoth)
        let levels = comparison.cells.map { cell in byBoth.map { cell.factors[$0.rawValue]?.description } }
        #expect(levels == [["tcp", "city"], ["tcp", "forest"], ["udp", "city"]])
        let cell = try #require(comparison.cells.last?.metrics["rttMedian"])
        #expect(cell.count == 3 && cell.median == 0.02 && cell.min == 0.01 && cell.max == 0.03)
        #expect(cell.interval == MedianInterval(of: [0.01, 0.02, 0.03]))
        #expect(cell.intervalNote == "with 3 runs, no interval covers the median in more than 75 % of cases")
        let few = try #require(comparison.cells.first?.metrics["rttMedian"])
        #expect(few.interval == nil && few.intervalNote == "an interval needs at least 3 runs")
        let none = try #require(comparison.cells.first?.metrics["lossRatio"])
        #expect(none == ComparisonReport.Summary([], in: .ratio) && none.median == nil && none.intervalNote == nil)
    }

    @Test func levelsAreInOrderOfSizeAndUnknownOnesLast() {
        let sizes: [Double?] = [4096, nil, 128, 1000]
        var runs = SampleRuns.runs(.tcp, [1, 2, 3, 4])
        for (index, size) in sizes.enumerated() {
            runs[index].factors.set("packetSize", to: size.map { .number($0) })
        }
        let comparison = ComparisonReport(of: runs, by: [.packetSize])
        #expect(comparison.cells.map { $0.factors["packetSize"] } == [.number(128), .number(1000), .number(4096), nil])
        #expect(comparison.notes == ["The packetSize is not known for 1 of 4 runs; a manifest can provide it"])
    }

    @Test func clearDifferenceIsShown() throws {
        let runs = SampleRuns.runs(.tcp, [1, 2, 3, 4, 5]) + SampleRuns.runs(.udp, [6, 7, 8, 9, 10])
        let found = try #require(test(ComparisonReport(of: runs, by: [.transport]), .transport))
        #expect(found.outcome == .difference)
        #expect(found.kruskalWallis?.p == 2.0 / 252)
        #expect(found.levels.map(\.median) == [3, 8])
        let pair = try #require(found.pairs.first)
        #expect(found.pairs.count == 1 && pair.adjustedP == 2.0 / 252 && pair.mannWhitney.cliffsDelta == -1)
        #expect(found.notCrossedWith.isEmpty)
    }

    @Test func threeRunsAgainstThreeCanShowNothing() throws {
        let runs = SampleRuns.runs(.tcp, [1, 2, 3]) + SampleRuns.runs(.udp, [600, 700, 800])
        let found = try #require(test(ComparisonReport(of: runs, by: [.transport]), .transport))
        #expect(found.outcome == .tooFewRuns && found.kruskalWallis?.smallestPossibleP == 0.1)
    }

    @Test func mixedRunsShowNoDifference() throws {
        let runs = SampleRuns.runs(.tcp, [1, 3, 5, 7, 9]) + SampleRuns.runs(.udp, [2, 4, 6, 8, 10])
        #expect(
            try #require(test(ComparisonReport(of: runs, by: [.transport]), .transport)).outcome == .noDifferenceShown)
    }

    @Test func oneLevelOrOneRunEachIsNoTest() throws {
        let one = ComparisonReport(of: SampleRuns.runs(.tcp, [1, 2, 3]), by: [.transport])
        let found = try #require(test(one, .transport))
        #expect(found.outcome == .notTested && found.kruskalWallis == nil && found.pairs.isEmpty)
        let each = ComparisonReport(of: SampleRuns.runs(.tcp, [1]) + SampleRuns.runs(.udp, [2]), by: [.transport])
        #expect(try #require(test(each, .transport)).outcome == .notTested)
        #expect(test(each, .transport, .lossRatio) == nil)
    }

    @Test func pairsAreAdjustedTogether() throws {
        let runs =
            SampleRuns.runs(.tcp, [1, 2, 3, 4, 5]) + SampleRuns.runs(.udp, [6, 7, 8, 9, 10])
            + SampleRuns.runs(.quic, [1.5, 2.5, 3.5, 4.5, 5.5])
        let found = try #require(test(ComparisonReport(of: runs, by: [.transport]), .transport))
        #expect(
            found.pairs.map { [$0.first, $0.second].map(\.description) } == [
                ["quic", "tcp"], ["quic", "udp"], ["tcp", "udp"],
            ])
        let p = found.pairs.map(\.mannWhitney.p)
        #expect(found.pairs.map(\.adjustedP) == HolmAdjustment.adjusted(p))
    }

    @Test func factorsThatWereNotCrossedAreNamed() throws {
        let runs =
            SampleRuns.runs(.tcp, [1, 2, 3, 4, 5], scenario: "city")
            + SampleRuns.runs(.udp, [6, 7, 8, 9, 10], scenario: "forest")
        let found = try #require(test(ComparisonReport(of: runs, by: [.transport]), .transport))
        #expect(found.outcome == .difference && found.notCrossedWith == [.scenario])
        // A scenario has its place.
        var placed = runs
        for index in placed.indices { placed[index].factors.set("place", to: placed[index][.scenario]) }
        let scenario = try #require(test(ComparisonReport(of: placed, by: [.scenario]), .scenario))
        #expect(scenario.notCrossedWith == [.transport])
    }

    @Test func manyLevelsAreNotComparedInPairs() throws {
        var runs = SampleRuns.runs(.tcp, (0..<40).map(Double.init))
        for index in runs.indices { runs[index].factors.set("distance", to: .number(Double(index / 2 * 5))) }
        for index in 0..<ComparisonReport.maximumLevels + 1 where index >= 20 {
            runs[index].factors.set("distance", to: .number(Double(1000 + index)))
        }
        let comparison = ComparisonReport(of: runs, by: [.distance, .file])
        let file = try #require(test(comparison, .file))
        #expect(file.levels.count == 40 && file.pairs.isEmpty)
        #expect(comparison.notes == ["The file has more than 32 levels: they are not compared in pairs"])
    }

    @Test func capturesWithoutRunsAreNamed() {
        let comparison = ComparisonReport(
            of: [], by: [.transport],
            captures: [.init(path: "a.pcap", runs: 0), .init(path: "b.pcap", runs: 0, error: "cut off")])
        #expect(comparison.cells.isEmpty && comparison.tests.isEmpty)
        #expect(comparison.notes.count == 1 && comparison.notes[0].hasPrefix("No run in a.pcap: "))
    }

    @Test func filesThatAreTakenForOneRunAreNamed() {
        var runs = SampleRuns.runs(.udp, [1, 2])
        var other = runs[0].views[0]
        other.file = "d2/run.pcap"
        runs[0].views.append(other)
        let notes = { ComparisonReport(of: runs, by: [.transport]).notes }
        #expect(notes() == ["1 of 2 runs are in several files; one of them is in city-udp-0.pcap and d2/run.pcap"])
        runs[0].views[0].startMoment = 0
        runs[0].views[1].startMoment = 90_000 * 1_000_000_000
        #expect(
            notes() == [
                "city-udp-0.pcap and d2/run.pcap are treated as captures of one run because of their names and content, though "
                    + "their clocks are far apart"
            ])
    }

    @Test func unknownCapturePointIsTold() {
        var runs = SampleRuns.runs(.udp, [1, 2])
        #expect(ComparisonReport(of: runs, by: [.transport]).notes.isEmpty)
        runs[0].views[0].capturePoint = nil
        #expect(
            ComparisonReport(of: runs, by: [.transport]).notes.first?.hasPrefix("The capture point of 1 of 2 runs")
                == true)
        // The other capture has been compared with it.
        runs[0].views.append(runs[0].views[0])
        #expect(ComparisonReport(of: runs, by: [.transport]).notes.isEmpty)
    }

    @Test func captureBesideTheResponderIsTold() {
        var runs = SampleRuns.runs(.tcp, [1, 2])
        runs[0].views[0].capturePoint = .responder
        runs[1].views[0].capturePoint = .middle
        let notes = ComparisonReport(of: runs, by: [.transport]).notes
        #expect(notes.count == 2 && notes[0].contains("at the responder") && notes[1].contains("between the ends"))
    }
}
