import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// Findings about the radio: each with a room in which it fires, and one in which it must not.
@Suite struct WirelessRuleTests {
    @Test func nodesInStepGiveNoFindings() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        scene.nodes[2].election = RadioScene.election(root: RadioScene.anna, parent: RadioScene.bert, distance: 2)
        try scene.pass(seconds: 12)
        #expect(try await scene.codes() == [])
    }

    @Test func aClockThatIsNotThatOfTheMaster() async throws {
        var scene = RadioScene()
        scene.offsets[1] = 8_000
        try scene.pass(seconds: 6)
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-sync-error-high" && finding.severity == .warning)
        #expect(finding.message.contains(" ms apart (median of "), "\(finding.message)")
        scene = RadioScene()
        scene.offsets[1] = 1_500
        try scene.pass(seconds: 6)
        #expect(try await scene.codes() == [])
    }

    @Test func whoFollowsNobodyMayHaveAnyClock() async throws {
        var scene = RadioScene()
        scene.offsets[1] = 300_000
        scene.nodes[1].election = RadioScene.election(root: RadioScene.carl, parent: RadioScene.carl, distance: 1)
        try scene.pass(seconds: 6)
        #expect(try await scene.codes() == [])
    }

    @Test func nodesThatNeverMeet() async throws {
        var scene = RadioScene()
        scene.nodes[0].channelSequence = RadioScene.sequence([44, 44, 44, 0])
        scene.nodes[1].channelSequence = RadioScene.sequence([6, 6, 6, 44])
        try scene.pass(seconds: 2)
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-channel-overlap-low" && finding.severity == .warning)
        #expect(finding.message.contains("never on the same channel of 16"))
    }

    @Test func oneCommonSlotIsWorthANote() async throws {
        var scene = RadioScene()
        scene.nodes[0].channelSequence = RadioScene.sequence([44, 44, 44, 44] + [UInt8](repeating: 0, count: 12))
        scene.nodes[1].channelSequence = RadioScene.sequence([44, 6, 6, 6] + [UInt8](repeating: 44, count: 12))
        try scene.pass(seconds: 2)
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-channel-overlap-low" && finding.severity == .note)
        #expect(finding.message.hasSuffix("in slot 0 only of 16: a packet may wait 983 ms."))
        // Two common slots are what idle devices have.
        scene = RadioScene()
        scene.nodes[0].channelSequence = RadioScene.sequence([44, 0, 0, 0, 0, 0, 0, 0])
        try scene.pass(seconds: 2)
        #expect(try await scene.codes() == [])
    }

    @Test func clocksThatAreApartTakeCommonSlotsAway() async throws {
        // The same schedule, but eight slots later: by the lists they have half of all slots in common.
        let half = [UInt8](repeating: 44, count: 8) + [UInt8](repeating: 0, count: 8)
        var scene = RadioScene()
        for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence(half) }
        scene.offsets[1] = 8 * RadioScene.slot
        try scene.pass(seconds: 2)
        let finding = try #require(try await scene.findings().first { $0.code.rawValue == "awdl-channel-overlap-low" })
        #expect(finding.severity == .warning)
        #expect(
            finding.message.hasSuffix("never on the same channel of 16, since their clocks are 524 ms apart."),
            "\(finding.message)")
        // The other way round: lists without a common slot are never apart in time.
        scene = RadioScene()
        scene.nodes[0].channelSequence = RadioScene.sequence(half)
        scene.nodes[1].channelSequence = RadioScene.sequence(half.reversed())
        scene.offsets[1] = 8 * RadioScene.slot
        try scene.pass(seconds: 2)
        #expect(try await scene.codes().contains("awdl-channel-overlap-low") == false)
    }

    @Test func aCircleOfNodes() async throws {
        var scene = RadioScene()
        for (node, parent) in [(0, RadioScene.bert), (1, RadioScene.anna)] {
            scene.nodes[node].election = RadioScene.election(root: RadioScene.carl, parent: parent, distance: 2)
        }
        try scene.pass(seconds: 2)
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["awdl-master-loop"])
        let loop = try #require(findings.first)
        #expect(loop.message.hasPrefix("anna (\(RadioScene.anna)) and bert (\(RadioScene.bert)) followed each"))
    }

    @Test func twoMastersForLongerThanAnElectionTakes() async throws {
        var scene = RadioScene()
        scene.nodes[1].election = RadioScene.election(root: RadioScene.bert, parent: RadioScene.bert, distance: 0)
        try scene.pass(seconds: 4)
        #expect(try await scene.codes() == [])
        try scene.pass(seconds: 2)
        #expect(try await scene.codes() == ["awdl-two-masters"])
    }

    @Test func aDistanceThatIsNotOneMoreThanThatOfTheParent() async throws {
        var scene = RadioScene()
        scene.nodes[1].election = RadioScene.election(root: RadioScene.anna, parent: RadioScene.anna, distance: 4)
        try scene.pass(seconds: 2)
        #expect(try await scene.codes() == [])
        try scene.pass(seconds: 2)
        #expect(try await scene.codes() == ["awdl-distance-wrong"])
    }

    @Test func aMasterThatIsNotAtItsOwnPlace() async throws {
        var scene = RadioScene()
        scene.nodes[0].election = RadioScene.election(root: RadioScene.anna, parent: RadioScene.anna, distance: 2)
        scene.nodes[1].election = RadioScene.election(root: RadioScene.anna, parent: RadioScene.anna, distance: 3)
        try scene.pass(seconds: 5)
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["awdl-distance-wrong"])
        #expect(findings[0].message.contains("anna") && findings[0].message.contains("is its own master, but"))
    }

    @Test func whoFollowsItselfToAnotherMaster() async throws {
        var scene = RadioScene()
        scene.nodes[1].election = RadioScene.election(root: RadioScene.anna, parent: RadioScene.bert, distance: 1)
        try scene.pass(seconds: 2)
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["awdl-master-loop"])
        #expect(findings[0].message.contains("bert") && findings[0].message.contains("followed itself"))
    }

    @Test func elementsThatContradictEachOther() async throws {
        var scene = RadioScene()
        try scene.pass(seconds: 1)
        let consistent = try #require(try await scene.report().wireless?.awdl?.nodes)
        #expect(consistent.map(\.contradictoryFrames) == [0, 0])
        for turn in 0..<12 {
            var action = scene.nodes[1].masterIndicationFrame(at: scene.time)
            for place in action.elements.indices {
                // Another master in the first version of the elections' parameters, or in those of the clock.
                if var election: AWDLElectionParameters = action.elements[place].value(), turn % 2 == 0 {
                    election.masterAddress = RadioScene.carl
                    action.elements[place] = AWDLTLV(election)
                }
                if var parameters: AWDLSynchronizationParameters = action.elements[place].value(), turn % 2 == 1 {
                    parameters.masterAddress = RadioScene.carl
                    action.elements[place] = AWDLTLV(parameters)
                }
            }
            try scene.append(scene.writers[1].bytes(of: action, tsft: scene.time), after: 65_536)
        }
        let report = try await scene.report()
        #expect(report.wireless?.awdl?.nodes.map(\.contradictoryFrames) == [0, 12])
        let codes = report.findings.map(\.code.rawValue)
        #expect(codes.contains("awdl-election-contradictory"))
    }

    @Test func aCounterThatFallsIsARestart() async throws {
        var scene = RadioScene()
        scene.nodes[1].election.selfCounter = 57
        try scene.pass(seconds: 1)
        scene.nodes[1].election.selfCounter = 58
        try scene.pass(seconds: 1)
        #expect(try await scene.codes().isEmpty)
        scene.nodes[1].election.selfCounter = 0
        try scene.pass(seconds: 1)
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["awdl-node-restarted"])
        #expect(findings[0].message.contains("fell from 58 to 0."))
        #expect(try await scene.report().wireless?.awdl?.nodes.map(\.restarts) == [0, 1])
        for (restarts, words) in [(2, ", and once more later."), (3, ", and 2 more times later.")] {
            for counter in [60, 0] as [UInt32] {
                scene.nodes[1].election.selfCounter = counter
                try scene.pass(seconds: 1)
            }
            #expect(try await scene.findings().first?.message.hasSuffix("fell from 58 to 0" + words) == true)
            #expect(try await scene.report().wireless?.awdl?.nodes.map(\.restarts) == [0, restarts])
        }
    }

    @Test func aMasterThatLeft() async throws {
        var scene = RadioScene()
        try scene.pass(seconds: 2)
        try scene.pass(seconds: 2.5, speaking: [1])
        #expect(try await scene.codes() == [])
        try scene.pass(seconds: 1, speaking: [1])
        #expect(try await scene.codes() == ["awdl-root-gone"])
    }

    @Test func aScheduleForTheAccessPoint() async throws {
        var scene = RadioScene()
        scene.nodes[1].channelSequence = RadioScene.sequence([100, 100, 100, 44])
        // The access point's channel is told with the state of the data path, which these nodes do not send.
        try scene.pass(seconds: 1)
        #expect(try await scene.codes() == [])
        var frame = AWDLDataPathState(flags: [.hasInfrastructure])
        frame.infrastructure = AWDLDataPathState.Infrastructure(bssid: RadioScene.carl, channel: 100)
        let clock = scene.time + 10 * 1_048_576
        var action = scene.nodes[1].masterIndicationFrame(at: clock)
        action.elements = action.elements.filter { $0.type != .dataPathState } + [AWDLTLV(frame)]
        try scene.append(scene.writers[1].bytes(of: action, tsft: scene.time))
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-infrastructure-favored" && finding.severity == .note)
        #expect(finding.message.contains("channel 100 of its access point in 12 of the 16 slots"))
        // Another node that looks in for a moment changes little; one that is there too does.
        var visited = scene
        visited.nodes[0].channelSequence = RadioScene.sequence([100] + [UInt8](repeating: 44, count: 15))
        try visited.append(visited.frame(of: 0))
        try tell(channel: 100, in: &visited)
        #expect(try await visited.findings().first?.message.contains("in 11 of the 16 slots") == true)
        visited.nodes[0].channelSequence = RadioScene.sequence([100])
        try visited.append(visited.frame(of: 0))
        try tell(channel: 100, in: &visited)
        #expect(try await !visited.codes().contains("awdl-infrastructure-favored"))
        // It left the network.
        action.elements =
            action.elements.filter { $0.type != .dataPathState }
            + [AWDLTLV(AWDLDataPathState(flags: []))]
        try scene.append(scene.writers[1].bytes(of: action, tsft: scene.time))
        #expect(try await scene.codes() == [])
    }

    /// Lets Bert speak of his access point.
    private func tell(channel: UInt16, in scene: inout RadioScene) throws {
        var state = AWDLDataPathState(flags: [.hasInfrastructure])
        state.infrastructure = AWDLDataPathState.Infrastructure(bssid: RadioScene.carl, channel: channel)
        let clock = scene.time + scene.offsets[1] + 10 * 1_048_576
        var action = scene.nodes[1].masterIndicationFrame(at: clock)
        action.elements = action.elements.filter { $0.type != .dataPathState } + [AWDLTLV(state)]
        try scene.append(scene.writers[1].bytes(of: action, tsft: scene.time))
    }

    @Test func anAccessPointWhereAWDLMeetsNeedNotMove() async throws {
        var scene = RadioScene()
        scene.nodes[1].channelSequence = RadioScene.sequence([149, 149, 149, 44])
        try scene.pass(seconds: 1)
        try tell(channel: 149, in: &scene)
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-infrastructure-favored")
        #expect(finding.remedy.contains("on 149 as well") && !finding.remedy.contains("put its access point"))
    }

    @Test func whoIsThereIsToldByTheClocks() async throws {
        // One schedule for both, of which the second node is always in the other half.
        let half = [UInt8](repeating: 100, count: 8) + [UInt8](repeating: 44, count: 4) + [0, 0, 0, 0]
        for (ahead, isAlone) in [(0, false), (8 * RadioScene.slot, true)] {
            var scene = RadioScene()
            for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence(half) }
            // A little more than half of its slots.
            scene.nodes[1].channelSequence = RadioScene.sequence([100] + half.dropLast())
            scene.offsets[1] = ahead
            try scene.pass(seconds: 2)
            try tell(channel: 100, in: &scene)
            let finding = try await scene.findings().first { $0.code.rawValue == "awdl-infrastructure-favored" }
            #expect((finding != nil) == isAlone, "\(ahead): \(finding?.message ?? "")")
        }
    }

    @Test func whoWasThereAtAnotherTimeIsNoCompany() async throws {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        scene.nodes[1].channelSequence = RadioScene.sequence([100])
        scene.nodes[2].channelSequence = RadioScene.sequence([100])
        // Carl leaves before Bert comes: he was never there with him.
        try scene.pass(seconds: 2, speaking: [0, 2])
        try scene.pass(seconds: 2, speaking: [0, 1])
        try tell(channel: 100, in: &scene)
        let findings = try await scene.findings().filter { $0.code.rawValue == "awdl-infrastructure-favored" }
        #expect(findings.first?.message.contains("in 16 of the 16 slots") == true)
        // Who was alone all the time missed nobody.
        var alone = RadioScene()
        alone.nodes[1].channelSequence = RadioScene.sequence([100])
        try alone.pass(seconds: 2, speaking: [0])
        try alone.pass(seconds: 2, speaking: [1])
        try tell(channel: 100, in: &alone)
        #expect(try await !alone.codes().contains("awdl-infrastructure-favored"))
    }

    @Test func clocksOfTwoRadiosAreNotCompared() async throws {
        var scene = RadioScene()
        for _ in 0..<200 {
            try scene.append(scene.frame(of: 0), after: 100)
            // Another radio heard this one; its clock is a third of a second ahead.
            let action = scene.nodes[1].masterIndicationFrame(at: scene.time + 10 * 1_048_576)
            try scene.append(scene.writers[1].bytes(of: action, tsft: scene.time + 333_000), after: 100)
            scene.time += RadioScene.slot
        }
        #expect(try await scene.codes() == [])
    }

    @Test func schedulesThatNeverHeldTogetherAreNotCompared() async throws {
        var scene = RadioScene()
        try scene.pass(seconds: 3)
        scene.nodes[1].channelSequence = RadioScene.sequence([149])
        try scene.pass(seconds: 1, speaking: [1])
        #expect(try await !scene.codes().contains("awdl-channel-overlap-low"))
        // It comes back, and they miss each other.
        try scene.pass(seconds: 1)
        #expect(try await scene.codes().contains("awdl-channel-overlap-low"))
    }

    @Test func aNodeThatNeverAnswers() async throws {
        var scene = RadioScene()
        for _ in 0..<10 {
            try scene.pass(seconds: 0.3)
            try scene.append(try scene.datagram(from: 0, to: RadioScene.bert), after: 100)
        }
        #expect(try await scene.codes() == ["awdl-node-silent"])
        // What every node says to all is no answer.
        try scene.append(try scene.datagram(from: 1, to: LinkAddress(rawValue: 0x3333_0000_00FB)), after: 100)
        #expect(try await scene.codes() == ["awdl-node-silent"])
        try scene.append(try scene.datagram(from: 1, to: RadioScene.anna), after: 100)
        #expect(try await scene.codes() == [])
    }

    @Test func oneFrameThatIsSentAgainIsNoEvidenceOfSilence() async throws {
        var scene = RadioScene()
        let frame = try scene.datagram(from: 0, to: RadioScene.bert)
        try scene.append(frame)
        for _ in 0..<10 {
            try scene.pass(seconds: 0.3)
            try scene.append(SyntheticRadioFrame.retransmitted(frame), after: 100)
        }
        #expect(try await scene.codes() == [])
    }

    @Test func versionsThatAreNotKnown() async throws {
        var scene = RadioScene([RadioScene.anna])
        scene.nodes[0].version = AWDLVersion(version: 0xB2, deviceClass: .iOS)
        try scene.pass(seconds: 0.3)
        var finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-version-unknown" && finding.message.contains("11.2"))
        // What it says afterward changes nothing.
        scene.nodes[0].version = AWDLVersion(version: 0xA0, deviceClass: .iOS)
        try scene.pass(seconds: 0.3)
        #expect(try await scene.findings().first?.message.contains("11.2") == true)
        scene = RadioScene([RadioScene.anna])
        var action = scene.nodes[0].masterIndicationFrame(at: 0)
        action.header.subtype = AWDLFrameSubtype(rawValue: 9)
        try scene.append(scene.writers[0].bytes(of: action, tsft: 0))
        finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "awdl-version-unknown" && finding.message.contains("header or subtype"))
    }

    @Test func manyDamagedFrames() async throws {
        var scene = RadioScene()
        for turn in 0..<110 {
            let frame = scene.frame(of: turn % 2)
            try scene.append(turn % 9 == 0 ? SyntheticRadioFrame.damaged(frame) : frame, after: RadioScene.slot)
        }
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "wireless-bad-fcs-high")
        #expect(finding.message.hasPrefix("13 of 110 frames have a wrong frame check sequence (11.8 %)"))
        scene = RadioScene()
        for turn in 0..<110 {
            let frame = scene.frame(of: turn % 2)
            try scene.append(turn % 20 == 0 ? SyntheticRadioFrame.damaged(frame) : frame, after: RadioScene.slot)
        }
        #expect(try await scene.codes() == [])
    }

    @Test func aCaptureOfAnotherChannelThanTheNodesAreOn() async throws {
        var scene = RadioScene(frequency: 2437)
        for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence([149, 149, 149, 6]) }
        try scene.pass(seconds: 2)
        let finding = try #require(try await scene.findings().first)
        #expect(finding.code.rawValue == "wireless-wrong-channel" && finding.severity == .warning)
        #expect(finding.message.contains("channel 6, on which the nodes are in 8 of 32 slots: their frames on 149"))
        scene = RadioScene(frequency: 2437)
        for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence([149, 6]) }
        try scene.pass(seconds: 2)
        #expect(try await scene.codes() == [])
    }

    @Test func aRadioWithoutTime() async throws {
        let node = AWDLNode(
            address: RadioScene.anna, name: AWDLName(items: []), channelSequence: RadioScene.sequence([6]))
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 13),
            address1: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), address2: RadioScene.anna,
            address3: WirelessTracker.network)
        var scene = RadioScene()
        for turn in 0..<24 as Range<UInt64> {
            var body = ByteWriter()
            node.masterIndicationFrame(at: turn * RadioScene.slot).serialize(into: &body)
            try scene.append(SyntheticRadioFrame.bytes(header, body: body.bytes), after: RadioScene.slot)
            #expect(try await scene.codes() == (turn < 19 ? [] : ["wireless-radio-time-missing"]))
        }
    }
}
