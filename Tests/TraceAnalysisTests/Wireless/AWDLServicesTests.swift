import DNSWire
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// Services that nodes of AWDL announce in their action frames, among those of the report.
@Suite struct AWDLServicesTests {
    private static func name(_ text: String) throws -> AWDLName { try #require(AWDLName(text)) }

    /// Pointer, location and text, as AirDrop's receivers tell them.
    private static func airDrop(_ instance: String = "3f9a", host: String = "anna.local") throws
        -> [AWDLServiceResponse]
    {
        let type = AWDLName(items: [.code(AWDLNameCode(rawValue: 0xC007))])
        let label = AWDLName.Item.label(Array(instance.utf8))
        let owner = AWDLName(items: [label] + type.items)
        return [
            AWDLServiceResponse(name: type, data: .pointer(AWDLName(items: [label, .code(.null)]))),
            AWDLServiceResponse(
                name: owner, data: .service(priority: 0, weight: 0, port: 8770, target: try name(host))),
            AWDLServiceResponse(name: owner, data: .text([Array("flags=503".utf8)])),
        ]
    }

    @Test func whatActionFramesAnnounceIsAService() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert])
        scene.nodes[0].services = try Self.airDrop()
        try scene.pass(seconds: 3)
        let report = try await scene.report()
        let service = try #require(report.services.first)
        #expect(report.services.count == 1 && service.fullName == "3f9a._airdrop._tcp.local.")
        #expect(service.host == "anna.local." && service.port == 8770 && service.state == .announced)
        #expect(service.txt.map(\.key) == ["flags"] && service.txt.first?.value == "503")
        let event = try #require(service.timeline.first)
        #expect(service.timeline.count == 1 && event.event == .announce && event.frame == 1)
        #expect(event.detail == "in an AWDL action frame" && event.source == RadioScene.anna.description)
        #expect(service.firstSeen == 0 && service.lastSeen > 2.8)
        // The radio is the peer, by the name that it tells.
        let peer = try #require(report.peers.first { $0.id == service.peer })
        #expect(peer.linkAddresses == [RadioScene.anna.description] && peer.addresses.isEmpty)
        #expect(peer.label == "anna" && peer.serviceIDs == [service.id])
        #expect(peer.evidence.map(\.kind) == [.actionFrame])
        let node = try #require(report.wireless?.awdl?.nodes.first)
        #expect(node.serviceIDs == [service.id] && node.peer == peer.id)
        #expect(try await scene.report(workers: 4) == report)
    }

    @Test func whatIsNoLongerToldEndsThere() async throws {
        var scene = RadioScene([RadioScene.anna])
        scene.nodes[0].services = try Self.airDrop()
        try scene.pass(seconds: 2)
        scene.nodes[0].services = []
        try scene.pass(seconds: 4)
        let service = try #require(try await scene.report().services.first)
        #expect(service.lastSeen > 1.8 && service.lastSeen < 2.2)
    }

    @Test func aSessionLeadsToTheService() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert])
        scene.nodes[0].services = try Self.airDrop()
        try scene.pass(seconds: 1)
        var segments = SyntheticCapture()
        try segments.append(
            TCPHeader(sourcePort: 50000, destinationPort: 8770, sequenceNumber: 1, flags: .syn), payload: [],
            from: RadioScene.host(RadioScene.bert),
            to: RadioScene.host(RadioScene.anna), at: 0)
        try scene.append(scene.packet(segments, from: 1, to: RadioScene.anna))
        let report = try await scene.report()
        let service = try #require(report.services.first)
        #expect(report.sessions.first?.service == service.id)
        #expect(service.addresses == [RadioScene.host(RadioScene.anna).address.description])
        #expect(report.sessions.first?.responder.peer == service.peer)
    }

    /// Multicast DNS of a node in a data frame.
    private static func announcement(host: String, timeToLive: UInt32 = 120) throws -> [UInt8] {
        func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }
        let (type, instance) = (try name("_airdrop._tcp.local."), try name("3f9a._airdrop._tcp.local."))
        var message = DNSMessage()
        message.flags = DNSFlags(rawValue: 0x8400)
        message.answers = [
            ResourceRecord(name: type, type: .ptr, ttl: timeToLive, data: .pointer(instance))
        ]
        if timeToLive > 0 {
            message.answers.append(
                ResourceRecord(
                    name: instance, type: .srv, ttl: timeToLive,
                    data: .service(ServiceLocation(port: 8770, target: try name(host)))))
        }
        var output = ByteWriter()
        try message.serialize(into: &output)
        return output.bytes
    }

    /// - Parameter timeToLive: Of the records in seconds; 0 for a goodbye.
    private func announce(
        _ host: String, from speaker: Int, timeToLive: UInt32 = 120, in scene: inout RadioScene
    ) throws {
        var segments = SyntheticCapture()
        let group = SyntheticHost(
            linkAddress: LinkAddress(rawValue: 0x3333_0000_00FB),
            address: IPAddress(ipv6High: 0xFF02 << 48, low: 0xFB))
        try segments.append(
            udpFrom: 5353, to: 5353, payload: Self.announcement(host: host, timeToLive: timeToLive),
            from: RadioScene.host(scene.nodes[speaker].address), to: group, at: 0)
        try scene.append(scene.packet(segments, from: speaker, to: group.linkAddress), after: 100)
    }

    private func scene(whereMulticastDNSNames host: String, from speaker: Int) throws -> RadioScene {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert])
        scene.nodes[0].services = try Self.airDrop()
        try scene.pass(seconds: 1)
        try announce(host, from: speaker, in: &scene)
        try scene.pass(seconds: 1)
        return scene
    }

    @Test func theSameServiceInMulticastDNSIsOneEntry() async throws {
        let report = try await scene(whereMulticastDNSNames: "anna.local.", from: 0).report()
        #expect(report.services.count == 1)
        let service = try #require(report.services.first)
        #expect(service.timeline.map(\.detail) == ["in an AWDL action frame", nil])
        #expect(service.firstSeen == 0 && service.txt.first?.value == "503")
    }

    @Test func anotherHolderIsAnEntryOfItsOwnAndNoConflict() async throws {
        let report = try await scene(whereMulticastDNSNames: "bert.local.", from: 1).report()
        #expect(report.services.map(\.host) == ["anna.local.", "bert.local."])
        #expect(report.services.map(\.state) == [.announced, .announced])
        #expect(!report.findings.contains { $0.code.rawValue == "name-conflict" })
        let nodes = try #require(report.wireless?.awdl?.nodes)
        #expect(nodes.map(\.serviceIDs) == [["s1"], []])
    }

    @Test(
        arguments: [
            // Goodbye, expiry, and a goodbye behind an expiry, each with action frames that go on, and with none behind.
            (timeToLive: 120, saysGoodbye: true, goesOn: true, state: Service.State.announced),
            (120, true, false, .gone),
            (1, false, true, .announced),
            (1, false, false, .expired),
            (1, true, true, .announced),
            (1, true, false, .gone),
        ] as [(UInt32, Bool, Bool, Service.State)])
    func whoGoesOnInActionFramesIsThere(
        timeToLive: UInt32, saysGoodbye: Bool, goesOn: Bool, state: Service.State
    ) async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert])
        scene.nodes[0].services = try Self.airDrop()
        try scene.pass(seconds: 0.5)
        try announce("anna.local.", from: 0, timeToLive: timeToLive, in: &scene)
        try scene.pass(seconds: 2.5, speaking: [1])
        if saysGoodbye { try announce("anna.local.", from: 0, timeToLive: 0, in: &scene) }
        try scene.pass(seconds: 1, speaking: goesOn ? [0, 1] : [1])
        let report = try await scene.report()
        #expect(report.services.map(\.state) == [state])
    }

    /// Rules of multicast DNS go by what was said there.
    @Test func whoGaveANameUpInMulticastDNSIsNoRival() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert])
        scene.nodes[0].services = try Self.airDrop()
        try announce("anna.local.", from: 0, in: &scene)
        try scene.pass(seconds: 1)
        try announce("anna.local.", from: 0, timeToLive: 0, in: &scene)
        try scene.pass(seconds: 60)
        try announce("bert.local.", from: 1, in: &scene)
        try scene.pass(seconds: 2)
        let report = try await scene.report()
        #expect(report.services.map(\.host) == ["anna.local.", "bert.local."])
        #expect(report.services.map(\.state) == [.announced, .announced])
        #expect(report.services.first.map { $0.lastSeen > 62 } == true)
        #expect(!report.findings.contains { $0.code.rawValue == "name-conflict" })
    }

    @Test func whoTakesANameInMulticastDNSLaterIsNoRival() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert])
        scene.nodes[1].services = try Self.airDrop(host: "bert.local")
        try scene.pass(seconds: 1)
        try announce("anna.local.", from: 0, in: &scene)
        scene.time += 3_600_000_000
        try announce("bert.local.", from: 1, in: &scene)
        try scene.pass(seconds: 1)
        let report = try await scene.report()
        #expect(report.services.map(\.host) == ["bert.local.", "anna.local."])
        #expect(report.services.map(\.state) == [.announced, .expired])
        #expect(report.services.first.map { $0.firstSeen < 0.001 } == true)
        #expect(!report.findings.contains { $0.code.rawValue == "name-conflict" })
    }

    @Test func theCaseOfLettersMakesNoOtherService() async throws {
        var scene = RadioScene([RadioScene.anna])
        scene.nodes[0].services = try Self.airDrop("34FD6A") + Self.airDrop("34fd6a")
        try scene.pass(seconds: 1)
        let report = try await scene.report()
        #expect(report.wireless?.awdl?.nodes.first?.services == ["34FD6A._airdrop._tcp.local."])
        #expect(report.services.map(\.instance) == ["34FD6A"])
    }

    @Test func servicesAboveTheLimitAreCounted() async throws {
        var scene = RadioScene([RadioScene.anna])
        // Each twice, in other letters, and again and again.
        for turn in 0..<3 {
            for number in 0..<100 {
                scene.nodes[0].services = try Self.airDrop("Box\(number)") + Self.airDrop("BOX\(number)")
                try scene.append(scene.frame(of: 0), after: UInt64(turn + 1) * 1000)
            }
        }
        let node = try #require(try await scene.report().wireless?.awdl?.nodes.first)
        #expect(node.services.count == AWDLNodeHistory.maximumServices && node.omittedServices == 36)
    }

    @Test func holdersAboveTheLimitAreCounted() async throws {
        let count = ServiceTracker.maximumHoldersPerName + 2
        var scene = RadioScene((0..<count).map { LinkAddress(rawValue: 0x0200_0000_0000 + UInt64($0)) })
        for number in 0..<count { scene.nodes[number].services = try Self.airDrop(host: "host\(number).local") }
        try scene.pass(seconds: 0.5)
        let report = try await scene.report()
        #expect(report.services.count == ServiceTracker.maximumHoldersPerName)
        #expect(report.capture.undecoded["records of services and hosts above the limit"] == 2)
        #expect(try await scene.report(workers: 4) == report)
    }

    @Test func whatIsNoServiceNameIsListedAtItsNodeAlone() async throws {
        var scene = RadioScene([RadioScene.anna])
        scene.nodes[0].services = [
            AWDLServiceResponse(name: try Self.name("lab.local"), data: .text([Array("a=1".utf8)]))
        ]
        try scene.pass(seconds: 1)
        let report = try await scene.report()
        #expect(report.services.isEmpty && report.wireless?.awdl?.nodes.first?.services == ["lab.local."])
    }
}
