import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct WirelessTrackerTests {
    @Test func nodesTellWhoTheyAre() async throws {
        var scene = RadioScene()
        scene.nodes[1].version = AWDLVersion(version: 0x71, deviceClass: .iOS)
        scene.writers[1].signal = -71
        try scene.pass(seconds: 2)
        let wireless = try #require(try await scene.report().wireless)
        let awdl = try #require(wireless.awdl)
        #expect(wireless.nan == nil)
        #expect(awdl.nodes.map(\.address) == [RadioScene.anna.description, RadioScene.bert.description])
        let bert = awdl.nodes[1]
        #expect(bert.version == "7.1" && bert.deviceClass == 2 && bert.hostname == "bert.local.")
        #expect(bert.actionFrames == bert.psf + bert.mif && bert.psf > 5 && bert.mif > bert.psf)
        #expect(bert.signal.median == -71 && bert.signal.count == bert.actionFrames)
        #expect(bert.signalSeries.reduce(0) { $0 + $1.count } == bert.signal.count)
        #expect(bert.signalSeries.allSatisfy { $0.min == -71 && $0.max == -71 } && bert.signalSeries.count > 10)
        #expect(bert.lastMetric == 500 && bert.lastCounter == 3 && bert.dataRate == 150_000_000)
        #expect(bert.channelSequences.map(\.channels) == [[Int](repeating: 44, count: 16)])
        #expect(awdl.masters.map(\.address) == [RadioScene.anna.description])
        #expect(wireless.frames["0/13"] == scene.capture.frames)
        #expect(wireless.channels.map(\.channel) == [44] && wireless.framesWithRadioTime == scene.capture.frames)
    }

    @Test func changesAreToldOnce() async throws {
        var scene = RadioScene()
        try scene.pass(seconds: 1)
        scene.nodes[1].channelSequence = RadioScene.sequence([44, 0])
        scene.nodes[1].election = RadioScene.election(root: RadioScene.bert, parent: RadioScene.bert, distance: 0)
        let frame = scene.capture.frames
        try scene.pass(seconds: 1)
        let bert = try #require(try await scene.report().wireless?.awdl?.nodes.last)
        #expect(bert.channelSequences.count == 2 && bert.channelSequences[1].channels.prefix(3) == [44, 0, 44])
        #expect(bert.channelSequences[1].frame == frame + 2)
        #expect(bert.masterChanges.map(\.master) == [RadioScene.anna, RadioScene.bert].map(\.description))
    }

    @Test func theSameSequenceInAnotherEncodingIsNoChange() async throws {
        var scene = RadioScene([RadioScene.anna])
        try scene.pass(seconds: 0.5)
        scene.nodes[0].channelSequence = AWDLChannelSequence(
            encoding: .simple, slots: [UInt16](repeating: 44, count: 16))
        try scene.pass(seconds: 0.5)
        let anna = try #require(try await scene.report().wireless?.awdl?.nodes.first)
        #expect(anna.channelSequences.count == 1)
    }

    @Test func servicesOfActionFrames() async throws {
        var scene = RadioScene([RadioScene.anna])
        let type = AWDLName(items: [.code(AWDLNameCode(rawValue: 0xC007))])
        let instance = AWDLName(items: [.label(Array("3f9a".utf8)), .code(.null)])
        scene.nodes[0].services = [
            AWDLServiceResponse(name: type, data: .pointer(instance)),
            AWDLServiceResponse(
                name: AWDLName(items: [.label(Array("3f9a".utf8))] + type.items), data: .text([Array("flags=503".utf8)])
            ),
        ]
        try scene.pass(seconds: 0.3)
        let anna = try #require(try await scene.report().wireless?.awdl?.nodes.first)
        #expect(anna.services == ["3f9a._airdrop._tcp.local."])
    }

    @Test func damagedFramesCountAndTellNothing() async throws {
        var scene = RadioScene([RadioScene.anna])
        try scene.pass(seconds: 0.3)
        let whole = scene.capture.frames
        try scene.append(SyntheticRadioFrame.damaged(scene.frame(of: 0)))
        var bert = AWDLFrameWriter(source: RadioScene.bert, includesFrameCheckSequence: true)
        let strange = bert.bytes(of: scene.nodes[0].masterIndicationFrame(at: 1), tsft: 1)
        try scene.append(SyntheticRadioFrame.damaged(strange))
        let report = try await scene.report()
        #expect(report.wireless?.badFCS == 2 && report.wireless?.frames["0/13"] == whole + 2)
        #expect(report.wireless?.awdl?.nodes.map(\.actionFrames) == [whole])
        #expect(report.capture.undecoded["802.11 frames with a wrong check sequence"] == 2)
    }

    @Test func onlyFramesOfTheNetworkTellHowStrongASenderIs() async throws {
        var scene = RadioScene([RadioScene.anna])
        try scene.pass(seconds: 0.2)
        let count = scene.capture.frames
        // Beacons of the same address in a network of its own, and a sealed frame in AWDL's.
        let beacon = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 8), address1: RadioScene.bert,
            address2: RadioScene.anna, address3: RadioScene.anna)
        try scene.append(SyntheticRadioFrame.bytes(beacon, body: [UInt8](repeating: 0, count: 12), signal: -10))
        let sealed = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .data, subtype: 8, flags: 0x40), address1: RadioScene.bert,
            address2: RadioScene.anna, address3: WirelessTracker.network)
        try scene.append(SyntheticRadioFrame.bytes(sealed, body: [UInt8](repeating: 7, count: 40), signal: -20))
        let wireless = try #require(try await scene.report().wireless)
        #expect(wireless.protectedFrames == 1 && wireless.frames["0/8"] == 1)
        let anna = try #require(wireless.awdl?.nodes.first)
        #expect(anna.signal.count == count + 1 && anna.signal.max == -20 && anna.dataFrames == 1)
    }

    @Test func signalOverTimeShowsWhenASenderWentAway() async throws {
        var scene = RadioScene([RadioScene.anna])
        scene.writers[0].signal = -40
        try scene.pass(seconds: 4)
        scene.writers[0].signal = -80
        try scene.pass(seconds: 4)
        let series = try #require(try await scene.report().wireless?.awdl?.nodes.first?.signalSeries)
        #expect(series.first?.time == 0 && series.count <= SeriesBin.maximumPerSeries)
        #expect(series.filter { $0.time < 3.5 }.allSatisfy { $0.median == -40 })
        #expect(series.filter { $0.time > 4.5 }.allSatisfy { $0.median == -80 })
    }

    @Test func anActionFrameThatIsSentAgainCountsAndTellsNothingNew() async throws {
        var scene = RadioScene([RadioScene.anna])
        for number in 1...20 {
            let frame = SyntheticRadioFrame.numbered(scene.frame(of: 0), number)
            try scene.append(frame, after: 100)
            // Its times are those of the first copy.
            try scene.append(SyntheticRadioFrame.retransmitted(frame), after: 9000)
        }
        let wireless = try #require(try await scene.report().wireless)
        let anna = try #require(wireless.awdl?.nodes.first)
        #expect(anna.actionFrames == 40 && anna.mif == 40 && anna.retries == 20 && anna.signal.count == 40)
        #expect(wireless.frames["0/13"] == 40 && wireless.retries == 20)
    }

    @Test func anyNumberOfWorkersSeesTheSame() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        for _ in 0..<4 {
            try scene.pass(seconds: 0.5)
            let frame = try scene.datagram(from: 0, to: RadioScene.bert)
            try scene.append(frame, after: 50)
            try scene.append(SyntheticRadioFrame.retransmitted(frame), after: 50)
            let acknowledgment = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .control, subtype: 13), address1: RadioScene.anna)
            try scene.append(SyntheticRadioFrame.bytes(acknowledgment), after: 20)
        }
        let report = try await scene.report()
        #expect(report.wireless?.frames["1/13"] == 4 && report.wireless?.retries == 4)
        for workers in [2, 3, 4, 16] { #expect(try await scene.report(workers: workers) == report) }
    }

    @Test func nodesAboveTheLimitAreCounted() async throws {
        var capture = SyntheticCapture.ofRadio
        let template = AWDLNode(
            address: RadioScene.anna, name: AWDLName(items: []), channelSequence: RadioScene.sequence([6]))
        let frame = template.periodicSynchronizationFrame(at: 0)
        let count = 20_000
        for number in 0..<count {
            var writer = AWDLFrameWriter(source: LinkAddress(rawValue: UInt64(number) &* 0x9E37_79B9_7F4A))
            try capture.append(writer.bytes(of: frame, tsft: 0), at: Int64(number) * 1000)
        }
        let reports = try await [1, 4].asyncMap { try await SyntheticTrace.report(of: capture.bytes, workers: $0) }
        #expect(reports[0] == reports[1])
        let wireless = try #require(reports[0].wireless)
        let nodes = try #require(wireless.awdl?.nodes)
        #expect(nodes.count <= WirelessTracker.maximumNodes && nodes.count > 3000)
        #expect(wireless.untrackedFrames == count - nodes.count)
        #expect(reports[0].capture.undecoded["802.11 frames of senders above the limit"] == count - nodes.count)
        #expect(wireless.awdl?.pairs.count == AWDLReport.maximumPairs)
        #expect(wireless.awdl?.omittedPairs == nodes.count * (nodes.count - 1) / 2 - AWDLReport.maximumPairs)
    }

    @Test func aCaptureWithout80211FramesHasNoWirelessPart() async throws {
        let report = try await SyntheticTrace.report {
            try $0.append(
                udpFrom: 1, to: 2, payload: [3], from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: 0)
        }
        #expect(report.wireless == nil)
    }
}

extension Sequence {
    /// One after the other.
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
