import DNSWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct ServiceLifeRulesTests {
    // MARK: - goodbye-missing

    /// Anna's service, for whose records Bert asks at these times.
    private func asked(
        _ times: [Double], _ type: RecordType = .srv, unicast: Bool = false
    ) throws -> NamingScene {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        for time in times { try scene.ask("Alice._chat._tcp", type, from: .bert, at: time, unicast: unicast) }
        return scene
    }

    @Test func questionsInVainTellOfAHolderThatVanished() async throws {
        let report = try await asked([10, 13, 16]).report()
        let finding = try #require(report.findings("goodbye-missing").first)
        #expect(finding.time == 16 && finding.frames == [4] && finding.subject == .service("s1"))
        #expect(finding.message.hasSuffix("sent no goodbye, but did not answer the last 3 queries for it."))
        #expect(report.services[0].events(.query).map(\.detail) == ["SRV", "SRV", "SRV"])
    }

    @Test func fewQuestionsOrQuickOnesProveNothing() async throws {
        #expect(try await asked([10, 16]).report().findings.isEmpty)
        #expect(try await asked([10, 11, 12]).report().findings.isEmpty)
    }

    @Test func answerProvesThatTheHolderIsThere() async throws {
        var scene = try asked([10, 13])
        try scene.announce("Alice", of: .anna, at: 14)
        try scene.ask("Alice._chat._tcp", .srv, from: .bert, at: 20)
        #expect(try await scene.report().findings.isEmpty)
    }

    @Test func anyAnswerOfTheHolderDoes() async throws {
        // Who asks for the TXT record alone is answered with it alone.
        var scene = try asked([])
        for time in [10.0, 20, 30] {
            try scene.ask("Alice._chat._tcp", .txt, from: .bert, at: time)
            try scene.announce("Alice", of: .anna, at: time + 0.01) { $0 = [$0[2]] }
        }
        #expect(try await scene.report().findings.isEmpty)
    }

    @Test func questionsThatWantUnicastMayHaveBeenAnsweredUnseen() async throws {
        #expect(try await asked([10, 13, 16], unicast: true).report().findings.isEmpty)
    }

    @Test func theHoldersOwnQuestionsDoNotCount() async throws {
        var scene = try asked([])
        for time in [10.0, 13, 16] { try scene.ask("Alice._chat._tcp", .srv, from: .anna, at: time) }
        #expect(try await scene.report().findings.isEmpty)
    }

    // MARK: - srv-target-unresolved

    private func announcedWithoutAddress(asking: Bool) throws -> NamingScene {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0) { $0.removeLast() }
        if asking { try scene.ask("anna", .a, from: .bert, at: 1) }
        return scene
    }

    @Test func hostWithoutAddressIsTold() async throws {
        let report = try await announcedWithoutAddress(asking: true).report(until: 5)
        let finding = try #require(report.findings("srv-target-unresolved").first)
        #expect(finding.time == 1 && finding.frames == [2])
        #expect(finding.message.hasPrefix("\"Alice\" is on \"anna.local.\", but no host answered"))
    }

    @Test func addressThatNobodyAskedForIsNotMissed() async throws {
        #expect(try await announcedWithoutAddress(asking: false).report(until: 5).findings.isEmpty)
    }

    @Test func addressThatIsToldAtLastIsNotMissed() async throws {
        var scene = try announcedWithoutAddress(asking: true)
        try scene.claimHost(.anna, at: 3)
        #expect(try await scene.report(until: 5).findings.isEmpty)
    }

    @Test func captureThatEndsWithTheQuestionProvesNothing() async throws {
        #expect(try await announcedWithoutAddress(asking: true).report().findings.isEmpty)
    }

    /// Anna announced everything, then Bert asks for her address at these times, while Carl repeats her service.
    private func dead(_ times: [Double], unicast: Bool = false) throws -> NamingScene {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        for time in times {
            try scene.announce("Alice", of: .anna, at: time - 0.5) { $0 = Array($0[...2]) }
            try scene.ask("anna", .a, from: .bert, at: time, unicast: unicast)
        }
        return scene
    }

    @Test func hostThatDoesNotAnswerAnyMoreIsTold() async throws {
        let report = try await dead([100, 101, 103, 107]).report(until: 120)
        let finding = try #require(report.findings("srv-target-unresolved").first)
        #expect(finding.frames == [3, 9] && finding.time == 100 && finding.facts["questions"] == .number(4))
        #expect(
            finding.message
                == "\"Alice\" is on \"anna.local.\", but no host answered the last 4 queries for its address, "
                + "which was announced earlier.")
    }

    @Test func hostThatMissedAQuestionIsNotDead() async throws {
        #expect(try await dead([100]).report(until: 120).codes.isEmpty)
        #expect(try await dead([100, 101, 103]).report(until: 120).codes.isEmpty)
        #expect(try await dead([100, 101, 103, 107], unicast: true).report(until: 120).codes.isEmpty)
    }

    @Test func hostThatAnswersAtLastIsNotDead() async throws {
        var scene = try dead([100, 101, 103, 107])
        try scene.claimHost(.anna, at: 108)
        #expect(try await scene.report(until: 120).codes.isEmpty)
    }

    @Test func hostThatLeftWithItsServiceIsNotMissed() async throws {
        var scene = try dead([])
        try scene.goodbye("Alice", of: .anna, at: 50)
        for time in [100.0, 101, 103, 107] { try scene.ask("anna", .a, from: .bert, at: time) }
        #expect(try await scene.report(until: 120).codes.isEmpty)
    }
}
