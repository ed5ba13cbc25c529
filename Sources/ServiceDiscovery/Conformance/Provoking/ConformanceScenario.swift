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
    public let need: Need
    public let effect: Effect
    public let steps: [Step]

    public init(
        _ id: String, _ title: String, needs need: Need = .host, effect: Effect = .none, _ steps: Step...
    ) {
        (self.id, self.title, self.need, self.effect) = (id, title, need, effect)
        self.steps = steps
    }

    /// What the target must have, so that the scenario means anything.
    public enum Need: Hashable, Sendable {
        /// A host name.
        case host
        /// A service instance too.
        case service
    }

    /// What the scenario does to the target, in rising order.
    public enum Effect: Int, Comparable, Sendable {
        case none
        /// The target probes for its name again, and keeps it.
        case probing
        /// The target has to take another name.
        case rename
        /// The target has to take other names many times.
        case storm
        /// Somebody has to restart the target.
        case restart

        public static func < (first: Effect, second: Effect) -> Bool { first.rawValue < second.rawValue }
    }

    public enum Step: Hashable, Sendable {
        /// A message goes out, and what comes from here on is what ``expect(_:within:)`` looks at.
        case send(TestMessage)
        case wait(Duration)
        /// Goes on as soon as the target probes for its name; without a probe the scenario ends.
        ///
        /// - Parameter newName: Whether the name has to be another than when the last message went out.
        case awaitProbe(newName: Bool = false, within: Duration)
        /// The same, once somebody has restarted the target.
        case awaitRestart(within: Duration)
        /// Waits until the expectation is met or was disappointed, and takes down which.
        case expect(Expectation, within: Duration)
        /// The steps are taken only if the target said nothing of its name since the last message.
        case ifUndefended([Step])
        case times(Int, [Step])
    }

    /// What the target is expected to do after a message.
    public struct Expectation: Hashable, Sendable {
        public enum Act: Hashable, Sendable {
            /// It answers the first question, by multicast or unicast.
            case answer
            /// It answers by a unicast message.
            case unicastAnswer
            /// It multicasts the record that the message had.
            case correction
            /// It does not answer at all.
            case silence
            /// It does not multicast an answer.
            case noMulticastAnswer
            /// It neither probes nor takes another name.
            case calm
            /// It multicasts its own records of the name at stake.
            case announcement
            /// It does not multicast its own records of the name that it had.
            case retreat
        }

        public let act: Act
        /// The rule of ``ConformanceRule/all`` that it is judged by, if no capture shows that rule.
        public let rule: String?
        /// The section that wants it: `RFC 6762 §5.4`.
        public let section: String

        public static func that(_ act: Act, _ section: String, rule: String? = nil) -> Expectation {
            Expectation(act: act, rule: rule, section: section)
        }
    }
}

extension ConformanceScenario.Expectation: CustomStringConvertible {
    /// In words: `answers by unicast`.
    public var description: String {
        switch act {
        case .answer: "answers"
        case .unicastAnswer: "answers by unicast"
        case .correction: "multicasts the record with its true TTL"
        case .silence: "does not answer"
        case .noMulticastAnswer: "leaves the answer to who gave it"
        case .calm: "takes no notice"
        case .announcement: "goes on with its name"
        case .retreat: "gives the name up"
        }
    }
}

extension ConformanceScenario.Step {
    /// As many steps as it stands for, with every repetition.
    var count: Int {
        switch self {
        case .times(let times, let steps): times * steps.reduce(0) { $0 + $1.count }
        case .ifUndefended(let steps): 1 + steps.reduce(0) { $0 + $1.count }
        case .send, .wait, .awaitProbe, .awaitRestart, .expect: 1
        }
    }

    fileprivate var forgesAddresses: Bool {
        switch self {
        case .send(let message): message.route == .targetFromOffLink
        case .times(_, let steps), .ifUndefended(let steps): steps.contains(where: \.forgesAddresses)
        case .wait, .awaitProbe, .awaitRestart, .expect: false
        }
    }

    fileprivate var expectations: [ConformanceScenario.Expectation] {
        switch self {
        case .expect(let expectation, _): [expectation]
        case .times(_, let steps), .ifUndefended(let steps): steps.flatMap(\.expectations)
        case .send, .wait, .awaitProbe, .awaitRestart: []
        }
    }

    /// The longest time that it takes.
    var duration: Duration {
        switch self {
        case .wait(let time), .awaitProbe(_, let time), .awaitRestart(let time), .expect(_, let time): time
        case .times(let times, let steps): steps.reduce(.zero) { $0 + $1.duration } * times
        case .ifUndefended(let steps): steps.reduce(.zero) { $0 + $1.duration }
        case .send: .zero
        }
    }
}

extension ConformanceScenario {
    /// All that is expected, in order.
    public var expectations: [Expectation] { steps.flatMap(\.expectations) }

    /// Whether it has messages from an address that is none of the link's, which not every link lets one send.
    public var forgesAddresses: Bool { steps.contains(where: \.forgesAddresses) }

    /// The longest time that it takes.
    public var duration: Duration { steps.reduce(.zero) { $0 + $1.duration } }
}
