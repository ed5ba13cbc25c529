import DNSWire
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

    /// The first sign of its holder is an answer, or comes before any probes would be in the capture.
    @Test(arguments: [(3.0, false), (20, true)])
    func theHolderMayBeSeenAfterTheNumber(time: Double, isAsked: Bool) async throws {
        var scene = NamingScene()
        try scene.announce("iPad (2)", of: .bert, at: 0)
        if isAsked { try scene.ask(NamingScene.type, .ptr, from: .carl, at: time - 0.1) }
        try scene.announce("iPad", of: .anna, at: time)
        let findings = try await scene.report().findings("name-numbered")
        #expect(findings.first?.message.contains("is the name that") == true)
        #expect(findings.map { $0.facts["holder"] != nil } == [true])
    }

    @Test func whoTookTheNameLaterWasNotInTheWay() async throws {
        var scene = NamingScene()
        try scene.announce("iPad (2)", of: .bert, at: 0, responder: .apple)
        for time in [20, 20.25, 20.5] { try scene.probe("iPad", of: .anna, at: time) }
        try scene.announce("iPad", of: .anna, at: 20.75)
        let findings = try await scene.report().findings("name-numbered")
        #expect(findings.map { $0.message.contains("no other host had \"iPad\" by then") } == [true])
    }

    /// systemd-resolved adds a number from 1 to 10 to the one at the end, or the first one to a template.
    @Test(arguments: [("web", "web7"), ("web3", "web12"), ("web1", "web111")])
    func nameWithARandomNumberIsOneOfMany(first: String, second: String) async throws {
        func findings(_ second: String) async throws -> [Finding] {
            var scene = NamingScene()
            try scene.announce(first, of: .anna, at: 0)
            try scene.claimHost(.bert, at: 9, probing: true)
            try scene.announce(second, of: .bert, at: 10) { $0 = $0.map { $0.with(ttl: 120) } }
            return try await scene.report().findings("name-numbered")
        }
        let finding = try #require(try await findings(second).first)
        #expect(
            finding.message.contains("is one of the names that systemd-resolved derives from \"\(first)\""),
            "\(finding.message)")
        #expect(finding.facts["rule"] == .text("resolved"))
        #expect(try await findings("web99").isEmpty)
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
