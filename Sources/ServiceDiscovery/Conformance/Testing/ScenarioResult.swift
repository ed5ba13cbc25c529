/// How a scenario went.
public struct ScenarioResult: Hashable, Sendable, Identifiable {
    /// The scenario that was begun.
    public let scenario: ConformanceScenario
    /// Whether it was played to its end, or why not.
    public internal(set) var end = End.played
    /// What was expected, each once, in the order in which it came up.
    public internal(set) var outcomes: [Outcome] = []

    public var id: String { scenario.id }

    init(_ scenario: ConformanceScenario) { self.scenario = scenario }

    /// Why a scenario ended.
    @nonexhaustive
    public enum End: Hashable, Sendable {
        /// All steps were taken.
        case played
        /// The target lacks what it is about.
        case notApplicable
        /// The target did not probe, and the rest makes no sense without.
        case noProbe
        /// No further packet may be sent.
        case packetLimit
        /// The user ended the test before its end.
        case interrupted
    }

    /// How often an expectation was met.
    public struct Outcome: Hashable, Sendable {
        /// Frames that are remembered.
        static let maximumFrames = 40

        /// What was expected.
        public let expectation: ConformanceScenario.Expectation
        /// How often the target did what was expected.
        public internal(set) var met = 0
        /// How often it did not.
        public internal(set) var failed = 0
        /// How often of those the target sent nothing, which a lost packet could explain.
        public internal(set) var unanswered = 0
        /// What the target sent instead.
        public internal(set) var frames: [Int] = []
    }

    mutating func note(_ expectation: ConformanceScenario.Expectation, isMet: Bool, instead frames: [Int]) {
        let index =
            outcomes.firstIndex { $0.expectation == expectation }
            ?? {
                outcomes.append(Outcome(expectation: expectation))
                return outcomes.count - 1
            }()
        guard !isMet else {
            outcomes[index].met += 1
            return
        }
        outcomes[index].failed += 1
        if frames.isEmpty { outcomes[index].unanswered += 1 }
        for frame in frames where outcomes[index].frames.count < Outcome.maximumFrames {
            outcomes[index].frames.append(frame)
        }
    }
}
