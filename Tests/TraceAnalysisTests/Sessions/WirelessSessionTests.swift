import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// What sessions make of data frames of 802.11.
@Suite struct WirelessSessionTests {
    @Test func aFrameSentAgainIsNotCountedTwice() async throws {
        var scene = RadioScene()
        let first = try scene.datagram(from: 0, to: RadioScene.bert)
        let second = try scene.datagram(from: 0, to: RadioScene.bert, payload: [9])
        try scene.append(first)
        try scene.append(SyntheticRadioFrame.retransmitted(first), after: 300)
        try scene.append(second, after: 300)
        // A block acknowledgment asked for the first one again, behind the second.
        try scene.append(SyntheticRadioFrame.retransmitted(first), after: 300)
        let report = try await scene.report()
        let session = try #require(report.sessions.first)
        #expect(session.forward.packets == 2 && session.forward.payloadBytes == 4)
        #expect(report.capture.packets == 4 && report.capture.protocols["udp"] == 4)
        #expect(report.wireless?.retries == 2 && report.wireless?.awdl?.nodes.first?.dataFrames == 4)
    }

    @Test func aFirstCopyWithTheRetryBitCounts() async throws {
        var scene = RadioScene()
        let frame = SyntheticRadioFrame.retransmitted(try scene.datagram(from: 0, to: RadioScene.bert))
        try scene.append(frame)
        // The number comes around again: a copy so late is another frame.
        try scene.append(frame, after: 5_000_000)
        #expect(try await scene.report().sessions.first?.forward.packets == 2)
    }

    @Test func aFrameSentAgainInTheNextCycleIsNotCountedTwice() async throws {
        var scene = RadioScene()
        let frame = try scene.datagram(from: 0, to: RadioScene.bert)
        try scene.append(frame)
        // Two nodes that share one slot of sixteen meet again a cycle later.
        try scene.append(SyntheticRadioFrame.retransmitted(frame), after: 16 * RadioScene.slot)
        #expect(try await scene.report().sessions.first?.forward.packets == 1)
    }

    @Test func theSameNumberWithoutTheRetryBitIsAnotherFrame() async throws {
        var scene = RadioScene()
        let frame = try scene.datagram(from: 0, to: RadioScene.bert)
        try scene.append(frame)
        try scene.append(frame, after: 300)
        #expect(try await scene.report().sessions.first?.forward.packets == 2)
    }

    /// Three datagrams of two flows.
    private func flows() throws -> SyntheticCapture {
        try SyntheticTrace.capture { capture in
            for (number, port) in ([4000, 4001, 4000] as [UInt16]).enumerated() {
                try capture.append(
                    udpFrom: port, to: 5000, payload: [UInt8](repeating: 1, count: 1 + number),
                    from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: 0)
            }
        }
    }

    /// The same in one aggregate.
    private func aggregate() throws -> [UInt8] {
        AggregateFrame.body(try AggregateFrame.packets(of: flows().bytes).map(\.bytes))
    }

    @Test(arguments: [1, 2, 4]) func everySubframeOfAnAggregateCounts(workers: Int) async throws {
        var scene = RadioScene()
        let frame = AggregateFrame.bytes(try aggregate())
        try scene.append(frame)
        try scene.append(SyntheticRadioFrame.retransmitted(frame), after: 200)
        let report = try await scene.report(workers: workers)
        #expect(report.sessions.map(\.forward.packets) == [2, 1])
        #expect(report.sessions.map(\.forward.payloadBytes) == [4, 2])
        // The subframes share the frame out among them.
        #expect(report.sessions.reduce(0) { $0 + $1.forward.wireBytes } == frame.count)
        #expect(report.capture.packets == 2 && report.capture.protocols["udp"] == 2)
    }

    /// A connection with a message each way, and Bert's service, which he announces twice.
    private func talk() throws -> SyntheticCapture {
        try SyntheticTrace.capture { capture in
            for time in [0, SyntheticTrace.second] { try capture.announceBert(at: time) }
            var connection = SyntheticTrace.connection()
            try connection.open(at: 2 * SyntheticTrace.second, in: &capture)
            for turn in 0..<20 as Range<Int64> {
                let time = 3 * SyntheticTrace.second + turn * 20_000_000
                try connection.send([UInt8](repeating: 1, count: 200), from: .initiator, at: time, in: &capture)
                try connection.acknowledge(from: .responder, at: time + 5_000_000, in: &capture)
            }
        }
    }

    @Test(arguments: [1, 2, 4]) func whatAnAccessPointPassesOnCountsOnce(workers: Int) async throws {
        let capture = try talk()
        let wired = try await SyntheticTrace.report(of: capture.bytes)
        let air = try AccessPointAir.capture(of: capture.bytes)
        let report = try await SyntheticTrace.report(of: air, workers: workers)
        #expect(report.capture.packets == 2 * wired.capture.packets)
        #expect(report.sessions.map(\.forward.packets) == wired.sessions.map(\.forward.packets))
        #expect(report.sessions.map(\.backward.packets) == wired.sessions.map(\.backward.packets))
        #expect(report.sessions.map(\.forward.payloadBytes) == wired.sessions.map(\.forward.payloadBytes))
        #expect(report.sessions.allSatisfy { $0.forward.retransmittedPackets ?? 0 == 0 })
        #expect(report.sessions.map(\.limits) == wired.sessions.map(\.limits))
        #expect(report.services.map { $0.timeline.map(\.event) } == wired.services.map { $0.timeline.map(\.event) })
        #expect(report.peers.map(\.linkAddresses) == wired.peers.map(\.linkAddresses))
    }

