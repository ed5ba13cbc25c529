extension ConformanceJudgement.Host {
    /// The card with the verdicts that no capture gives, as far as scenarios gave occasion for them.
    ///
    /// One disappointment may have been a lost packet, and accuses nobody.
    public func completed(by results: [ScenarioResult]) -> ConformanceJudgement.Host {
        var outcomes: [String: ScenarioResult.Outcome] = [:]
        for outcome in results.flatMap(\.outcomes) {
            guard let rule = outcome.expectation.rule else { continue }
            var sum = outcomes[rule] ?? ScenarioResult.Outcome(expectation: outcome.expectation)
            sum.met += outcome.met
            sum.disappointed += outcome.disappointed
            sum.frames += outcome.frames
            outcomes[rule] = sum
        }
        return ConformanceJudgement.Host(
            label: label, hostname: hostname, linkAddresses: linkAddresses, addresses: addresses, isRelay: isRelay,
            findings: findings.map { finding in
                guard finding.rule.basis == .unseen, let outcome = outcomes[finding.rule.id] else { return finding }
                return .of(outcome, finding.rule)
            })
    }
}

extension ConformanceJudgement.Finding {
    /// What expectations say of a rule.
    fileprivate static func of(_ outcome: ScenarioResult.Outcome, _ rule: ConformanceRule) -> Self {
        let count = outcome.met + outcome.disappointed
        guard outcome.disappointed >= 2 else {
            let faults = outcome.disappointed == 0 ? "none broken" : "1 broken, too few to accuse"
            return Self(
                rule: rule, verdict: .kept, occasions: count, broken: 0, frames: [],
                evidence: "\(count == 1 ? "1 occasion" : "\(count) occasions") in the test, \(faults).")
        }
        return Self(
            rule: rule, verdict: .broken, occasions: count, broken: outcome.disappointed,
            frames: Array(Set(outcome.frames).sorted().prefix(40)),
            evidence:
                "\(outcome.disappointed) of \(count): not so, where the target should be one that \(outcome.expectation)."
        )
    }
}
