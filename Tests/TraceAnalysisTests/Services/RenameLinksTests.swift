import Foundation
import DNSWire
import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct RenameLinksTests {
    /// Anna has the first name. Bert asks for it, is told so, and takes the second one.
    private func scene(
        _ first: String, _ second: String, port: UInt16? = nil, as other: NamingScene.Host = .bert,
        isTold: Bool = true
    ) throws -> NamingScene {
        var scene = NamingScene()
        try scene.announce(first, of: .anna, at: 0)
        if isTold {
            try scene.probe(first, of: .bert, at: 10)
            try scene.announce(first, of: .anna, at: 10.01)
        }
        try scene.probe(second, of: other, port: port, at: 10.2)
        try scene.announce(second, of: other, port: port, at: 10.95)
        return scene
    }

    @Test(arguments: [
        ("iPad", "iPad (2)", "apple"), ("iPad (9)", "iPad (10)", "apple"), ("iPad (10)", "iPad (57)", "apple"),
        ("iPad #2", "iPad #3", "avahi"), ("Kiosk", "Kiosk #2", "avahi"), ("Lamp-2", "Lamp-2-2", "zeroconf"),
        ("iPad", "iPad-2", "zeroconf"), ("iPad", "iPad_2", "other"),
    ])
    func ruleTellsTheFamily(first: String, second: String, family: String) async throws {
        let report = try await scene(first, second).report()
        #expect(report.renames == ["\(first) → \(second) (\(family))"])
        let old = try report.service(first, of: .bert)
        let new = try report.service(second, of: .bert)
        #expect(old.state == .renamed && old.renamedTo == new.id && new.renamedFrom == old.id)
        #expect(new.state == .announced && new.renamedTo == nil)
        #expect(new.story == [.rename, .probe, .announce])
        let event = try #require(new.events(.rename).first)
        #expect(event.time == 10.2 && event.frame == 4 && event.source == "10.0.0.2")
        let parts = try #require(event.detail).components(separatedBy: "; ")
        #expect(parts[0].hasSuffix("because 10.0.0.1 (port 7001 at anna.local) had the name"), "\(parts)")
        // A rule that is known says what it does with the number.
        #expect(parts.count == (family == "other" ? 1 : 2), "\(parts)")
        let anna = try report.service(first, of: .anna)
        #expect(anna.state == .announced && anna.renamedTo == nil)
    }

    @Test func namesBetweenThatWereNeverOnTheLinkAreCounted() async throws {
        let report = try await scene("iPad", "iPad #4").report()
        #expect(report.renames == ["iPad → iPad #4 (avahi)"])
        let detail = try report.service("iPad #4", of: .bert).events(.rename).first?.detail
        #expect(detail?.contains("by the rule of Avahi, after 3 conflicts, because") == true, "\(detail ?? "")")
    }

    @Test func chainHasAllItsSteps() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.announce("iPad (2)", of: .bert, at: 1)
        for (second, label, owner) in [(10, "iPad", NamingScene.Host.anna), (11, "iPad (2)", .bert)] {
            try scene.probe(label, of: .carl, at: Double(second))
            try scene.announce(label, of: owner, at: Double(second) + 0.01)
        }
        try scene.probe("iPad (3)", of: .carl, at: 12)
        try scene.announce("iPad (3)", of: .carl, at: 12.75)
        let report = try await scene.report()
        #expect(report.renames == ["iPad → iPad (2) (apple)", "iPad (2) → iPad (3) (apple)"])
        let last = try report.service("iPad (3)", of: .carl)
        #expect(report.renames(of: last).map(\.instance) == ["iPad", "iPad (2)", "iPad (3)"])
        #expect(try report.service("iPad (2)", of: .bert).renamedFrom == nil)
    }

    @Test func ownerMayHaveAnsweredUnseen() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        // The owner's answer went to Bert alone, where nobody else could see it.
        try scene.probe("iPad", of: .bert, at: 10, responder: .apple)
        try scene.probe("iPad (2)", of: .bert, at: 10.2, responder: .apple)
        try scene.announce("iPad (2)", of: .bert, at: 10.95, responder: .apple)
        #expect(try await scene.report().renames == ["iPad → iPad (2) (apple)"])
    }

    @Test func ownerWhoSaidGoodbyeHadNothingToAnswer() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.goodbye("iPad", of: .anna, at: 5)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.probe("iPad (2)", of: .bert, at: 10.2)
        try scene.announce("iPad (2)", of: .bert, at: 10.95)
        #expect(try await scene.report().renames.isEmpty)
    }

    // MARK: - What is no rename

    @Test func winnerOfAnOldConflictMayBeRenamedByItsUser() async throws {
        var scene = NamingScene()
        try scene.announce("Twin", of: .anna, at: 0)
        try scene.announce("Twin", of: .bert, at: 0.5)
        try scene.announce("Twin", of: .anna, at: 1)
        try scene.probe("Twin (2)", of: .bert, at: 2)
        try scene.announce("Twin (2)", of: .bert, at: 2.75)
        // An hour later.
        try scene.announce("Twin", of: .anna, at: 3600)
        try scene.goodbye("Twin", of: .anna, at: 3601)
        try scene.probe("Twin (3)", of: .anna, at: 3602)
        try scene.announce("Twin (3)", of: .anna, at: 3603)
        let report = try await scene.report()
        #expect(report.renames == ["Twin → Twin (2) (apple)"])
        #expect(try report.service("Twin", of: .anna).state == .gone)
    }

    @Test func userRenameHasNoRival() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.goodbye("Alice", of: .anna, at: 5)
        try scene.probe("Alice (2)", of: .anna, at: 5.5)
        try scene.announce("Alice (2)", of: .anna, at: 6.25)
        let report = try await scene.report()
        #expect(report.renames.isEmpty && report.findings("service-renamed").isEmpty)
        #expect(try report.service("Alice", of: .anna).state == .gone)
    }

    @Test func userRenameHasNoRivalInOneWhoVanishedLongBefore() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .bert, at: 0)
        try scene.announce("Alice", of: .anna, at: 60)
        try scene.goodbye("Alice", of: .anna, at: 100)
        try scene.announce("Alice (2)", of: .anna, at: 101)
        let report = try await scene.report()
        #expect(report.renames.isEmpty)
        #expect(report.findings("name-conflict").isEmpty)
    }

    @Test func applicationThatRestartedIsNotItsOwnRival() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, port: 7001, at: 0)
        try scene.announce("Alice", of: .anna, port: 7009, at: 60)
        try scene.goodbye("Alice", of: .anna, at: 100)
        try scene.announce("Alice (2)", of: .anna, port: 7009, at: 101)
        let report = try await scene.report()
        #expect(report.renames.isEmpty && report.findings("name-conflict").isEmpty)
    }

    @Test func nameOfAnotherPortIsAnotherService() async throws {
        #expect(try await scene("iPad", "iPad (2)", port: 9000).report().renames.isEmpty)
    }

    @Test func nameOfAnotherHostIsAnotherService() async throws {
        #expect(try await scene("iPad", "iPad (2)", as: .carl).report().renames.isEmpty)
    }

    @Test func numberAloneIsNoRename() async throws {
        var scene = NamingScene()
        try scene.probe("Tea (2)", of: .anna, at: 0)
        try scene.announce("Tea (2)", of: .anna, at: 0.75)
        let report = try await scene.report()
        #expect(report.renames.isEmpty && report.findings.isEmpty)
    }

    @Test func nameThatAnApplicationChoseAfterAConflictFollowsNoRule() async throws {
        let report = try await scene("iPad", "iPad (Bo)").report()
        #expect(report.renames.isEmpty)
        #expect(try report.service("iPad", of: .bert).state == .renamed)
        #expect(report.findings("name-conflict").count == 1)
    }

    @Test func nameThatIsStillHeldWasNotGivenUp() async throws {
        var scene = try scene("iPad", "iPad (2)")
        try scene.announce("iPad", of: .bert, at: 20)
        let report = try await scene.report()
        #expect(report.renames.isEmpty)
        #expect(try report.service("iPad", of: .bert).state == .conflicted)
    }

    @Test func whoAnswersForEveryNameRenamesNothing() async throws {
        var scene = NamingScene()
        let squatter = NamingScene.Host.carl
        for (number, label) in ["Storm", "Storm (2)", "Storm (3)"].enumerated() {
            try scene.probe(label, of: .anna, at: Double(number))
            try scene.announce(label, of: squatter, at: Double(number) + 0.01)
        }
        let report = try await scene.report()
        #expect(report.renames == ["Storm → Storm (2) (apple)", "Storm (2) → Storm (3) (apple)"])
        for service in report.services where service.port == Int(squatter.port) {
            #expect(service.renamedFrom == nil && service.renamedTo == nil, "\(service.instance)")
        }
    }

    // MARK: - The computer's name

    @Test func computerNameIsCountedUpForAllTypes() async throws {
        var scene = NamingScene()
        try scene.announce("Livingroom", of: .anna, at: 0)
        // Both bear the computer's name; only one of them meets a rival.
        try scene.probe("Livingroom", of: .bert, at: 10, responder: .apple)
        try scene.probe("Livingroom", of: .bert, port: 8000, type: "_ssh._tcp", at: 10, responder: .apple)
        try scene.announce("Livingroom", of: .anna, at: 10.01)
        try scene.probe("Livingroom (2)", of: .bert, at: 10.2, responder: .apple)
        try scene.probe("Livingroom (2)", of: .bert, port: 8000, type: "_ssh._tcp", at: 10.2, responder: .apple)
        let report = try await scene.report()
        #expect(
            report.renames == ["Livingroom → Livingroom (2) (apple)", "Livingroom → Livingroom (2) (apple)"])
        let other = try report.service("Livingroom (2)", of: .bert, port: 8000, type: "_ssh._tcp")
        #expect(
            other.events(.rename).first?.detail?
                .hasSuffix("together with _chat._tcp: the computer's name got a new number") == true)
        let finding = try #require(report.findings("service-renamed").first { $0.subject == .service(other.id) })
        #expect(finding.message.contains("it has the computer's name, which got a new number"))
    }

    @Test func sameChangeOfAnotherTypeLaterIsTheUsers() async throws {
        var scene = try scene("Livingroom", "Livingroom (2)")
        try scene.announce("Livingroom", of: .bert, port: 8000, type: "_ssh._tcp", at: 20)
        try scene.goodbye("Livingroom", of: .bert, type: "_ssh._tcp", at: 30)
        try scene.announce("Livingroom (2)", of: .bert, port: 8000, type: "_ssh._tcp", at: 31)
        #expect(try await scene.report().renames == ["Livingroom → Livingroom (2) (apple)"])
    }

    // MARK: - Interfaces

    @Test func interfacesOfOneHostRenameNothing() async throws {
        var scene = NamingScene()
        let ethernet = NamingScene.Host.anna
        let wireless = NamingScene.Host(5, "anna")
        for (host, delay) in [(ethernet, 0), (wireless, 0.002)] {
            try scene.probe("Dual", of: host, port: 7001, text: ["a=1"], at: delay)
            try scene.announce("Dual", of: host, port: 7001, text: ["a=1"], at: 0.75 + delay)
            try scene.announce("Dual", of: host, port: 7001, text: ["a=1"], at: 1.75 + delay)
        }
        let report = try await scene.report()
        #expect(report.services.count == 1 && report.renames.isEmpty)
        #expect(report.services[0].state == .announced)
        #expect(report.services[0].story == [.probe, .announce, .announce])
        #expect(report.peers.flatMap(\.hostRenames).isEmpty && report.findings.isEmpty)
    }

    @Test func tieBreakOfLongAgoIsNoReason() async throws {
        // Both probe at once and neither hears the other; much later they meet.
        for later in [10.0, 100] {
            var scene = NamingScene()
            try scene.probe("iPad", of: .anna, at: 0)
            try scene.probe("iPad", of: .bert, at: 0.1)
            try scene.announce("iPad", of: .anna, at: 0.75)
            try scene.announce("iPad", of: .bert, at: 0.85)
            try scene.probe("iPad", of: .anna, at: later)
            try scene.announce("iPad", of: .bert, at: later + 0.01)
            try scene.probe("iPad (2)", of: .anna, at: later + 0.2)
            try scene.announce("iPad (2)", of: .anna, at: later + 0.95)
            let event = try #require(try await scene.report().service("iPad (2)", of: .anna).events(.rename).first)
            let detail = try #require(event.detail)
            let cause = detail.components(separatedBy: "; ")[0]
            #expect(cause.hasSuffix("won the simultaneous probe for it") == (later == 10), "\(detail)")
        }
    }
}
