import Testing

@testable import TraceModel

@Suite struct FindingGroupTests {
    private func finding(
        _ code: String, _ severity: Finding.Severity = .note, _ subject: Finding.Subject = .capture,
        _ facts: [(String, Finding.Fact)] = []
    ) -> Finding {
        var finding = Finding(
            code: .init(rawValue: code), severity: severity, frames: [], subject: subject, message: "", remedy: "",
            reference: "")
        for (name, value) in facts { finding.facts.set(name, to: value) }
        return finding
    }

    private func report(_ findings: [Finding], services: [Service] = []) -> TraceReport {
        TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"), peers: [], services: services,
            sessions: [], findings: findings)
    }

    private func service(_ id: String, of peer: String, after former: String? = nil) -> Service {
        var service = Service(
            id: id, instance: id, type: "_x._udp", domain: "local", fullName: id, peer: peer, firstSeen: 0, lastSeen: 0,
            state: .announced)
        service.renamedFrom = former
        return service
    }

    /// The codes of groups with the positions of their findings, consequences in brackets.
    private func shape(_ groups: [FindingGroup]) -> String {
        groups.map { group in
            "\(group.code.rawValue)\(group.findings)"
                + (group.consequences.isEmpty ? "" : "(\(shape(group.consequences)))")
        }.joined(separator: " ")
    }

    @Test func holesInManySessionsAreOneCause() {
        let gaps = (1...3).map { finding("capture-gap", .note, .session($0), [("cause", .text("capture"))]) }
        let lost = finding("capture-gap", .note, .session(4), [("cause", .text("network"))])
        #expect(shape(report(gaps + [lost]).findingGroups) == "capture-gap[0, 1, 2] capture-gap[3]")
    }

    @Test func theWorstFindingIsFirstInItsGroupAndTheWorstGroupAmongThem() {
        let findings = [
            finding("early-data", .note), finding("connection-reset", .note), finding("connection-reset", .error),
            finding("connection-reset", .warning),
        ]
        let groups = report(findings).findingGroups
        #expect(shape(groups) == "connection-reset[2, 3, 1] early-data[0]")
        #expect(groups.map(\.severity) == [.error, .note] && groups[0].totalCount == 3)
    }

    @Test func aRenameIsBelowItsConflictAndAConflictBelowItsStorm() {
        let services = [
            service("s1", of: "p1"), service("s2", of: "p2"), service("s3", of: "p2", after: "s2"),
            service("s4", of: "p2", after: "s3"),
        ]
        let findings = [
            finding("name-conflict", .warning, .service("s2"), [("services", .list([.text("s1"), .text("s2")]))]),
            finding("service-renamed", .note, .service("s3"), [("from", .text("s2")), ("causedBy", .text("s1"))]),
            finding("conflict-storm", .error, .service("s4")),
        ]
        let groups = report(findings, services: services).findingGroups
        #expect(shape(groups) == "conflict-storm[2](name-conflict[0] service-renamed[1])")
        #expect(groups[0].worstSeverity == .error && groups[0].totalCount == 3)
    }

    @Test func namesOfTheSameTwoHostsAreOneStoryThoseOfOthersAreNot() {
        let services = ["a", "b", "c"].flatMap { name in
            [service(name + "1", of: "p1"), service(name + "2", of: name == "c" ? "p3" : "p2")]
        }
        let findings = ["a", "b", "c"].map { name in
            finding(
                "name-conflict", .warning, .service(name + "1"),
                [("services", .list([.text(name + "1"), .text(name + "2")]))])
        }
        #expect(shape(report(findings, services: services).findingGroups) == "name-conflict[0, 1] name-conflict[2]")
    }

    @Test func aBrokenFrameIsBelowTheHoleInItsSessionAndNotBelowThatOfAnother() {
        let findings = [
            finding("capture-gap", .note, .session(1)), finding("frame-incomplete", .error, .session(1)),
            finding("frame-incomplete", .error, .session(2)),
        ]
        #expect(
            shape(report(findings).findingGroups) == "capture-gap[0](frame-incomplete[1]) frame-incomplete[2]")
    }

    @Test func causesThatHaveCausesStandAboveAll() {
        let findings = [
            finding("frame-empty", .error, .session(1)), finding("capture-gap", .note, .session(1)),
            finding("capture-truncated", .warning, .capture, [("sessions", .list([.number(1)]))]),
        ]
        #expect(
            shape(report(findings).findingGroups) == "capture-truncated[2](capture-gap[1] frame-empty[0])")
    }

    @Test func everyFindingIsInOneGroup() {
        let codes = FindingCauses.chains.flatMap { $0.levels.joined() }
        let findings = (0..<400).map { finding(codes[$0 % codes.count], .note, .session($0 % 7)) }
        let groups = report(findings).findingGroups
        let all = groups.flatMap { [$0] + $0.consequences }.flatMap(\.findings)
        #expect(all.sorted() == Array(0..<400))
    }
}
