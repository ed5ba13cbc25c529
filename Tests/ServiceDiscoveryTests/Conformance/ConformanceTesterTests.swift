import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ConformanceTesterTests {
    /// What is played without somebody who restarts the target.
    private static let scenarios = ConformanceScenario.all.filter { !$0.effects.contains(.needsRestart) }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func aSoundResponderIsNotAccused(seed: UInt64) throws {
        var link = try TestedLink(nil, scenarios: Self.scenarios, seed: seed)
        let card = try link.play()
        let broken = card.findings.filter { $0.verdict == .broken }
        #expect(broken.isEmpty, "\(broken.map { "\($0.rule.id) \($0.evidence)" })")
        #expect(link.tester.results.allSatisfy { $0.end == .played }, "\(link.tester.results.map { ($0.id, $0.end) })")
        for outcome in link.tester.results.flatMap(\.outcomes) {
            #expect(outcome.failed == 0, "\(outcome.expectation)")
        }
        #expect(link.tester.sentPackets < ConformanceTester.maximumPackets)
        #expect(!card.isRelay)
        // There was occasion for what a capture seldom shows.
        let kept = card.findings.filter { $0.verdict == .kept }.map(\.rule.id)
        let missing = TestedResponder.Fault.allCases.map(\.rawValue).filter { !kept.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    /// One fault breaks one rule, and is found every time.
    @Test(arguments: TestedResponder.Fault.allCases) func aFaultBreaksItsRuleOnly(fault: TestedResponder.Fault) throws {
        for seed in UInt64(1)...3 {
            var link = try TestedLink(fault, scenarios: Self.scenarios, seed: seed)
            let card = try link.play()
            let broken = card.findings.filter { $0.verdict == .broken }
            #expect(broken.map(\.rule.id) == [fault.rawValue], "\(broken.map(\.evidence))")
        }
    }

    @Test func nobodyIsTestedWhoDoesNotAnswer() throws {
        var link = try TestedLink(nil, target: "fax.local", scenarios: Self.scenarios, seed: 1)
        while !link.tester.isFinished { try link.step() }
        #expect(link.tester.phase == .notFound && link.tester.results.isEmpty)
        #expect(link.tester.sentPackets <= 4)
    }

    @Test func aHostIsEnoughToNameATarget() throws {
        var link = try TestedLink(nil, target: "Printer", scenarios: [], seed: 1)
        _ = try link.play()
        let target = try #require(link.tester.target)
        #expect(target.host == .of("printer.local") && target.name == .of("Desk._ipp._tcp.local"))
        #expect(target.addresses.map(\.data) == [.address(TestedResponder.address)])
    }

    /// With its service left alone, it is the host's name that is disputed, and all of its scenarios are played.
    @Test func hostNamesAreDisputedToo() throws {
        var link = try TestedLink(nil, scenarios: Self.scenarios.filter { $0.need == .host }, isHostOnly: true, seed: 1)
        let card = try link.play()
        #expect(link.tester.results.allSatisfy { $0.end == .played }, "\(link.tester.results.map { ($0.id, $0.end) })")
        #expect(link.tester.target?.name != .of("printer.local") && link.tester.target?.service == nil)
        #expect(card.findings.allSatisfy { $0.verdict != .broken })
    }

    /// What was claimed falsely is taken back, also where the user ends the test before.
    @Test func falseClaimsAreTakenBack() throws {
        let conflict = Self.scenarios.filter { $0.id == "conflict" }
        for isStopped in [false, true] {
            var link = try TestedLink(nil, scenarios: conflict, seed: 1)
            while link.falseRecords.isEmpty { try link.step() }
            #expect(link.falseRecords.allSatisfy { $0.ttl <= 10 })
            if isStopped { link.stop() }
            while !link.tester.isFinished { try link.step() }
            #expect(link.falseRecords.isEmpty, "\(link.falseRecords)")
            #expect(link.tester.results.map(\.end) == [isStopped ? .interrupted : .played])
        }
    }

    /// Who takes fifteen names away leaves none of them in caches.
    @Test func namesThatWereTakenAwayAreForgotten() throws {
        var link = try TestedLink(nil, scenarios: ConformanceScenario.all.filter { $0.id == "storm" }, seed: 1)
        _ = try link.play()
        let target = try #require(link.tester.target)
        #expect(target.name != .of("Desk._ipp._tcp.local"))
        let left = link.falseRecords.filter { $0.data != .pointer(target.name) }
        #expect(left.isEmpty, "\(left)")
    }

    /// What the target sent instead is named.
    @Test func evidenceHasFrames() throws {
        var link = try TestedLink(.multicastsLegacy, scenarios: Self.scenarios.filter { $0.id == "legacy" }, seed: 1)
        let card = try link.play()
        let finding = try #require(card.findings.first { $0.rule.id == "6762-6.7-legacy-unicast" })
        #expect(finding.verdict == .broken && finding.frames.count == finding.broken)
    }

    @Test func aRestartIsWaitedFor() throws {
        let scenarios = ConformanceScenario.all.filter { ["tie-break-won", "restart"].contains($0.id) }
        var link = try TestedLink(nil, scenarios: scenarios, seed: 1)
        while link.tester.current?.id != "restart" || !link.tester.awaitsRestart { try link.step() }
        while !link.tester.isFinished { try link.step() }
        // Nobody restarted it.
        #expect(link.tester.results.map(\.end) == [.played, .noProbe])
    }

    @Test func noMoreIsSentThanTheLimitsAllow() throws {
        let flood = ConformanceScenario("flood", "Asks without a pause.", .times(5000, [.send(.ask(.addresses))]))
        var link = try TestedLink(nil, scenarios: [flood], seed: 1)
        _ = try link.play()
        #expect(link.tester.results.map(\.end) == [.packetLimit])
        #expect(link.tester.sentPackets <= ConformanceTester.maximumPackets && link.tester.sentPackets > 1900)
        let times = link.sendingTimes
        for (first, later) in zip(times, times.dropFirst(ConformanceTester.packetsPerSecond)) {
            #expect(later - first >= 1_000_000_000)
        }
    }

    @Test(arguments: [
        ("printer", "printer.local", false), ("printer.local.", "printer.local", false),
        ("Desk._ipp._tcp", "Desk._ipp._tcp.local", true),
        ("Front desk._ipp._tcp.local", "Front desk._ipp._tcp.local", true),
    ]) func targetsHaveNames(text: String, name: String, isInstance: Bool) throws {
        let target = try #require(ConformanceTester.TargetName(text))
        #expect(target.name == .of(name) && target.isInstance == isInstance)
    }

    @Test(arguments: ["", ".", "_ipp._tcp", "_ipp._tcp.local", "a..b", "10.0.0.1", "fe80::1"]) func othersAreNoTargets(
        text: String
    ) {
        #expect(ConformanceTester.TargetName(text) == nil)
    }

    @Test func scenariosHaveNamesOfTheirOwn() {
        let all = ConformanceScenario.all
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(all.allSatisfy { !$0.steps.isEmpty && $0.title.hasSuffix(".") })
        for rule in all.flatMap(\.expectations).compactMap(\.rule) {
            #expect(ConformanceRule.all.contains { $0.id == rule && $0.basis == .unseen }, "\(rule)")
        }
    }
}
