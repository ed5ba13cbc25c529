import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct NameConflictRuleTests {
    private typealias Host = NamingScene.Host

    /// Anna has the name, Bert asks for it and is told so.
    private func conflict(_ label: String = "iPad") throws -> NamingScene {
        var scene = NamingScene()
        try scene.announce(label, of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce(label, of: .anna, at: 10.01)
        return scene
    }

    // MARK: - name-conflict

    @Test func tellsWhoKeepsTheNameAndWhoMoved() async throws {
        var scene = try conflict()
        try scene.probe("iPad (2)", of: .bert, at: 10.2)
        try scene.announce("iPad (2)", of: .bert, at: 10.95)
        let report = try await scene.report()
        #expect(report.codes == ["name-conflict", "service-renamed"])
        let conflict = try #require(report.findings.first)
        #expect(conflict.severity == .warning && conflict.time == 10.01 && conflict.frames == [3])
        let loser = try report.service("iPad", of: .bert)
        #expect(conflict.subject == .service(loser.id))
        #expect(
            conflict.message == "\"iPad\" (_chat._tcp) was claimed by anna (10.0.0.1, port 7001) and bert ("
                + "10.0.0.2, port 7002); anna keeps it and bert is \"iPad (2)\" now.")
        #expect(
            report.findings[1].message == "bert renamed its _chat._tcp \"iPad\" → \"iPad (2)\" by the rule of Apple's "
                + "mDNSResponder, because anna (10.0.0.1, port 7001) had the name; it puts (2) after a name without a number."
        )
    }

    /// As in a capture of `-i any` in a format without interfaces: the names are those of two LANs.
    @Test(arguments: [(2, Finding.Severity.error), (300, .note)])
    func holdersOnDifferentNetworksMayBeOnTwoLinks(number: Int, severity: Finding.Severity) async throws {
        var scene = NamingScene()
        for time in [0.0, 30] {
            try scene.announce("Scanner", of: .anna, at: time)
            try scene.announce("Scanner", of: Host(number, "anna"), at: time + 10)
        }
        let conflicts = try await scene.report().findings("name-conflict")
        #expect(conflicts.map(\.severity) == [severity, severity])
        #expect(conflicts.allSatisfy { $0.message.contains("different networks") == (severity == .note) })
    }

    @Test func lettersOfAnotherCaseAreTheSameName() async throws {
        let report = try await conflict("IPAD").report()
        let message = try #require(report.findings("name-conflict").first?.message)
        #expect(
            message.contains(
                "port 7001) as \"IPAD\" and 10.0.0.2 (port 7002) as \"iPad\", which differ only in case "
                    + "and so are one name"),
            "\(message)")
    }

    @Test func namesThatDifferInMoreThanCaseAreTwo() async throws {
        #expect(try await conflict("íPad").report().findings.isEmpty)
    }

    @Test func twoWhoNeverNoticeEachOtherAreAnError() async throws {
        var scene = NamingScene()
        for second in 0..<3 {
            try scene.announce("Janus", of: .anna, at: Double(second))
            try scene.announce("Janus", of: .bert, at: Double(second) + 0.5)
        }
        let report = try await scene.report()
        let finding = try #require(report.findings("name-conflict").first)
        #expect(finding.severity == .error)
        #expect(finding.message.hasSuffix("; anna and bert hold it to the end, and neither renames."))
        #expect(report.services.map(\.state) == [.conflicted, .conflicted])
    }

    @Test func oneWhoSaidGoodbyeGaveWay() async throws {
        var scene = NamingScene()
        for second in 0..<2 {
            try scene.announce("Janus", of: .anna, at: Double(second))
            try scene.announce("Janus", of: .bert, at: Double(second) + 0.5)
        }
        try scene.goodbye("Janus", of: .bert, at: 5)
        let report = try await scene.report()
        #expect(report.findings("name-conflict").map(\.severity) == [.warning])
        #expect(report.findings("name-conflict").first?.message.hasSuffix("; anna keeps it.") == true)
        #expect(report.services.map(\.state) == [.announced, .gone])
    }

    @Test func nameThatIsHandedOverHasNoConflict() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.goodbye("Alice", of: .anna, at: 5)
        try scene.probe("Alice", of: .bert, at: 6)
        try scene.announce("Alice", of: .bert, at: 6.75)
        let report = try await scene.report()
        #expect(report.findings.isEmpty && report.services.map(\.state) == [.gone, .announced])
    }

    @Test func nameThatIsHandedOverAndBackHasNoConflict() async throws {
        var scene = NamingScene()
        for (index, host) in [Host.anna, .bert, .anna, .bert].enumerated() {
            let start = Double(index) * 20
            try scene.announce("Alice", of: host, at: start)
            try scene.announce("Alice", of: host, at: start + 1)
            try scene.goodbye("Alice", of: host, at: start + 10)
        }
        let report = try await scene.report()
        #expect(report.findings("name-conflict").isEmpty && report.services.map(\.state) == [.gone, .gone])
    }

    @Test func holderThatVanishesAndComesBackAfterAnotherHasNoConflict() async throws {
        var scene = NamingScene()
        for (index, host) in [Host.anna, .bert, .anna].enumerated() {
            let start = Double(index) * 20
            for probe in 0..<3 { try scene.probe("Alice", of: host, at: start + 0.5 * Double(probe)) }
            try scene.announce("Alice", of: host, at: start + 1.5)
            try scene.announce("Alice", of: host, at: start + 2.5)
            if host.number == Host.bert.number { try scene.goodbye("Alice", of: host, at: start + 10) }
        }
        let report = try await scene.report()
        #expect(report.findings("name-conflict").isEmpty && report.services.map(\.state) == [.announced, .gone])
    }

    @Test func oneWhoProbesUntilNobodyAnswersTakesTheNameOver() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        for second in 10..<13 {
            try scene.probe("Alice", of: .bert, at: Double(second))
            try scene.announce("Alice", of: .anna, at: Double(second) + 0.01)
        }
        for probe in 0..<3 { try scene.probe("Alice", of: .bert, at: 13 + 0.25 * Double(probe)) }
        try scene.announce("Alice", of: .bert, at: 14.25)
        let report = try await scene.report()
        #expect(report.findings("name-conflict").map(\.severity) == [.warning])
        #expect(report.findings("name-conflict").first?.message.hasSuffix("; bert keeps it.") == true)
        #expect(report.services.map(\.state) == [.announced, .announced])
    }

    @Test func oneWhoAnnouncesAlthoughItWasAnsweredIsAnError() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        for probe in 0..<3 { try scene.probe("Alice", of: .bert, at: 10 + 0.25 * Double(probe)) }
        try scene.announce("Alice", of: .anna, at: 10.51)
        try scene.announce("Alice", of: .bert, at: 10.75)
        let report = try await scene.report()
        #expect(report.findings("name-conflict").map(\.severity) == [.error])
        #expect(report.services.map(\.state) == [.conflicted, .conflicted])
    }

    @Test func hostNameOfTwoHostsIsAnError() async throws {
        // That they differ about a service shows that they are two, and not the interfaces of one.
        var scene = NamingScene()
        for second in 0..<2 {
            try scene.announce("Door", of: Host(1, "janus"), at: Double(second))
            try scene.announce("Door", of: Host(2, "janus"), at: Double(second) + 0.5)
        }
        let report = try await scene.report()
        #expect(report.codes == ["name-conflict", "name-conflict"])
        #expect(report.findings.allSatisfy { $0.severity == .error })
        #expect(
            report.findings.contains {
                $0.message.hasPrefix("\"janus.local.\" is the name of two hosts, 10.0.0.1 and 10.0.0.2")
            })
    }

    @Test func hostNameOfTwoInterfacesIsNone() async throws {
        var scene = NamingScene()
        for second in 0..<2 {
            try scene.claimHost(Host(1, "janus"), at: Double(second))
            try scene.claimHost(Host(2, "janus"), at: Double(second) + 0.001)
        }
        #expect(try await scene.report().findings.isEmpty)
    }

    @Test func hostNameThatWasGivenUpOrLeftIsNone() async throws {
        var scene = NamingScene()
        try scene.claimHost(Host(1, "janus"), at: 0)
        // Later, when nobody has heard of the first one for long, another has its name.
        try scene.claimHost(Host(2, "janus"), at: 100)
        try scene.claimHost(Host(2, "janus"), at: 101)
        #expect(try await scene.report().findings.isEmpty)
    }

    // MARK: - conflict-storm

    /// Bert, whom a squatter denies one name after the other, each attempt so many seconds after the one before.
    private func storm(_ attempts: Int, pauses: (Int) -> Double) throws -> NamingScene {
        var scene = NamingScene()
        var (label, time) = ("Storm", 0.0)
        for attempt in 1...attempts {
            try scene.probe(label, of: .bert, at: time)
            try scene.announce(label, of: .carl, at: time + 0.01)
            label = "Storm (\(attempt + 1))"
            time += pauses(attempt)
        }
        return scene
    }

    @Test func fifteenConflictsInTenSecondsAreAStorm() async throws {
        let report = try await storm(20) { $0 < 15 ? 0.3 : 5.1 }.report()
        let finding = try #require(report.findings("conflict-storm").first)
        #expect(finding.severity == .warning)
        #expect(finding.message.hasSuffix("after the 15th it waited 5 s before each attempt, as required."))
        #expect(finding.message.contains("met 20 conflicts over \"Storm\" and 19 later names"))
        // Of the 15th.
        #expect(finding.time == 14 * 0.3 + 0.01)
    }

    @Test func stormWithoutPausesIsAnError() async throws {
        let finding = try await storm(20) { _ in 0.3 }.report().findings("conflict-storm").first
        #expect(finding?.severity == .error)
        #expect(
            finding?.message.hasSuffix(
                "it continued without the 5 s pause that is required after 15 conflicts in 10 s.")
                == true)
    }

    @Test func fewerOrSlowerConflictsAreNoStorm() async throws {
        #expect(try await storm(14) { _ in 0.3 }.report().findings("conflict-storm").isEmpty)
        #expect(try await storm(20) { _ in 1 }.report().findings("conflict-storm").isEmpty)
    }
}
