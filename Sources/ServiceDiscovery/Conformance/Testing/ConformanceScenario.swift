import DNSWire

/// A test that makes occasions for rules: what is sent to a host on its link, how long is waited, and what is expected.
///
///     let twice = ConformanceScenario(
///         "twice", "Asks for the service twice within a second.", needs: .service,
///         .send(.ask(.service)), .wait(.milliseconds(400)), .send(.ask(.service)), .wait(.seconds(2)))
///
/// ``ConformanceTester`` plays it. What the host does is judged by all rules; what no capture shows, by the expectations.
public struct ConformanceScenario: Identifiable, Hashable, Sendable {
    /// A word or two, stable: `known-answers`.
    public let id: String
    /// What it does, in a sentence.
    public let title: String
    /// What the target must have; where it does not, the scenario is not applicable.
    public let need: Need
    /// What happens to the target, which its user may want to be asked about.
    public let effects: Effects
    /// What is done, in order.
    public let steps: [Step]

    /// A scenario of steps.
    ///
    /// - Parameters:
    ///   - id: A word or two, stable.
    ///   - title: What it does, in a sentence.
    ///   - need: What the target must have.
    ///   - effects: What it does to the target, or needs done to it.
    ///   - steps: What is done, in order.
    public init(
        _ id: String, _ title: String, needs need: Need = .host, effects: Effects = [], _ steps: Step...
    ) {
        (self.id, self.title, self.need, self.effects) = (id, title, need, effects)
        self.steps = steps
    }

    /// What the target must have, so that the scenario means anything.
    @nonexhaustive
    public enum Need: Hashable, Sendable {
        /// A host name.
        case host
        /// A service instance too.
        case service
    }

    /// What the scenario does to the target, or needs done to it.
    public struct Effects: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The target probes for its name again, and keeps it.
        public static let probes = Effects(rawValue: 1)
        /// The target has to take another name.
        public static let renames = Effects(rawValue: 2)
        /// The target has to take other names many times.
        public static let exhaustsNames = Effects(rawValue: 4)
        /// Somebody has to restart the target.
        public static let needsRestart = Effects(rawValue: 8)
    }

    /// One thing that a scenario does.
    @nonexhaustive
    public enum Step: Hashable, Sendable {
        /// A message goes out, and what comes from here on is what ``expect(_:within:)`` looks at.
        case send(Message)
        /// Nothing is sent for so long.
        case wait(Duration)
        /// Goes on as soon as the target probes for its name; without a probe the scenario ends.
        ///
        /// - Parameter newName: Whether the name has to be another than when the last message went out.
        case awaitProbe(newName: Bool = false, within: Duration)
        /// The same, once somebody has restarted the target.
        case awaitRestart(within: Duration)
        /// Waits until the expectation is met or failed, and takes down which.
        case expect(Expectation, within: Duration)
        /// The steps are taken only if the target said nothing of its name since the last message.
        case ifUndefended([Step])
        /// The steps are taken so often, at most ``ConformanceTester/maximumPackets`` times.
        case times(Int, [Step])
    }

    /// What the target is expected to do after a message.
    public struct Expectation: Hashable, Sendable {
        /// What a target does or leaves undone.
        @nonexhaustive
        public enum Behavior: Hashable, Sendable {
            /// It answers the first question, by multicast or unicast.
            case answer
            /// It answers by a unicast message.
            case unicastAnswer
            /// It multicasts the record that the message had, with its true time to live.
            case correction
            /// It does not answer at all.
            case noAnswer
            /// It does not multicast an answer.
            case noMulticastAnswer
            /// It neither probes nor takes another name.
            case noReaction
            /// It multicasts its own records of the name that it has or took.
            case announcement
            /// It does not multicast its own records of the name that it had.
            case nameGivenUp
        }

        /// What the target is expected to do or to leave undone.
        public let behavior: Behavior
        /// The section that wants it: `RFC 6762 §5.4`.
        public let section: String
        /// The rule of ``ConformanceRule/all`` that it is judged by, if no capture shows that rule.
        public let rule: String?

        /// An expectation.
        ///
        /// - Parameters:
        ///   - behavior: What is expected.
        ///   - section: The section that wants it: `RFC 6762 §5.4`.
        ///   - rule: The ID of the rule that it stands for, if no capture shows that rule.
        public static func that(_ behavior: Behavior, _ section: String, rule: String? = nil) -> Expectation {
            Expectation(behavior: behavior, section: section, rule: rule)
        }
    }
}

extension ConformanceScenario.Expectation: CustomStringConvertible {
    /// In words: `answers by unicast`.
    public var description: String {
        switch behavior {
        case .answer: "answers"
        case .unicastAnswer: "answers by unicast"
        case .correction: "multicasts the record with its true TTL"
        case .noAnswer: "does not answer"
        case .noMulticastAnswer: "does not repeat the answer"
        case .noReaction: "takes no notice"
        case .announcement: "announces its name"
        case .nameGivenUp: "gives the name up"
        }
    }
}

extension ConformanceScenario {
    /// All that is expected, in order.
    public var expectations: [Expectation] {
        all.compactMap { if case .expect(let expectation, _) = $0 { expectation } else { nil } }
    }

    /// Whether it has messages from an address that is none of the link's, which not every link lets one send.
    public var forgesAddresses: Bool {
        all.contains { if case .send(let message) = $0 { message.route == .toTargetFromOffLink } else { false } }
    }

    /// The longest time that it takes.
    public var duration: Duration { FlatStep.flattened(steps).reduce(.zero) { $0 + $1.duration } }

    /// Every step, with those in others.
    private var all: [Step] { steps.flatMap(\.withInner) }
}

extension ConformanceScenario.Step {
    fileprivate var withInner: [ConformanceScenario.Step] {
        switch self {
        case .times(_, let steps), .ifUndefended(let steps): [self] + steps.flatMap(\.withInner)
        case .send, .wait, .awaitProbe, .awaitRestart, .expect: [self]
        }
    }
}
