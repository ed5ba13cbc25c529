import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct DuplicateConnectionRuleTests {
    private func findings(_ scene: MeshScene) async throws -> [Finding] {
        try await scene.report().findings("duplicate-connection")
    }

    @Test func twoThatStandTogetherAreOneTooMany() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        var second = try scene.join(.bert, to: .anna, at: 0.1)
        try scene.talk(on: &first, at: 5)
        try scene.talk(.responder, on: &first, at: 5.1)
        try scene.talk(on: &second, at: 5.2)
        try scene.talk(.responder, on: &second, at: 6)
        let findings = try await findings(scene)
        #expect(findings.count == 1 && findings[0].severity == .warning)
        #expect(findings[0].subject == .session(2) && findings[0].frames == [6])
        #expect(
            findings[0].message
                == "bert connected to anna (session 2) while session 1 between them was open: both were open for 4.898 s."
        )
    }

    @Test func connectionsWithoutWordsStandUntilTheyAreClosed() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        var second = try scene.join(.bert, to: .anna, at: 0.1)
        try scene.close(&first, at: 8)
        try scene.close(&second, at: 9)
        #expect(try await findings(scene).count == 1)
    }

    @Test func oneAfterTheOtherIsAReconnect() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&first, at: 5)
        var second = try scene.join(.anna, to: .bert, port: 50001, at: 6)
        try scene.close(&second, at: 9)
        #expect(try await findings(scene).isEmpty)
    }

    /// Both dial, and one of the two connections is closed as soon as it is known to be too many.
    @Test func oneThatIsClosedAtOnceIsFine() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        var second = try scene.join(.bert, to: .anna, at: 0.1)
        try scene.close(&second, at: 0.5)
        try scene.talk(on: &first, at: 5)
        try scene.talk(.responder, on: &first, at: 6)
        #expect(try await findings(scene).isEmpty)
    }

    /// Anna's app was ended without a word and starts again; Bert still has the old connection, and repeats what he said on
    /// it until Anna's host resets it.
    @Test func connectionThatOneEndForgotDoesNotCount() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        var second = try scene.join(.anna, to: .bert, port: 50001, at: 10)
        try scene.talk(.responder, on: &first, at: 11)
        try scene.reset(first, from: .initiator, at: 11.01)
        try scene.talk(on: &second, at: 15)
        try scene.talk(.responder, on: &second, at: 16)
        #expect(try await findings(scene).isEmpty)
    }

    /// Anna's FIN came before the new connection, Bert's long after.
    @Test func halfClosedConnectionDoesNotCount() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        try scene.finish(&first, from: .initiator, at: 5)
        var second = try scene.join(.anna, to: .bert, port: 50001, at: 6)
        try scene.talk(.responder, on: &first, at: 8)
        try scene.finish(&first, from: .responder, at: 9)
        try scene.close(&second, at: 12)
        #expect(try await findings(scene).isEmpty)
    }

    @Test func oneConnectionSeenOnTwoInterfacesIsOne() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 5)
        try scene.talk(.responder, on: &link, at: 6)
        try scene.close(&link, at: 7)
        let report = try await SyntheticTrace.report(of: SyntheticTrace.twice(scene.capture))
        #expect(report.sessions.count == 2 && report.findings("duplicate-connection").isEmpty)
    }

    @Test func eachFurtherConnectionIsTold() async throws {
        var scene = MeshScene()
        var links = try (0..<3).map { try scene.join(.anna, to: .bert, port: 50000 + UInt16($0), at: Double($0)) }
        for index in links.indices { try scene.close(&links[index], at: 10) }
        #expect(try await findings(scene).map(\.subject) == [.session(2), .session(3)])
    }

    /// Both invited each other, over a protocol without peer IDs.
    private func mutual(firstEnds: Double, secondBegins: Double) async throws -> [Finding] {
        var scene = FailureScene()
        try scene.announce("Anna", of: .anna, port: 7001, at: 0)
        try scene.announce("Bert", of: .bert, port: 7002, at: 0)
        var first = try scene.connect(.anna, to: .bert, port: 7002, localPort: 50000, at: 1)
        try scene.send(.initiator, on: &first, at: 1.1)
        try scene.send(.responder, on: &first, at: 1.2)
        if firstEnds < secondBegins { try scene.close(&first, at: firstEnds) }
        var second = try scene.connect(.bert, to: .anna, port: 7001, localPort: 50001, at: secondBegins)
        try scene.send(.initiator, on: &second, at: secondBegins + 0.1)
        try scene.send(.responder, on: &second, at: secondBegins + 0.2)
        if firstEnds >= secondBegins { try scene.close(&first, at: firstEnds) }
        try scene.close(&second, at: secondBegins + 8)
        return try await scene.findings("duplicate-connection")
    }

    @Test func mutualConnectionsOfAnyProtocolAreANote() async throws {
        let findings = try await mutual(firstEnds: 6, secondBegins: 2)
        #expect(findings.map(\.severity) == [.note])
        #expect(findings.first?.message.contains("between them was open") == true)
    }

    @Test func mutualConnectionsOneAfterTheOtherAreFine() async throws {
        #expect(try await mutual(firstEnds: 2, secondBegins: 3).isEmpty)
    }
}
