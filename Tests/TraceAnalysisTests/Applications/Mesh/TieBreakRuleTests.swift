import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct TieBreakRuleTests {
    @Test func higherPeerMustNotConnect() async throws {
        var scene = MeshScene()
        _ = try scene.join(.bert, to: .anna, at: 0)
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["tie-break-violated"])
        #expect(findings[0].severity == .error && findings[0].frames == [1] && findings[0].subject == .session(1))
        #expect(findings[0].message == "bert (\"P-2\") connected to anna (\"P-1\"), whose peer ID is lower.")
    }

    @Test func lowerPeerMay() async throws {
        var scene = MeshScene()
        _ = try scene.join(.anna, to: .bert, at: 0)
        #expect(try await scene.codes.isEmpty)
    }

    /// As Swift orders strings: by Unicode scalars, digit by digit.
    @Test(arguments: [
        ("n2", "n10", true), ("n10", "n2", false), ("a", "B", true), ("A", "b", false), ("a", "a", false),
    ])
    func ordersAsStrings(initiator: String, responder: String, isViolated: Bool) async throws {
        var scene = MeshScene()
        var link = try scene.connect(.anna, to: .bert, at: 0)
        try scene.identify(as: initiator, on: &link, at: 0.01)
        try scene.identify(.responder, as: responder, on: &link, at: 0.02)
        #expect(try await scene.report().findings("tie-break-violated").isEmpty == !isViolated)
    }

    @Test func silentResponderIsKnownByItsService() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, at: 0)
        var link = try scene.connect(.bert, to: .anna, at: 1)
        try scene.identify(on: &link, at: 1.01)
        #expect(try await scene.codes == ["tie-break-violated"])
    }

    @Test func silentResponderWithoutServiceIsNobody() async throws {
        var scene = MeshScene()
        var link = try scene.connect(.bert, to: .anna, at: 1)
        try scene.identify(on: &link, at: 1.01)
        #expect(try await scene.codes.isEmpty)
    }
}
