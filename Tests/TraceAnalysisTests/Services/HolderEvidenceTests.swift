import DNSWire
import ServiceDiscovery
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

private typealias Fixture = ServiceFixture

/// Equal SRV data are no proof: who claims a name with them may be another interface of its holder, or a twin.
@Suite struct HolderEvidenceTests {
    private typealias Host = NamingScene.Host

    private let first = Host(1, "sensor")
    private let second = Host(2, "sensor")

    /// Two that announce one instance on one port of one host name, as often as each other.
    private func pair(
        _ texts: (String, String), apart delay: Double, changing change: (inout [ResourceRecord]) -> Void = { _ in }
    ) throws -> NamingScene {
        var scene = NamingScene()
        for time in [0.0, 1] {
            try scene.announce("Sensor", of: first, port: 80, text: [texts.0], at: time)
            try scene.announce("Sensor", of: second, port: 80, text: [texts.1], at: time + delay, changing: change)
        }
        return scene
    }

    private func expectTwins(_ scene: NamingScene) async throws {
        let report = try await scene.report()
        #expect(report.services.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(report.services.map(\.state) == [.conflicted, .conflicted])
        #expect(report.services.flatMap { $0.events(.update) }.isEmpty)
        for service in report.services {
            let own = service.timeline.filter { $0.event != .query }
            #expect(own.allSatisfy { $0.source == service.addresses.first })
        }
        let holders = report.peers.filter { !$0.serviceIDs.isEmpty }
        #expect(holders.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(report.findings("name-conflict").first?.severity == .error)
    }

    private func expectOne(_ scene: NamingScene) async throws {
        let report = try await scene.report()
        #expect(report.services.count == 1 && report.services[0].state == .announced)
        #expect(report.findings("name-conflict").isEmpty)
    }

    // MARK: - Two

    @Test func twinsWithOtherTXTDataAreTwo() async throws {
        try await expectTwins(pair(("serial=1", "serial=2"), apart: 0.3))
        // Not even if they speak at the same time.
        try await expectTwins(pair(("serial=1", "serial=2"), apart: 0.001))
    }

    @Test func twinsWithEqualTXTDataAndTheirOwnAddressesAreTwo() async throws {
        try await expectTwins(pair(("v=1", "v=1"), apart: 0.3))
    }

    @Test func twinsThatBothLeftHadAConflict() async throws {
        var scene = try pair(("v=1", "v=1"), apart: 0.3)
        try scene.goodbye("Sensor", of: first, at: 5)
        try scene.goodbye("Sensor", of: second, at: 7)
        let report = try await scene.report()
        let finding = try #require(report.findings("name-conflict").first)
        #expect(finding.severity == .error)
        #expect(
            finding.message.hasSuffix(
                "; sensor at 10.0.0.1 and sensor at 10.0.0.2 held it until they left, and neither renamed."))
        #expect(report.services.map { $0.events(.goodbye).map(\.source) } == [["10.0.0.1"], ["10.0.0.2"]])
    }

    @Test func twinsWhoseConnectionIsInTheCaptureAreTwo() throws {
        var conversations = HolderEvidence.Conversations()
        #expect(try holders(conversations) == 1)
        let links = [Fixture.first, Fixture.second].compactMap(\.linkAddress)
        conversations.note(links[1], links[0])
        #expect(try holders(conversations) == 2)
    }

    /// The holders of a service that two senders announce at the same time.
    private func holders(_ conversations: HolderEvidence.Conversations) throws -> Int {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        let other = try Fixture.announcement(address: Fixture.second.address)
        try tracker.take(other, from: Fixture.second, frame: 2, milliseconds: 1)
        tracker.joinHolders(HolderEvidence(conversations: conversations))
        return tracker.services.count
    }

    @Test func answersAtTheSameTimeProveNothing() async throws {
        var scene = NamingScene()
        for time in [0.0, 10] {
            try scene.ask(NamingScene.type, .ptr, from: .carl, at: time)
            try scene.announce("Sensor", of: first, port: 80, text: ["v=1"], at: time + 0.03)
            try scene.announce("Sensor", of: second, port: 80, text: ["v=1"], at: time + 0.031)
        }
        try await expectTwins(scene)
    }

    // MARK: - One

    @Test func interfacesThatSayTheSameAtTheSameTimeAreOne() async throws {
        try await expectOne(pair(("v=1", "v=1"), apart: 0.002))
    }

    @Test func aChangeOnBothInterfacesIsOneUpdate() async throws {
        var scene = NamingScene()
        for (time, text) in [(0.0, "v=1"), (1, "v=1"), (5, "v=2")] {
            try scene.announce("Sensor", of: first, port: 80, text: [text], at: time)
            try scene.announce("Sensor", of: second, port: 80, text: [text], at: time + 0.001)
        }
        let report = try await scene.report()
        #expect(report.services.map(\.story) == [[.announce, .announce, .announce, .update]])
        #expect(report.services[0].events(.update).first?.changes.map(\.new) == ["v=2"])
        #expect(report.services[0].txt.map(\.value) == ["2"])
    }

    @Test func interfacesWithEachOthersAddressesAreOne() async throws {
        let both = try ["10.0.0.1", "10.0.0.2"].map { try NamingScene.address($0, of: first.hostName) }
        try await expectOne(pair(("v=1", "v=1"), apart: 0.3) { $0 = $0.filter { $0.type != .a } + both })
    }

    @Test func aReflectorRepeatsTheHolder() async throws {
        let original = try NamingScene.address(of: first)
        let scene = try pair(("v=1", "v=1"), apart: 0.3) { $0 = $0.filter { $0.type != .a } + [original] }
        try await expectOne(scene)
        #expect(try await scene.report().services[0].addresses == ["10.0.0.1"])
    }

    @Test func respondersThatWouldHaveRenamedTheirHostAreOneIfNeitherBeganInTheCapture() async throws {
        var scene = NamingScene()
        for time in [0.0, 10] {
            try scene.ask(NamingScene.type, .ptr, from: .carl, at: time)
            for (host, delay) in [(first, 0.03), (second, 0.09)] {
                try scene.announce("Sensor", of: host, port: 80, text: ["v=1"], at: time + delay, responder: .apple)
            }
        }
        try await expectOne(scene)
    }
}
