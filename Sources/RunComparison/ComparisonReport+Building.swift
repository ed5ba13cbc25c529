import TraceModel

extension ComparisonReport {
    /// Groups runs and tests what their factors do.
    ///
    /// - Parameters:
    ///   - runs: In any order; cells are sorted by their levels.
    ///   - by: The factors whose levels make the cells and which are tested, at least one, each once.
    ///   - captures: What was read, for the reader to see what is missing.
    public init(of runs: [TestRun], by: [ComparisonFactor], captures: [Capture] = []) {
        self.by = by
        self.captures = captures
        self.runs = runs
        for metric in ComparisonMetric.allCases { units.set(metric.rawValue, to: metric.unit.rawValue) }
        cells = Self.cells(of: runs, by)
        tests = ComparisonMetric.allCases.flatMap { metric in
            by.compactMap { Self.test($0, metric, runs) }
        }
        notes = Self.notes(runs, by, captures)
    }

    // MARK: - Cells

    private static func cells(of runs: [TestRun], _ by: [ComparisonFactor]) -> [Cell] {
        let groups = Dictionary(grouping: runs) { run in by.map { run[$0] } }
        return groups.sorted { isBefore($0.key, $1.key) }.map { levels, runs in
            var factors = KeyedValues<FactorValue>()
            for (factor, level) in zip(by, levels) { factors.set(factor.rawValue, to: level) }
            var metrics = KeyedValues<Summary>()
            for metric in ComparisonMetric.allCases {
                metrics.set(metric.rawValue, to: Summary(runs.compactMap { $0[metric] }, in: metric.unit))
            }
            return Cell(factors: factors, runs: runs.map(\.id), metrics: metrics)
        }
    }

    /// Level by level; unknown ones come last.
    private static func isBefore(_ first: [FactorValue?], _ second: [FactorValue?]) -> Bool {
        for (first, second) in zip(first, second) where first != second {
            guard let first else { return false }
            return second.map { first < $0 } ?? true
        }
        return false
    }

    // MARK: - Tests

    /// - Returns: Nil where no run has both a level and the figure.
    private static func test(
        _ factor: ComparisonFactor, _ metric: ComparisonMetric, _ runs: [TestRun]
    ) -> FactorTest? {
        let measured = runs.filter { $0[metric] != nil && $0[factor] != nil }
        guard !measured.isEmpty else { return nil }
        let groups = Dictionary(grouping: measured) { $0[factor] ?? .text("") }.sorted { $0.key < $1.key }
        let samples = groups.map { $0.value.compactMap { $0[metric] } }
        let levels = zip(groups, samples).map { group, sample in
            Level(value: group.key, count: sample.count, median: metric.unit.rounded(sample.median ?? 0))
        }
        let overall = KruskalWallisTest(samples)
        return FactorTest(
            metric: metric, factor: factor, levels: levels, kruskalWallis: overall, pairs: pairs(levels, samples),
            outcome: outcome(overall), notCrossedWith: groups.count > 1 ? notCrossed(factor, groups.map(\.value)) : [])
    }

    private static func outcome(_ test: KruskalWallisTest?) -> Outcome {
        guard let test else { return .notTested }
        if test.p < Method.significance { return .difference }
        // Equal values decide nothing, however many there are.
        if test.smallestPossibleP == 1 { return .noDifferenceShown }
        return test.smallestPossibleP < Method.significance ? .noDifferenceShown : .tooFewRuns
    }

    private static func pairs(_ levels: [Level], _ samples: [[Double]]) -> [Pair] {
        guard levels.count <= maximumLevels else { return [] }
        var pairs = levels.indices.flatMap { first in
            levels.indices.dropFirst(first + 1).compactMap { second in
                MannWhitneyTest(samples[first], samples[second]).map {
                    Pair(first: levels[first].value, second: levels[second].value, mannWhitney: $0, adjustedP: $0.p)
                }
            }
        }
        for (index, p) in HolmAdjustment.adjusted(pairs.map(\.adjustedP)).enumerated() { pairs[index].adjustedP = p }
        return pairs
    }

    /// - Parameter groups: The measured runs at each level of the factor.
    private static func notCrossed(_ factor: ComparisonFactor, _ groups: [[TestRun]]) -> [ComparisonFactor] {
        // A scenario is tried at a place: the two are not expected to vary independently. A file has fixed factors.
        let related: Set<ComparisonFactor> = [.scenario, .place]
        var others: [ComparisonFactor] = []
        for run in groups.joined() {
            for entry in run.factors.entries {
                let other = ComparisonFactor(rawValue: entry.name)
                guard other != factor, other != .file, factor != .file, !others.contains(other) else { continue }
                if related.contains(factor), related.contains(other) { continue }
                others.append(other)
            }
        }
        return others.filter { other in Set(groups.map { Set($0.map { $0[other] }) }).count > 1 }
    }

    // MARK: - Notes

    /// The files that are treated as views of one run: a user who meant them to be two must see that.
    private static func unions(_ runs: [TestRun]) -> [String] {
        let united = runs.filter { run in run.views.contains { $0.file != run.views[0].file } }
        guard !united.isEmpty else { return [] }
        let apart = united.filter { !$0.clocksAgree }
        var notes = apart.prefix(maximumUnions).map { run in
            "\(run.files) are treated as captures of one run because of their names and content, though their clocks are far apart"
        }
        if apart.count > maximumUnions {
            notes.append("The same is true of the files of \(apart.count - maximumUnions) other runs")
        }
        if let first = united.first(where: \.clocksAgree) {
            let count = united.count - apart.count
            notes.append("\(count) of \(runs.count) runs are in several files; one of them is in \(first.files)")
        }
        return notes
    }

    private static func notes(_ runs: [TestRun], _ by: [ComparisonFactor], _ captures: [Capture]) -> [String] {
        var notes: [String] = []
        for capture in captures where capture.runs == 0 && capture.error == nil {
            notes.append("No run in \(capture.path): no echo test, and no other session with round trips or a rate")
        }
        for factor in by {
            let untold = runs.count { $0[factor] == nil }
            guard untold > 0 else { continue }
            let how = factor == .transport || factor == .application ? "" : "; a manifest can provide it"
            notes.append("The \(factor.rawValue) is not known for \(untold) of \(runs.count) runs\(how)")
        }
        notes += unions(runs)
        let points = runs.map { Set($0.views.map(\.capturePoint)) }
        let far = points.count { $0 == [.responder] }
        if far > 0 {
            notes.append(
                "\(far) of \(runs.count) runs were captured only at the responder, which does not show the initiator's round trips"
            )
        }
        let between = points.count { $0.contains(.middle) && !$0.contains(.initiator) }
        if between > 0 {
            notes.append(
                "\(between) of \(runs.count) runs were captured between the ends, where round trips are shorter than at the ends"
            )
        }
        // Of two captures the one with the longer round trips is used; a single one gives nothing to compare.
        let unknown = runs.count { $0[.rttMedian] != nil && $0.views.count == 1 && $0.views[0].capturePoint == nil }
        if unknown > 0 {
            notes.append(
                "The capture point of \(unknown) of \(runs.count) runs is not known: their round trips are those of the "
                    + "path only if it was at the initiator")
        }
        for factor in by where Set(runs.compactMap { $0[factor] }).count > maximumLevels {
            notes.append("The \(factor.rawValue) has more than \(maximumLevels) levels: they are not compared in pairs")
        }
        return notes
    }
}
