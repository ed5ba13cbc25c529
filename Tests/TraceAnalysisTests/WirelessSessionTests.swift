import PacketCapture
import PacketDissection
import Testing
import WireCoding
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

    /// Three datagrams of two flows in one aggregate.
    private func aggregate() throws -> [UInt8] {
        let capture = try SyntheticTrace.capture { capture in
            for (number, port) in ([4000, 4001, 4000] as [UInt16]).enumerated() {
                try capture.append(
                    udpFrom: port, to: 5000, payload: [UInt8](repeating: 1, count: 1 + number),
                    from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: 0)
            }
        }
        return AggregateFrame.body(try AggregateFrame.packets(of: capture.bytes).map(\.bytes))
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
