import DNSWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct RecordDeviationRuleTests {
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
        #expect(findings[0].message.hasPrefix("The SRV record of \"Alice\" has a TTL of 10 s"))
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

    @Test func habitOfAHostIsToldOnce() async throws {
        var scene = NamingScene()
        for (label, host) in [("A", NamingScene.Host.anna), ("B", .anna), ("C", .anna), ("D", .bert)] {
            try scene.announce(label, of: host, at: 0) { $0[1].ttl = 10 }
        }
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["ttl-unusual", "ttl-unusual"])
        #expect(findings.first?.message.hasSuffix("The same is true of 2 more of its services.") == true)
    }

    @Test func answersToOneHostMayHaveOtherBitsAndTTLs() async throws {
        let findings = try await deviating(to: .bert) { records in
            records = records.map { $0.with(cacheFlush: false).with(ttl: 10) }
        }
        #expect(findings.isEmpty)
    }
}