    @Test(arguments: [1, 2, 4]) func anAccessPointTakesAggregatesApart(workers: Int) async throws {
        var scene = RadioScene()
        let body = try aggregate()
        let up = AccessPointAir.up(
            body, from: RadioScene.anna, to: AccessPointAir.accessPoint, number: 1, qos: 0x80)
        try scene.append(up)
        let packets = try AggregateFrame.packets(of: try flows().bytes)
        for (number, packet) in packets.enumerated() {
            let content = [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00] + packet.bytes
            try scene.append(
                AccessPointAir.down(content, from: RadioScene.anna, to: RadioScene.carl, number: UInt16(number + 9)),
                after: 500)
        }
        let report = try await scene.report(workers: workers)
        #expect(report.sessions.map(\.forward.packets) == [2, 1] && report.capture.packets == 4)
    }

    @Test(arguments: [1, 2, 4]) func whatAnAccessPointPassesOnInFragmentsCountsOnce(workers: Int) async throws {
        let ethernet = try SyntheticTrace.capture { capture in
            try capture.append(
                udpFrom: 4000, to: 5000, payload: [UInt8](repeating: 1, count: 300), from: SyntheticTrace.anna,
                to: SyntheticTrace.bert, at: 0)
        }
        let packet = try #require(try AggregateFrame.packets(of: ethernet.bytes).first)
        let body = [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00] + packet.bytes
        let up = SyntheticRadioFrame.fragments(
            of: AccessPointAir.up(body, from: RadioScene.anna, to: RadioScene.carl, number: 1))
        let down = SyntheticRadioFrame.fragments(
            of: AccessPointAir.down(body, from: RadioScene.anna, to: RadioScene.carl, number: 9))
        var scene = RadioScene()
        for fragment in up + down { try scene.append(fragment, after: 200) }
        let report = try await scene.report(workers: workers)
        let session = try #require(report.sessions.first)
        #expect(report.sessions.count == 1 && report.capture.packets == 6)
        #expect(session.forward.packets == 3 && session.forward.payloadBytes == 300)
        #expect(session.forward.wireBytes == up.reduce(0) { $0 + $1.count })
    }

    @Test(arguments: [1, 2, 4]) func theSubframesOfAnAggregateInFragmentsShareItOut(workers: Int) async throws {
        var scene = RadioScene()
        let frame = AggregateFrame.bytes(try aggregate())
        let fragments = SyntheticRadioFrame.fragments(of: frame, every: 64)
        #expect(fragments.count > 2)
        for fragment in fragments { try scene.append(fragment, after: 200) }
        let report = try await scene.report(workers: workers)
        #expect(report.sessions.map(\.forward.packets) == [2, 1])
        #expect(report.sessions.map(\.forward.payloadBytes) == [4, 2])
        // Each byte of the body once, behind one MAC header with QoS control.
        #expect(report.sessions.reduce(0) { $0 + $1.forward.wireBytes } == 26 + (try aggregate()).count)
    }

    @Test func theNameOfANodeIsThatOfItsSessionsEnd() async throws {
        var scene = RadioScene()
        try scene.pass(seconds: 1)
        try scene.append(try scene.datagram(from: 0, to: RadioScene.bert))
        try scene.pass(seconds: 1)
        let report = try await scene.report()
        let session = try #require(report.sessions.first)
        let anna = try #require(report.peers.first { $0.id == session.initiator.peer })
        #expect(anna.label == "anna" && anna.hostnames == ["anna.local."])
        #expect(anna.addresses == [RadioScene.host(RadioScene.anna).address.description])
        #expect(anna.evidence.map(\.kind) == [.actionFrame, .linkAddress])
        #expect(report.wireless?.awdl?.nodes.first?.peer == anna.id)
    }

    @Test func protocolsAboveTheLimitAreTheSameWithAnyNumberOfWorkers() async throws {
        var scene = RadioScene()
        for number in 0..<(2 * CaptureCounter.maximumLinkProtocols) {
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .data, subtype: 0), address1: RadioScene.bert,
                address2: LinkAddress(rawValue: 0x0200_0000_0000 | UInt64(number % 61)), address3: RadioScene.carl)
            // SNAP with a number of nobody's.
            let body: [UInt8] = [0xAA, 0xAA, 0x03, 0x12, 0x34, 0x56, UInt8(number >> 8), UInt8(number & 255)]
            try scene.append(SyntheticRadioFrame.bytes(header, body: body + [UInt8](repeating: 0, count: 40)))
        }
        let alone = try await scene.report().capture
        #expect(alone.undecoded["other link layer protocols"] == CaptureCounter.maximumLinkProtocols)
        for workers in [2, 4] { #expect(try await scene.report(workers: workers).capture == alone) }
    }

    @Test func anAggregateThatEndsWithinASubframeKeepsThoseBefore() async throws {
        for cut in 1...70 {
            let body = try aggregate()
            var scene = RadioScene()
            try scene.append(AggregateFrame.bytes(Array(body.dropLast(cut))))
            let report = try await scene.report()
            #expect(!report.sessions.isEmpty && report.capture.packets == 1)
        }
    }
}
