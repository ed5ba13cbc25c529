extension ConformanceJudgement {
    /// The card, with verdicts from the scenarios for rules that no capture shows.
    ///
    /// A single failure is no accusation. A missing answer may be a lost packet: it counts only if no packets are known to be missing
    /// from the capture and most attempts failed.
    public func completed(_ host: Host, by results: [ScenarioResult]) -> Host {
        var outcomes: [String: ScenarioResult.Outcome] = [:]
        for outcome in results.flatMap(\.outcomes) {
            guard let rule = outcome.expectation.rule else { continue }
            var sum = outcomes[rule] ?? ScenarioResult.Outcome(expectation: outcome.expectation)
            sum.met += outcome.met
            sum.failed += outcome.failed
            sum.unanswered += outcome.unanswered
            sum.frames += outcome.frames
            outcomes[rule] = sum
        }
        return Host(
            label: host.label, hostname: host.hostname, linkAddresses: host.linkAddresses, addresses: host.addresses,
            isRelay: host.isRelay,
            findings: host.findings.map { finding in
                guard finding.rule.basis == .unseen, let outcome = outcomes[finding.rule.id] else { return finding }
                return .of(outcome, finding.rule, isComplete: isComplete)
            })
    }
}

extension ConformanceJudgement.Finding {
    /// What expectations say of a rule.
    fileprivate static func of(
        _ outcome: ScenarioResult.Outcome, _ rule: ConformanceRule, isComplete: Bool
    ) -> Self {
        let count = outcome.met + outcome.failed
        let otherwise = outcome.failed - outcome.unanswered
        func finding(_ verdict: ConformanceJudgement.Verdict, _ evidence: String) -> Self {
            let isBroken = verdict == .broken
            return Self(
                rule: rule, verdict: verdict, occasions: count, broken: isBroken ? outcome.failed : 0,
                frames: isBroken ? Array(Set(outcome.frames).sorted().prefix(40)) : [], evidence: evidence)
        }
        let attempts = count == 1 ? "1 attempt" : "\(count) attempts"
        if otherwise >= 2 || isComplete && outcome.failed >= 2 && 2 * outcome.failed > count {
            return finding(
                .broken,
                "\(outcome.failed) of \(count): the target does not do what the test expects: it \(outcome.expectation)."
            )
        }
        if outcome.failed >= 2, !isComplete {
            return finding(.cannotSee, "Packets are missing from the capture, which may explain what was not seen.")
        }
        if outcome.met == 0 {
            return finding(.noOccasion, "The target did not respond in \(attempts), too few to accuse.")
        }
        let failures = outcome.failed == 0 ? "none broken" : "\(outcome.failed) broken, too few to accuse"
        return finding(.kept, "\(attempts) in the test, \(failures).")
    }
}
