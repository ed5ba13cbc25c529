/// A step of a scenario without the steps in it.
enum FlatStep: Hashable, Sendable {
    /// The most that a scenario comes to; of a longer one the rest is left out.
    static let maximumSteps = 4 * ConformanceTester.maximumPackets
    /// Longer waits are cut to this.
    private static let maximumDuration = Duration.seconds(3600)

    case send(ConformanceScenario.Message)
    case wait(Duration)
    case awaitProbe(newName: Bool, within: Duration)
    case awaitRestart(within: Duration)
    case expect(ConformanceScenario.Expectation, within: Duration)
    /// Leaves out as many steps if the target said something of its name.
    case skipIfDefended(Int)

    /// All that the steps come to.
    static func flattened(_ steps: [ConformanceScenario.Step]) -> [FlatStep] {
        var flat: [FlatStep] = []
        append(steps, to: &flat)
        return flat
    }

    private static func append(_ steps: [ConformanceScenario.Step], to flat: inout [FlatStep]) {
        for step in steps {
            guard flat.count < maximumSteps else { return }
            switch step {
            case .send(let message): flat.append(.send(message))
            case .wait(let time): flat.append(.wait(bounded(time)))
            case .awaitProbe(let newName, let time): flat.append(.awaitProbe(newName: newName, within: bounded(time)))
            case .awaitRestart(let time): flat.append(.awaitRestart(within: bounded(time)))
            case .expect(let expectation, let time): flat.append(.expect(expectation, within: bounded(time)))
            case .ifUndefended(let inner):
                let place = flat.count
                flat.append(.skipIfDefended(0))
                append(inner, to: &flat)
                flat[place] = .skipIfDefended(flat.count - place - 1)
            case .times(let times, let inner):
                for _ in 0..<max(0, min(times, ConformanceTester.maximumPackets)) where flat.count < maximumSteps {
                    let before = flat.count
                    append(inner, to: &flat)
                    // Nothing, however often.
                    if flat.count == before { break }
                }
            }
        }
    }

    private static func bounded(_ duration: Duration) -> Duration { max(.zero, min(duration, maximumDuration)) }

    /// The longest time that it takes.
    var duration: Duration {
        switch self {
        case .wait(let time), .awaitProbe(_, let time), .awaitRestart(let time), .expect(_, let time): time
        case .send, .skipIfDefended: .zero
        }
    }
}

extension Duration {
    /// Of one that is no longer than those of ``FlatStep``.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
