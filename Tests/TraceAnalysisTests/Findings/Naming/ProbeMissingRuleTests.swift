import DNSWire
import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct ProbeMissingRuleTests {
    private typealias Host = NamingScene.Host

    /// Somebody is on the link, and Anna comes up later.
    private func scene() throws -> NamingScene {
        var scene = NamingScene()
        try scene.ask("_other._tcp", .ptr, from: .carl, at: 0)
        return scene
    }

    @Test func hostThatAnnouncesWithoutAskingIsNamedOnce() async throws {
        var scene = try scene()
        for seconds in [10.0, 11] {
            try scene.announce("Lamp", of: .anna, at: seconds)
            try scene.announce("Fan", of: .anna, port: 7100, at: seconds + 0.1)
        }
        let findings = try await scene.report().findings("probe-missing")
        #expect(findings.count == 1 && findings.first?.severity == .note)
        #expect(
            findings.first?.message
                == "anna announced \"Lamp\" (_chat._tcp) without probing for the name. The same is true of 1 more of its services."
        )
    }

    @Test func hostThatProbedIsNot() async throws {
        var scene = try scene()
        try scene.probe("Lamp", of: .anna, at: 9)
        try scene.probeWithPointer("Fan", of: .bert, at: 9)
        for seconds in [10.0, 11] {
            try scene.announce("Lamp", of: .anna, at: seconds)
            try scene.announce("Fan", of: .bert, at: seconds)
        }
        #expect(try await scene.report().findings("probe-missing").isEmpty)
    }

    @Test func whatMayHaveBeenThereBeforeIsNot() async throws {
        // At the start of the capture; as an answer; a single repetition; known to others before.
        var scene = try scene()
        for seconds in [2.0, 3] { try scene.announce("Early", of: .anna, at: seconds) }
        try scene.ask(NamingScene.type, .ptr, from: .carl, at: 10)
        for seconds in [10.05, 11.5] { try scene.announce("Asked", of: .anna, port: 1, at: seconds) }
        try scene.announce("Lone", of: .anna, port: 2, at: 20)
        try scene.ask(NamingScene.type, .ptr, from: .carl, at: 25, knowing: ["Known"])
        for seconds in [30.0, 31] { try scene.announce("Known", of: .anna, port: 3, at: seconds) }
        #expect(try await scene.report().findings("probe-missing").isEmpty)
    }
}
