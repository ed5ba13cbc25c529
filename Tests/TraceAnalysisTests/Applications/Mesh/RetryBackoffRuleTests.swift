import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct RetryBackoffRuleTests {
    /// What is said of attempts that were all refused, at a service that shows its peer ID.
    private func findings(refusedAt times: [Double], announced: Bool = true) async throws -> [Finding] {
        var scene = MeshScene()
        if announced { try scene.announce("Bert", of: .bert, at: 0) }
        for (number, time) in times.enumerated() {
            try scene.fail(.anna, to: .bert, port: 50000 + UInt16(number), at: time)
        }
        return try await scene.report().findings("retry-backoff-violated")
    }

    @Test func scheduleIsOneTwoFourSeconds() async throws {
        #expect(try await findings(refusedAt: [1, 2.003, 4.006, 8.01]).isEmpty)
        // Later is fine.
        #expect(try await findings(refusedAt: [1, 3, 7, 14]).isEmpty)
        // Timers may be a little early.
        #expect(try await findings(refusedAt: [1, 1.96]).isEmpty)
    }

    @Test(arguments: [
        ([1, 1.5], 2), ([1, 2.1, 3.2], 3), ([1, 2.1, 4.2, 6], 4), ([1, 2.1, 4.2, 8.3, 11], 5),
    ])
    func tooSoonIsAWarning(times: [Double], attempt: Int) async throws {
        let findings = try await findings(refusedAt: times)
        #expect(findings.count == 1 && findings[0].severity == .warning)
        #expect(findings[0].subject == .session(attempt + 1), "behind the session of mDNS")
    }

    @Test func sentenceHasTheWaitAndHowOftenItWasTooShort() async throws {
        let findings = try await findings(refusedAt: [1, 1.502, 2.004, 2.506])
        #expect(
            findings.map(\.message) == [
                "10.0.0.1 tried to connect to bert again 0.500 s after a failure, instead of 1 s; this happened 2 more times."
            ])
        #expect(findings[0].frames == [4, 6, 8])
    }

    @Test func longSilenceBeginsAnew() async throws {
        #expect(try await findings(refusedAt: [1, 2.1, 4.2, 20, 21.1, 23.2]).isEmpty)
        #expect(try await findings(refusedAt: [1, 2.1, 4.2, 8.3, 12.4, 13.5]).isEmpty)
    }

    @Test func otherPortsHaveNoSchedule() async throws {
        #expect(try await findings(refusedAt: [1, 1.1, 1.2], announced: false).isEmpty)
    }

    @Test func endpointThatSpokeAsAMeshHasASchedule() async throws {
        var scene = MeshScene()
        try scene.fail(.anna, to: .bert, port: 50000, at: 0)
        try scene.fail(.anna, to: .bert, port: 50001, at: 0.5)
        _ = try scene.join(.anna, to: .bert, port: 50002, at: 3)
        #expect(try await scene.codes == ["connection-refused", "retry-backoff-violated"])
    }

    /// When the app gave up is not on the wire, so that the wait may have begun with the SYN.
    @Test func silenceCountsFromTheSYNAndItsRepetitionsBelongToIt() async throws {
        var scene = MeshScene()
        try scene.announce("Bert", of: .bert, at: 0)
        for (number, time) in [1.0, 2, 4, 8].enumerated() {
            try scene.fail(
                .anna, to: .bert, port: 50000 + UInt16(number), at: time, refused: false, repeatedAfter: 0.5)
        }
        #expect(try await scene.report().findings("retry-backoff-violated").isEmpty)
        try scene.fail(.anna, to: .bert, port: 50009, at: 9, refused: false)
        #expect(try await scene.report().findings("retry-backoff-violated").count == 1)
    }

    @Test func successEndsASeries() async throws {
        var scene = MeshScene()
        try scene.fail(.anna, to: .bert, port: 50000, at: 0)
        try scene.fail(.anna, to: .bert, port: 50001, at: 1.1)
        var link = try scene.join(.anna, to: .bert, port: 50002, at: 3.2)
        try scene.close(&link, at: 3.5)
        try scene.fail(.anna, to: .bert, port: 50003, at: 3.6)
        try scene.fail(.anna, to: .bert, port: 50004, at: 4.7)
        #expect(try await scene.report().findings("retry-backoff-violated").isEmpty)
    }

    @Test func hostsAndEndpointsHaveSeriesOfTheirOwn() async throws {
        var scene = MeshScene()
        try scene.announce("Bert", of: .bert, at: 0)
        try scene.announce("Carl", of: .carl, at: 0.1)
        try scene.fail(.anna, to: .bert, port: 50000, at: 1)
        try scene.fail(.anna, to: .carl, port: 50000, at: 1.1)
        try scene.fail(.carl, to: .bert, port: 50000, at: 1.2)
        #expect(try await scene.report().findings("retry-backoff-violated").isEmpty)
    }
}
