import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct NumberedNameRuleTests {
    private func numbered(
        _ first: String, _ second: String, responder: ResponderFamily? = nil, gone: Bool = false
    ) async throws -> [Finding] {
        var scene = NamingScene()
        try scene.announce(first, of: .anna, at: 0)
        if gone { try scene.goodbye(first, of: .anna, at: 1) }
        try scene.announce(second, of: .bert, at: 10, responder: responder)
        return try await scene.report().findings
    }

    @Test(arguments: [("iPad", "iPad (2)"), ("iPad", "iPad #2"), ("iPad", "iPad-2"), ("iPad (2)", "iPad (3)")])
    func nameThatFollowsFromOneThatIsThereIsNoted(first: String, second: String) async throws {
        let findings = try await numbered(first, second)
        #expect(findings.map(\.code.rawValue) == ["name-numbered"] && findings.first?.severity == .note)
        #expect(findings.first?.message.contains("is the name that") == true)
    }

    @Test func nameThatFollowsFromNoneIsNot() async throws {
        #expect(try await numbered("Tea", "iPad (2)").isEmpty)
        #expect(try await numbered("iPad", "iPad 2").isEmpty)
        #expect(try await numbered("iPad", "iPad (7)").isEmpty)
        #expect(try await numbered("iPad", "iPad (2)", gone: true).isEmpty)
        // Apple's rule makes nothing of the kind.
        #expect(try await numbered("iPad", "iPad-2", responder: .apple).isEmpty)
        #expect(try await numbered("iPad", "iPad (2)", responder: .apple).count == 1)
    }

    @Test func renameThatTheCaptureShowsIsNotGuessed() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01)
        try scene.probe("iPad (2)", of: .bert, at: 10.2)
        try scene.announce("iPad (2)", of: .bert, at: 10.95)
        #expect(try await scene.report().findings("name-numbered").isEmpty)
    }
}
