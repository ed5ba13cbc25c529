extension ConformanceScenario {
    private static let pause = Duration.seconds(6)

    /// Scenarios that dispute the target's name, those last that it may lose it by.
    static let disputing: [ConformanceScenario] = [
        ConformanceScenario(
            "conflict-off-link", "Disputes the name by a message that does not come from the link.", effects: .probes,
            .times(
                2,
                [
                    .send(.say(.laterClaim).sent(.toTargetFromOffLink)),
                    .expect(.that(.noReaction, "RFC 6762 §11", rule: "6762-11-on-link"), within: .seconds(2)),
                    .wait(pause),
                ])),
        ConformanceScenario(
            "conflict-from-other-port", "Disputes the name from another port than 5353.", effects: .probes,
            .times(
                2,
                [
                    .send(.say(.laterClaim).sent(.groupFromOtherPort)),
                    .expect(.that(.noReaction, "RFC 6762 §6", rule: "6762-6-ignore-foreign-port"), within: .seconds(2)),
                    .wait(pause),
                ])),
        ConformanceScenario(
            "defend", "Probes for the name, and takes it if it is not defended.", effects: .probes,
            .times(
                2,
                [
                    .send(.ask(.addresses)), .wait(.seconds(2)),
                    .send(.probe(.earlierClaim)), .wait(.milliseconds(250)),
                    .send(.probe(.earlierClaim)), .wait(.milliseconds(250)),
                    .send(.probe(.earlierClaim)), .wait(.milliseconds(300)),
                    .ifUndefended([.send(.say(.earlierClaim)), .wait(.seconds(3)), .send(.ask(.name))]),
                    .wait(pause), .send(.goodbye(for: .earlierClaim)), .wait(.seconds(2)),
                ])),
        ConformanceScenario(
            "conflict", "Disputes the name, and leaves it at that.", effects: .probes,
            .times(
                2,
                [
                    .send(.ask(.addresses)), .wait(.seconds(2)), .send(.say(.earlierClaim)), .wait(.milliseconds(2500)),
                    .send(.ask(.name)), .wait(pause), .send(.goodbye(for: .earlierClaim)), .wait(.seconds(2)),
                ])),
        ConformanceScenario(
            "tie-break-lost", "Makes the target probe again, and probes too, with data that lose.", effects: .probes,
            .send(.ask(.addresses)), .wait(.seconds(2)),
            .send(.say(.earlierClaim)), .awaitProbe(within: .seconds(3)), .send(.probe(.earlierClaim)),
            .expect(.that(.announcement, "RFC 6762 §8.2"), within: .seconds(3)), .wait(pause)),
        ConformanceScenario(
            "denied", "Makes the target probe again, and says that the name is taken.", effects: .renames,
            .send(.ask(.addresses)), .wait(.seconds(2)),
            .send(.say(.laterClaim)), .awaitProbe(within: .seconds(3)), .send(denial),
            .expect(.that(.nameGivenUp, "RFC 6762 §8.1"), within: .seconds(2)), .wait(.seconds(10))),
        ConformanceScenario(
            "tie-break-won", "Takes the name away, and probes for the next one too, with data that win.",
            effects: .renames,
            .send(.ask(.addresses)), .wait(.seconds(2)),
            .send(.say(.laterClaim)), .awaitProbe(within: .seconds(3)), .send(denial),
            .awaitProbe(newName: true, within: .seconds(8)), .send(.probe(.laterClaim)),
            .expect(.that(.announcement, "RFC 6762 §8.2"), within: .seconds(8)), .wait(.seconds(10))),
        ConformanceScenario(
            "storm", "Takes fifteen names away, one after the other, and looks how long the target waits then.",
            effects: [.renames, .exhaustsNames],
            .send(.say(.laterClaim)), .awaitProbe(within: .seconds(3)), .send(denial),
            .times(14, [.awaitProbe(newName: true, within: .seconds(8)), .send(denial)]),
            .awaitProbe(newName: true, within: .seconds(15)), .wait(.seconds(10))),
    ]

    /// Scenarios for which somebody restarts the target.
    static let restarting: [ConformanceScenario] = [
        ConformanceScenario(
            "restart", "Watches the target come to the link.", effects: .needsRestart,
            .awaitRestart(within: .seconds(90)), .wait(.seconds(15)), .send(.ask(.addresses)), .wait(.seconds(20)),
            .send(.ask(.name)), .wait(.seconds(3))),
        ConformanceScenario(
            "restart-tie-break", "Probes at the same time as the target, with data that win.",
            effects: [.renames, .needsRestart],
            .send(.ask(.addresses)), .wait(.seconds(2)), .awaitRestart(within: .seconds(90)),
            .send(.probe(.laterClaim)),
            .expect(.that(.announcement, "RFC 6762 §8.2"), within: .seconds(8)), .wait(.seconds(10))),
        ConformanceScenario(
            "restart-denied", "Says that the name is taken when the target comes to the link.",
            effects: [.renames, .needsRestart],
            .send(.ask(.addresses)), .wait(.seconds(2)), .awaitRestart(within: .seconds(90)), .send(denial),
            .expect(.that(.nameGivenUp, "RFC 6762 §8.1"), within: .seconds(2)), .wait(.seconds(10))),
    ]

    /// What a host says that has the name: some responders ask by the type, and look for a pointer.
    private static let denial = ConformanceScenario.Message.say(.laterClaim, .pointerToName)

    /// Every scenario, in the order in which they are played.
    public static let all = asking + disputing + restarting
}
