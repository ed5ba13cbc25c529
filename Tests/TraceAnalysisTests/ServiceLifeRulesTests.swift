import DNSWire
import Testing

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
        #expect(finding.message.hasSuffix("said no goodbye, but did not answer the last 3 questions for it."))
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
        #expect(finding.message.hasPrefix("\"Alice\" is on \"anna.local.\", but nobody answered"))
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

    // MARK: - TTL and cache-flush

    /// The findings on an announcement with other records than usual.
    private func deviating(
        to other: NamingScene.Host? = nil, _ change: (inout [ResourceRecord]) -> Void
    ) async throws -> [Finding] {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0, to: other, changing: change)
        return try await scene.report().findings
    }

    @Test func usualRecordsHaveNoDeviation() async throws {
        #expect(try await deviating { _ in }.isEmpty)
        // Apple's newer responders let all records live 75 minutes.
        #expect(try await deviating { $0[1].ttl = 4500 }.isEmpty)
    }

    @Test func otherTTLIsUnusual() async throws {
        let findings = try await deviating { $0[1].ttl = 10 }
        #expect(findings.map(\.code.rawValue) == ["ttl-unusual"] && findings[0].severity == .note)
        #expect(findings[0].message.hasPrefix("The SRV record of \"Alice\" lives 10 s"))
    }

    @Test func sharedRecordMustNotFlushCaches() async throws {
        let findings = try await deviating { $0[0] = $0[0].with(cacheFlush: true) }
        #expect(findings.map(\.code.rawValue) == ["cache-flush-on-shared-record"])
        #expect(findings[0].severity == .warning && findings[0].reference == "RFC 6762 §10.2")
    }

    @Test(arguments: [(1, "SRV"), (2, "TXT")]) func uniqueRecordMustFlushCaches(place: Int, type: String) async throws {
        let findings = try await deviating { $0[place] = $0[place].with(cacheFlush: false) }
        #expect(findings.map(\.code.rawValue) == ["cache-flush-missing"] && findings[0].severity == .note)
        #expect(findings[0].message.hasPrefix("The \(type) record of \"Alice\" lacks"))
    }

    @Test func answersToOneHostMayHaveOtherBitsAndTTLs() async throws {
        let findings = try await deviating(to: .bert) { records in
            records = records.map { $0.with(cacheFlush: false).with(ttl: 10) }
        }
        #expect(findings.isEmpty)
    }

    // MARK: - peer-identity-changed

    @Test func peerIDOfAServiceStays() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, text: ["peerID=P-1", "v=1"], at: 0)
        try scene.announce("Alice", of: .anna, text: ["peerID=P-1", "v=2"], at: 1)
        #expect(try await scene.report().findings.isEmpty)
        try scene.announce("Alice", of: .anna, text: ["peerID=P-2", "v=2"], at: 2)
        let report = try await scene.report()
        #expect(report.codes == ["peer-identity-changed"] && report.findings[0].frames == [3])
        #expect(report.findings[0].message.hasSuffix("changed from \"P-1\" to \"P-2\"."))
    }
}
