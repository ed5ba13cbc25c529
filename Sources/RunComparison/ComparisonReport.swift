import TraceModel

/// A comparison of runs by transport, place and other factors: the model for every output of a comparison, by the
/// contract `nearscope.comparison/1`.
///
/// Durations are seconds, rates bits per second, shares 0…1, distances meters, sizes bytes, times RFC 3339 in UTC. What
/// could not be measured is nil and is written as `null`.
public struct ComparisonReport: Codable, Equatable, Sendable {
    /// The contract that it keeps.
    public var schema = "nearscope.comparison/1"
    /// The program that made it.
    public var generator = TraceReport.Generator()
    /// The factors whose levels make the cells, as they were asked for.
    public var by: [ComparisonFactor]
    /// How intervals and probabilities came about.
    public var method = Method()
    /// Units of the figures, by metric.
    public var units = KeyedValues<String>()
    /// All files that were to be compared, in the order in which they were given.
    public var captures: [Capture]
    /// All runs, in the order in which they were found.
    public var runs: [TestRun]
    /// In order of their levels.
    public var cells: [Cell]
    /// A test for each metric and factor that were measured together.
    public var tests: [FactorTest]
    /// Notes for the reader before drawing conclusions, one sentence each.
    public var notes: [String]
}

extension ComparisonReport {
    /// How intervals and probabilities came about.
    public struct Method: Codable, Equatable, Sendable {
        /// Below it, a probability counts as evidence of a difference.
        public static let significance = 0.05

        /// ``significance``
        public var significanceLevel = Method.significance
        /// The confidence level of the intervals.
        public var confidenceLevel = MedianInterval.confidence
        /// The number of bootstrap resamples.
        public var resamples = MedianInterval.resamples
        /// With which it begins, so that the same runs give the same intervals.
        public var seed = Int(MedianInterval.seed)

        /// As this version computes.
        public init() {}
    }

    /// A file that was to be compared.
    public struct Capture: Codable, Equatable, Sendable {
        /// As it was given.
        public var path: String
        /// Its sessions that are runs, or further views of runs.
        public var runs: Int
        /// Why it could not be read, or not to its end.
        public var error: String?

        /// - Parameters:
        ///   - path: As it was given.
        ///   - runs: Its sessions that are runs, or further views of runs.
        ///   - error: Why it could not be read, or not to its end.
        public init(path: String, runs: Int, error: String? = nil) {
            self.path = path
            self.runs = runs
            self.error = error
        }
    }

    /// All runs that agree in the factors of ``ComparisonReport/by``.
    public struct Cell: Codable, Equatable, Sendable {
        /// The levels in which they agree, nil if unknown.
        public var factors: KeyedValues<FactorValue>
        /// Their ids.
        public var runs: [Int]
        /// The values by the names of ``ComparisonMetric``.
        public var metrics: KeyedValues<Summary>
    }

    /// One figure of the runs of a cell; each run counts once.
    public struct Summary: Codable, Equatable, Sendable {
        /// Runs in which it was measured.
        public var count: Int
        /// In the unit of the metric (``ComparisonReport/units``); nil where no run has it.
        public var median: Double?
        /// The 95 % interval of the median (``MedianInterval``).
        public var interval: MedianInterval?
        /// The reason why there is no interval, or why it is narrower than it should be.
        public var intervalNote: String?
        /// The smallest, in the same unit.
        public var min: Double?
        /// The largest, in the same unit.
        public var max: Double?

        /// - Parameters:
        ///   - values: The value of each run that has one.
        ///   - unit: The figures are rounded to what it resolves: the mean of two values has more digits than either
        ///     was measured with.
        public init(_ values: [Double], in unit: MetricUnit) {
            count = values.count
            median = values.median.map(unit.rounded)
            min = values.min().map(unit.rounded)
            max = values.max().map(unit.rounded)
            interval = MedianInterval(of: values)
            if let found = interval {
                interval?.low = unit.rounded(found.low)
                interval?.high = unit.rounded(found.high)
            }
            intervalNote = Self.note(count)
        }

        private static func note(_ count: Int) -> String? {
            let coverage = MedianInterval.attainableCoverage(count: count)
            if count < MedianInterval.minimumCount {
                return count == 0 ? nil : "an interval needs at least \(MedianInterval.minimumCount) runs"
            }
            guard coverage < MedianInterval.confidence else { return nil }
            return "with \(count) runs, no interval covers the median in more than \(Int(coverage * 100)) % of cases"
        }
    }

    /// Whether a factor matters for a metric.
    public struct FactorTest: Codable, Equatable, Sendable {
        /// The figure that is looked at.
        public var metric: ComparisonMetric
        /// The factor that may matter for it.
        public var factor: ComparisonFactor
        /// In ascending order; only those with a measured run.
        public var levels: [Level]
        /// Over all levels; nil where it cannot be made.
        public var kruskalWallis: KruskalWallisTest?
        /// Each two levels; empty where there are more than ``ComparisonReport/maximumLevels``.
        public var pairs: [Pair]
        /// The outcome of ``kruskalWallis``, in a word.
        public var outcome: Outcome
        /// Factors whose levels were not the same for all levels of this one: what looks like its effect may be theirs.
        public var notCrossedWith: [ComparisonFactor]
    }

    /// The runs at one level of a factor.
    public struct Level: Codable, Equatable, Sendable {
        /// The level.
        public var value: FactorValue
        /// Runs at the level in which the metric was measured.
        public var count: Int
        /// The median of these runs, in the unit of the metric.
        public var median: Double
    }

    /// Two levels compared.
    public struct Pair: Codable, Equatable, Sendable {
        /// The lower level.
        public var first: FactorValue
        /// The higher level.
        public var second: FactorValue
        /// Two-sided, before ``adjustedP``.
        public var mannWhitney: MannWhitneyTest
        /// ``MannWhitneyTest/p`` after ``HolmAdjustment`` over all pairs of the factor for the metric.
        public var adjustedP: Double
    }

    /// The outcome of a test.
    @nonexhaustive
    public enum Outcome: String, Codable, Sendable {
        /// The levels differ, at ``Method/significance``.
        case difference
        /// There may be one all the same.
        case noDifferenceShown = "no-difference-shown"
        /// This many runs, with the equal values among them, could not have shown any difference, however large.
        case tooFewRuns = "too-few-runs"
        /// There are not two levels, or each of them has but one run.
        case notTested = "not-tested"
    }

    /// Runs with clocks far apart whose files are named in a note each.
    public static let maximumUnions = 8

    /// For a factor with more levels, pairs are not compared: Holm's adjustment would leave nothing of it.
    public static let maximumLevels = 32
}
