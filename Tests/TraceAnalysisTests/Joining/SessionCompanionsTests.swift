import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SessionCompanionsTests {
    private typealias Companion = Session.Companion

    private func companions(_ scene: MeshScene) async throws -> [[Companion]] {
        try await scene.report().sessions.map(\.companions)
    }

    private func companions(_ captures: [SyntheticCapture]) async throws -> [[Companion]] {
        try await SyntheticTrace.report(of: SyntheticTrace.interfaces(captures)).sessions.map(\.companions)
    }

    // MARK: - One connection at several interfaces

    @Test func aConnectionAtTwoInterfacesIsTwoSessionsThatNameEachOther() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&link, at: 5)
        #expect(
            try await companions([scene.capture, scene.capture]) == [
                [Companion(session: 2, relation: .sameConnection)], [Companion(session: 1, relation: .sameConnection)],
            ])
    }

    /// A router: each packet comes in on one link and leaves on the other.
    @Test(arguments: [LinkScene.interfaces, .cooked])
    func aConnectionRoutedBetweenInterfacesIsTwoSessionsWithoutRetransmissions(on links: LinkScene) async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&link, at: 5)
        let alone = try await scene.report().sessions
        let sessions = try await links.report([scene.capture, scene.capture]).sessions
        #expect(sessions.map { $0.companions.map(\.session) } == [[2], [1]])
        for session in sessions {
            #expect(session.forward.packets == alone[0].forward.packets)
            #expect(session.backward.packets == alone[0].backward.packets)
            #expect(session.forward.retransmittedPackets == 0 && session.backward.retransmittedPackets == 0)
        }
    }

    /// A router on one port, and tunnels that show each packet twice.
    @Test(arguments: [LinkScene.virtualLANs, .virtualNetworks])
    func aConnectionRoutedBetweenTagsIsOneSessionWhosePacketsAreCountedOnce(on links: LinkScene) async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&link, at: 5)
        let alone = try await scene.report().sessions[0]
        let report = try await links.report([scene.capture, scene.capture])
        try #require(report.sessions.count == 1)
        #expect(report.sessions[0].copiedPackets == alone.forward.packets + alone.backward.packets)
        #expect(report.sessions[0].limits.isEmpty && report.findings.isEmpty)
        #expect(report.sessions[0].forward.retransmittedPackets == 0)
        #expect(report.sessions[0].forward.packets == alone.forward.packets)
        #expect(report.sessions[0].backward.packets == alone.backward.packets)
        #expect(report.sessions[0].forward.messages == alone.forward.messages)
        #expect(report.sessions[0].networkRTT == alone.networkRTT)
        #expect(report.sessions[0].ending == alone.ending)
    }

    /// The packets of the way back meet the other link first, and the initiator's route changes from one link to the other.
    @Test func eachDirectionIsFollowedOnTheLinkThatHasItsNews() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&link, at: 5)
        let ways = try LinkScene.ways(scene.capture)
        var late = SyntheticCapture()
        var reader = try CaptureFile.open(bytes: ways[1].bytes).makeReader()
        while let record = try reader.next() { try late.append(reader.bytes.copied(), at: record.time + 1000) }
        let alone = try await scene.report().sessions[0]
        // On the first link the initiator's packets and, late, the responder's; on the second link the same, once more.
        let report = try await LinkScene.virtualLANs.report([ways[0], scene.capture, late])
        try #require(report.sessions.count == 1)
        #expect(report.sessions[0].forward.packets == alone.forward.packets)
        #expect(report.sessions[0].backward.packets == alone.backward.packets)
        #expect(report.sessions[0].forward.retransmittedPackets == 0)
        #expect(report.sessions[0].backward.retransmittedPackets == 0)
        #expect(report.sessions[0].copiedPackets == alone.forward.packets + alone.backward.packets)
    }

    /// Two networks may use the same addresses.
    @Test(arguments: LinkScene.allCases)
    func twoConnectionsWithTheSameEndsOnTwoLinksAreTwoSessions(on links: LinkScene) async throws {
        var scenes = [MeshScene(), MeshScene()]
        for index in scenes.indices {
            // The numbers of a connection follow from how many there were before.
            if index == 1 { _ = try scenes[index].connect(.carl, to: .bert, port: 40000, at: 0) }
            _ = try scenes[index].join(.anna, to: .bert, at: 0.001 * Double(index))
        }
        let sessions = try await links.report(scenes.map(\.capture)).sessions
        #expect(sessions.count == 3)
        #expect(sessions.allSatisfy { $0.copiedPackets == 0 && $0.companions.isEmpty })
    }

    /// Routes may differ, and an adapter may remove the tags of what it receives.
    @Test(arguments: LinkScene.allCases.filter { $0 != .interfaces })
    func aConnectionWhoseDirectionsHaveALinkEachIsOneSession(on links: LinkScene) async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&link, at: 5)
        let alone = try await scene.report().sessions
        let sessions = try await links.report(LinkScene.ways(scene.capture)).sessions
        #expect(sessions.map(\.handshake) == [.complete])
        #expect(sessions.map(\.forward.packets) == alone.map(\.forward.packets))
        #expect(sessions.map(\.backward.packets) == alone.map(\.backward.packets))
    }

    @Test func atThreeInterfacesEachNamesTheOtherTwo() async throws {
        var scene = MeshScene()
        _ = try scene.join(.anna, to: .bert, at: 0)
        let companions = try await companions([scene.capture, scene.capture, scene.capture])
        #expect(companions.map { $0.map(\.session) } == [[2, 3], [1, 3], [1, 2]])
    }

    /// The ports were used again: what tells is with which numbers both began.
    @Test func anotherConnectionOfTheSamePortsIsNotTheSame() async throws {
        var first = MeshScene()
        _ = try first.join(.anna, to: .bert, at: 0)
        var second = MeshScene()
        _ = try second.connect(.carl, to: .bert, port: 40000, at: 0)
        _ = try second.join(.anna, to: .bert, at: 0.1)
        #expect(try await companions([first.capture, second.capture]).allSatisfy(\.isEmpty))
    }

    @Test func oneThatNobodyAnswersIsTiedToo() async throws {
        var scene = MeshScene()
        try scene.fail(.anna, to: .bert, port: 50000, at: 0, refused: false)
        #expect(try await companions([scene.capture, scene.capture]).map { $0.map(\.session) } == [[2], [1]])
        let datagram = try SyntheticTrace.capture {
            try $0.append(
                udpFrom: 50000, to: 7000, payload: [1], from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: 0)
        }
        #expect(try await companions([datagram, datagram]).map { $0.map(\.session) } == [[2], [1]])
    }

    /// The files of two machines, whose clocks differ by an hour, as one.
    @Test func sequenceNumbersTellMoreThanClocks() async throws {
        let captures = try [0, 3600].map { start in
            var scene = MeshScene()
            _ = try scene.join(.anna, to: .bert, at: start)
            return scene.capture
        }
        #expect(try await companions(captures).map { $0.map(\.session) } == [[2], [1]])
    }

    @Test func whatIsSaidToEverybodyIsSaidOnEachInterfaceByItself() async throws {
        var scene = MeshScene()
        try scene.announce("bert", of: .bert, at: 0)
        let companions = try await companions([scene.capture, scene.capture])
        #expect(companions.count == 2 && companions.allSatisfy(\.isEmpty))
    }

    // MARK: - Several paths

    /// As over Wi-Fi and AWDL.
    @Test func twoPeersThatTalkOverTwoPairsOfAddressesUseTwoPaths() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        _ = try scene.join(.bert, to: .anna, at: 0.1, over: \.overIPv6)
        try scene.talk(on: &first, at: 5)
        #expect(
            try await companions(scene) == [
                [Companion(session: 2, relation: .otherPath)], [Companion(session: 1, relation: .otherPath)],
            ])
    }

    @Test func oneAfterTheOtherTheyAreNoTwoPaths() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        try scene.close(&first, at: 1)
        _ = try scene.join(.anna, to: .bert, at: 2, over: \.overIPv6)
        #expect(try await companions(scene).allSatisfy(\.isEmpty))
    }

    @Test func severalConnectionsOverOnePathAreNoTwoPaths() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        _ = try scene.join(.anna, to: .bert, port: 50001, at: 0.1)
        try scene.talk(on: &first, at: 5)
        #expect(try await companions(scene).allSatisfy(\.isEmpty))
    }

    @Test func anAttemptThatFailsIsNoPath() async throws {
        var scene = MeshScene()
        try scene.announce("bert", of: .bert, at: 0)
        var link = try scene.join(.anna, to: .bert, at: 0.5)
        try scene.fail(.anna, to: .bert, port: 50000, at: 1, over: \.overIPv6)
        try scene.talk(on: &link, at: 5)
        #expect(try await companions(scene).allSatisfy(\.isEmpty))
    }

    @Test func ofManyCompanionsTheFirstAreNamed() async throws {
        var scene = MeshScene()
        var first = try scene.join(.anna, to: .bert, at: 0)
        for number in 1...20 {
            _ = try scene.join(
                .anna, to: .bert, port: 50000 + UInt16(number), at: 0.1 * Double(number), over: \.overIPv6)
        }
        try scene.talk(on: &first, at: 5)
        let companions = try await companions(scene)
        #expect(companions[0].map(\.session) == Array(2...9))
        #expect(companions.dropFirst().allSatisfy { $0.map(\.session) == [1] })
    }
}
