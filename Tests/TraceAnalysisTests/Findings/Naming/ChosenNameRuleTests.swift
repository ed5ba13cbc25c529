import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct ChosenNameRuleTests {
    @Test func nameThatFollowsAGoodbyeIsTheUsers() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.goodbye("Alice", of: .anna, at: 5)
        try scene.announce("Alice (2)", of: .anna, at: 6)
        let report = try await scene.report()
        #expect(report.codes == ["name-chosen"] && report.findings[0].severity == .note)
        #expect(
            report.findings[0].message
                == "anna took \"Alice (2)\" instead of \"Alice\" after a goodbye, and no other host "
                + "held \"Alice\": the user or the app chose the name.")
        #expect(try report.findings[0].subject == .service(report.service("Alice (2)", of: .anna).id))
    }

    @Test func nameThatNoRuleMakesIsTheApps() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01)
        try scene.announce("iPad of Bert", of: .bert, at: 12)
        let report = try await scene.report()
        let chosen = try #require(report.findings("name-chosen").first)
        #expect(chosen.message.contains("after a conflict over \"iPad\", by no responder's rule"))
        #expect(report.renames.isEmpty)
        let (old, new) = (try report.service("iPad", of: .bert), try report.service("iPad of Bert", of: .bert))
        #expect(old.state == .renamed && old.replacedBy == new.id && new.replaces == old.id)
        #expect(old.renamedTo == nil && new.renamedFrom == nil && new.state == .announced)
        #expect(report.findings("name-conflict").first?.message.contains("bert is \"iPad of Bert\" now") == true)
    }

    @Test func aChainOfChosenNamesLeadsToTheLast() async throws {
        var scene = NamingScene()
        let others = [(NamingScene.Host.anna, "iPad"), (.carl, "iPad of Bert")]
        for (host, name) in others { try scene.announce(name, of: host, at: 0) }
        for (index, (host, name)) in others.enumerated() {
            try scene.probe(name, of: .bert, at: 10 + Double(index))
            try scene.announce(name, of: host, at: 10.01 + Double(index))
        }
        try scene.announce("Tablet", of: .bert, at: 12)
        let conflicts = try await scene.report().findings("name-conflict")
        #expect(conflicts.count == 2 && conflicts.allSatisfy { $0.message.contains("bert is \"Tablet\" now") })
    }

    // A printer's program gives all its services another name as soon as one of them is refused.
    @Test func servicesThatAnAppRenamesTogetherAreOneFinding() async throws {
        var scene = NamingScene()
        let types = ["_printer._tcp", "_ipps._tcp", "_ipp._tcp"]
        for type in types { try scene.announce("Laser", of: .anna, type: type, at: 0) }
        for type in types { try scene.probe("Laser", of: .bert, type: type, at: 10) }
        for type in types { try scene.announce("Laser", of: .anna, type: type, at: 10.01) }
        for type in types {
            try scene.announce(
                "Laser (A1)", of: .bert, port: type == types[0] ? 7002 : nil, type: type,
                text: type == types[0] ? ["qtotal=1"] : ["rp=ipp/print", "ty=Laser"], at: 12)
        }
        let report = try await scene.report()
        let chosen = try #require(report.findings("name-chosen").first)
        #expect(report.findings("name-chosen").count == 1)
        #expect(chosen.message.contains("for its _printer._tcp, _ipps._tcp and _ipp._tcp after a conflict"))
        #expect(try chosen.subject == .service(report.service("Laser (A1)", of: .bert, type: "_ipp._tcp").id))
        #expect(report.services.filter { $0.state == .renamed }.count == 3)
    }

    @Test func otherPortsAndMuchLaterNamesAreOtherServices() async throws {
        for (port, time) in [(UInt16(9000), 6.0), (7001, 90)] {
            var scene = NamingScene()
            try scene.announce("Alice", of: .anna, at: 0)
            try scene.goodbye("Alice", of: .anna, at: 5)
            try scene.announce("Bella", of: .anna, port: port, at: time)
            #expect(try await scene.report().findings.isEmpty)
        }
    }

    @Test func renamesAreTheResponders() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01)
        try scene.probe("iPad (2)", of: .bert, at: 10.2)
        try scene.announce("iPad (2)", of: .bert, at: 10.95)
        #expect(try await scene.report().findings("name-chosen").isEmpty)
    }
}
