import DNSWire

extension ConformanceScenario {
    /// A second and more: what was multicast may be multicast again (RFC 6762 §6).
    private static let pause = Duration.milliseconds(2300)
    private static let legacyAnswer = Step.expect(
        .that(.unicastAnswer, "RFC 6762 §6.7", rule: "6762-6.7-legacy-unicast"), within: .seconds(1))
    private static let correction = Step.expect(
        .that(.correction, "RFC 6762 §6.6", rule: "6762-6.6-cooperate"), within: .seconds(2))

    /// Scenarios that ask, in an order in which none spoils the next one's occasions: whoever was asked with the QU bit,
    /// by unicast or from another port may answer by unicast for a while.
    static let asking: [ConformanceScenario] = [
        ConformanceScenario("addresses", "Asks for the host's addresses.", .send(.ask(.addresses)), .wait(pause)),
        ConformanceScenario(
            "records", "Asks for each of the instance's records.", needs: .service,
            .send(.ask(.service)), .wait(pause), .send(.ask(.text)), .wait(pause)),
        ConformanceScenario(
            "shared-delays", "Asks for the type 26 times, to see how the delays of the answers are spread.",
            needs: .service,
            .times(26, [.send(.ask(.pointer)), .wait(pause)])),
        ConformanceScenario(
            "unique-delays", "Asks for the instance eight times, which only the target can answer.", needs: .service,
            .times(8, [.send(.ask(.service)), .wait(pause)])),
        ConformanceScenario(
            "host-delays", "Asks for the host's address eight times.",
            .times(8, [.send(.ask(.addresses)), .wait(pause)])),
        ConformanceScenario(
            "absent-types", "Asks for a type of record that the host name has none of.",
            .times(3, [.send(.ask(.addresses, type: .mx)), .wait(pause)])),
        ConformanceScenario(
            "absent-service-types", "The same for the instance.", needs: .service,
            .times(3, [.send(.ask(.service, type: .a)), .wait(pause)])),
        ConformanceScenario(
            "two-questions", "Asks for two things in one message.", needs: .service,
            .times(
                3,
                [
                    .send(.ask(.addresses, .pointer)), .wait(pause), .send(.ask(.enumeration, .pointer)), .wait(pause),
                ])),
        ConformanceScenario(
            "any", "Asks for all records of a name.",
            .times(
                3, [.send(.ask(.addresses, type: .any)), .wait(pause), .send(.ask(.name, type: .any)), .wait(pause)])),
        ConformanceScenario(
            "enumeration", "Asks which types there are.", needs: .service,
            .times(3, [.send(.ask(.enumeration)), .wait(pause)])),
        ConformanceScenario(
            "known-answers", "Lists the instance as known, first freshly, then with less than half of its time left.",
            needs: .service,
            .times(3, [.send(.ask(.pointer).knowing(0.95)), .wait(pause)]),
            .times(3, [.send(.ask(.pointer).knowing(0.4)), .wait(pause)])),
        ConformanceScenario(
            "truncated", "Says that more known answers follow, and sends them.", needs: .service,
            .times(
                3,
                [
                    .send(.ask(.pointer).truncated(knowing: .unknownInstancePointer)), .wait(.milliseconds(20)),
                    .send(.more(.unknownInstancePointer)), .wait(pause),
                ]),
            .times(
                2,
                [
                    .send(.ask(.pointer).truncated(knowing: .unknownInstancePointer)), .wait(.milliseconds(100)),
                    .send(.more(.own(.pointer, share: 0.95))),
                    .expect(.that(.noAnswer, "RFC 6762 §7.2"), within: .seconds(1)), .wait(pause),
                ])),
        ConformanceScenario(
            "burst", "Asks four times within a third of a second, faster than records may be multicast.",
            .times(
                3,
                [
                    .send(.ask(.addresses)), .wait(.milliseconds(110)), .send(.ask(.addresses)),
                    .wait(.milliseconds(110)),
                    .send(.ask(.addresses)), .wait(.milliseconds(110)), .send(.ask(.addresses)), .wait(pause),
                ])),
        ConformanceScenario(
            "burst-of-lists", "The same for the type.", needs: .service,
            .times(
                3,
                [
                    .send(.ask(.pointer)), .wait(.milliseconds(250)), .send(.ask(.pointer)), .wait(.milliseconds(250)),
                    .send(.ask(.pointer)), .wait(pause),
                ])),
        ConformanceScenario(
            "answered-by-others", "Asks for the type, and gives the target's answer at once.", needs: .service,
            .times(
                3,
                [
                    .send(.ask(.pointer)), .send(.say(.own(.pointer, share: 1.01))),
                    .expect(
                        .that(.noMulticastAnswer, "RFC 6762 §7.4", rule: "6762-7.4-duplicate-answers"),
                        within: .seconds(1)),
                    .wait(pause),
                ])),
        ConformanceScenario(
            "goodbye-by-others", "Takes back what is the target's, or gives it a short time to live.",
            .times(
                2,
                [
                    // Between answers to questions, so that a target that is not there is not taken for one that does nothing.
                    .send(.ask(.addresses)), .wait(.milliseconds(1500)),
                    .send(.goodbye(for: .own(.sharedRecord, share: 1))),
                    correction,
                    .send(.ask(.addresses)), .wait(.milliseconds(1500)),
                    .send(.say(.own(.sharedRecord, share: 0.1))),
                    correction,
                    .send(.ask(.addresses)), .wait(pause),
                ])),
        ConformanceScenario(
            "unicast-wanted", "Asks for unicast answers, a moment after the record was multicast.",
            .times(
                3,
                [
                    .send(.ask(.addresses)), .wait(.milliseconds(1600)), .send(.ask(.addresses, unicast: true)),
                    .expect(.that(.unicastAnswer, "RFC 6762 §5.4", rule: "6762-5.4-qu-answer"), within: .seconds(1)),
                    .wait(pause),
                ])),
        ConformanceScenario(
            "direct", "Asks the target alone, by a unicast message.",
            .times(
                2,
                [
                    .send(.ask(.addresses).sent(.toTarget)),
                    .expect(.that(.answer, "RFC 6762 §5.5"), within: .seconds(1)),
                    .wait(pause),
                ])),
        ConformanceScenario(
            "off-link", "Asks the target from an address that is none of the link's.",
            .times(
                2,
                [
                    .send(.ask(.addresses).sent(.toTargetFromOffLink)),
                    .expect(.that(.noAnswer, "RFC 6762 §5.5, §11"), within: .seconds(1)), .wait(pause),
                ])),
        ConformanceScenario(
            "legacy", "Asks from another port than 5353, as simple resolvers do.",
            .times(
                2,
                [
                    .send(.ask(.addresses)), .wait(.milliseconds(1500)),
                    .send(.ask(.addresses).sent(.groupFromOtherPort)),
                    legacyAnswer,
                    .send(.ask(.name).sent(.groupFromOtherPort)),
                    legacyAnswer,
                    .send(.ask(.addresses)), .wait(.milliseconds(1500)),
                ])),
        ConformanceScenario(
            "legacy-services", "The same for type and instance.", needs: .service,
            .times(
                2,
                [
                    .send(.ask(.addresses)), .wait(.milliseconds(1500)),
                    .send(.ask(.pointer).sent(.groupFromOtherPort)),
                    legacyAnswer,
                    .send(.ask(.service).sent(.groupFromOtherPort)),
                    legacyAnswer,
                    .send(.ask(.addresses)), .wait(.milliseconds(1500)),
                ])),
        ConformanceScenario(
            "silence", "Says nothing for a while, and listens to what the target sends unasked.", .wait(.seconds(12))),
    ]
}
