import DNSWire
import ServiceDiscovery
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct EventValuesTests {
    private typealias Scene = NamingScene
    private typealias Change = Service.Change

    @Test func renamesHaveRivalRuleAndNames() async throws {
        var scene = Scene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01)
        try scene.probe("iPad (2)", of: .bert, at: 10.2)
        try scene.announce("iPad (2)", of: .bert, at: 10.95)
        let report = try await scene.report()
        let anna = try report.service("iPad", of: .anna)
        let rival = Service.Rival(service: anna.id, host: "anna.local.", address: "10.0.0.1", port: 7001)
        let rename = try #require(report.service("iPad (2)", of: .bert).events(.rename).first)
        #expect(rename.rival == rival && rename.rule == "apple" && rename.omittedChanges == 0)
        #expect(rename.changes == [Change(kind: .name, old: "iPad", new: "iPad (2)")])
        let conflict = try #require(report.service("iPad", of: .bert).events(.conflict).first)
        #expect(conflict.rival == rival && conflict.rule == nil && conflict.changes.isEmpty)
        let defense = try #require(anna.timeline.last)
        #expect(defense.rival?.address == "10.0.0.2" && defense.rival?.port == 7002)
        #expect(defense.rival?.service == (try report.service("iPad", of: .bert).id))
        let probe = try #require(report.service("iPad (2)", of: .bert).events(.probe).first)
        #expect(probe.rival == nil && probe.rule == nil && probe.changes.isEmpty)
    }

    @Test func hostsHaveThemToo() async throws {
        var scene = Scene()
        try scene.claimHost(Scene.Host(1, "media"), at: 0)
        try scene.claimHost(Scene.Host(2, "media"), at: 5, probing: true)
        try scene.claimHost(Scene.Host(1, "media"), at: 5.01)
        try scene.claimHost(Scene.Host(2, "media-2"), at: 6, probing: true)
        try scene.claimHost(Scene.Host(2, "media-2"), at: 6.75)
        try scene.claimHost(Scene.Host(2, "media-2"), at: 90, addresses: ["10.0.0.9"])
        let hosts = try await scene.report().hosts
        let rename = try #require(hosts.last?.timeline.first)
        #expect(rename.rule == "avahi" && rename.rival == Service.Rival(host: "media.local.", address: "10.0.0.1"))
        #expect(rename.changes == [Change(kind: .name, old: "media.local.", new: "media-2.local.")])
        let update = try #require(hosts.last?.timeline.last)
        #expect(
            update.changes == [
                Change(kind: .address, new: "10.0.0.9"), Change(kind: .address, old: "10.0.0.2"),
            ])
    }

    @Test func attributesOfTheTextRecordAreChanges() async throws {
        var scene = Scene()
        try scene.announce("iPad", of: .anna, text: ["a=1", "b=2", "c=3"], at: 0)
        try scene.announce("iPad", of: .anna, text: ["a=1", "b=4", "d"], at: 1)
        let update = try #require(try await scene.report().service("iPad", of: .anna).events(.update).first)
        #expect(
            update.changes == [
                Change(kind: .txt, key: "b", old: "b=2", new: "b=4"), Change(kind: .txt, key: "d", new: "d"),
                Change(kind: .txt, key: "c", old: "c=3"),
            ])
    }

    @Test func ofManyChangesSomeAreCounted() async throws {
        var scene = Scene()
        try scene.announce("iPad", of: .anna, text: (0..<20).map { "old\($0)" }, at: 0)
        try scene.announce("iPad", of: .anna, text: (0..<20).map { "new\($0)" }, at: 1)
        let update = try #require(try await scene.report().service("iPad", of: .anna).events(.update).first)
        #expect(update.changes.count == Service.Event.maximumChanges && update.omittedChanges == 24)
    }
}
