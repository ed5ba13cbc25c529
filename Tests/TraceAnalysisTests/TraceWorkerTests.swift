import DNSWire
import PacketCapture
import Testing
import WireCoding
import WireTesting

@testable import TraceAnalysis

private typealias Trace = SyntheticTrace

@Suite("What a worker makes of packets")
struct TraceWorkerTests {
    private let payload = (0..<4000).map { UInt8(truncatingIfNeeded: $0) }

    /// Two datagrams in fragments of 1,480 bytes there, a small one back.
    private func fragmented(
        from source: SyntheticHost = Trace.anna, to destination: SyntheticHost = Trace.bert, order: [Int]? = nil
    ) throws -> SyntheticCapture {
        try Trace.capture { capture in
            for time in [0, 1_000_000_000] as [Int64] {
                try capture.append(
                    udpFrom: 5000, to: 6000, payload: payload, inFragmentsOf: 1480, order: order, from: source,
                    to: destination, at: time)
            }
            try capture.append(
                udpFrom: 6000, to: 5000, payload: [1, 2], from: destination, to: source, at: 2_000_000_000)
        }
    }

    @Test("Fragments are packets, datagrams are payload", arguments: [nil, [2, 0, 1], [1, 1, 0, 2]] as [[Int]?])
    func fragments(order: [Int]?) async throws {
        let sources = [(Trace.anna, Trace.bert), (Self.host(1), Self.host(2))]
        for (source, destination) in sources {
            let report = try await Trace.report(
                of: fragmented(from: source, to: destination, order: order).bytes, workers: 2)
            let session = try #require(report.sessions.first)
            #expect(report.sessions.count == 1)
            let frames = order?.count ?? 3
            #expect(session.firstFrame == 1 && session.start == 0 && session.end == 2)
            #expect(session.initiator.port == 5000)
            #expect(session.forward.packets == 2 * frames && session.forward.payloadBytes == 8000)
            #expect(session.backward.packets == 1 && session.backward.payloadBytes == 2)
            #expect(report.capture.protocols["fragment"] == 2 * frames)
            #expect(report.capture.undecoded.entries.isEmpty)
        }
    }

    private static func host(_ number: UInt64) -> SyntheticHost {
        SyntheticHost(
            linkAddress: LinkAddress(rawValue: 0x02_00_00_00_00_00 | number),
            address: IPAddress(ipv6High: 0xFE80 << 48, low: number))
    }

    @Test("A datagram that never becomes whole: its frames count, its payload does not")
    func incomplete() async throws {
        let report = try await Trace.report(of: fragmented(order: [0, 2]).bytes)
        let session = try #require(report.sessions.first)
        #expect(session.forward.packets == 4 && session.forward.payloadBytes == 0)
        #expect(report.capture.undecoded["fragments of incomplete datagrams"] == 4)
        let headless = try await Trace.report(of: fragmented(order: [1, 2]).bytes)
        #expect(headless.sessions.map(\.forward.packets) == [1])
    }

    @Test("A service announced in fragments is a service")
    func services() async throws {
        let message = try ServiceFixture.announcement(
            host: "bert.local.", address: Trace.bert.address, peerID: String(repeating: "P", count: 150))
        var output = ByteWriter()
        try message.serialize(into: &output)
        let bytes = output.bytes
        let report = try await Trace.report { capture in
            try capture.append(
                udpFrom: 5353, to: 5353, payload: bytes, inFragmentsOf: 64, from: Trace.bert, to: Trace.anna, at: 5)
        }
        #expect(report.services.map(\.state) == [.announced])
    }

    @Test("A packet without a time has that of the one before, or of the first one that has any")
    func untimed() async throws {
        let capture = try fragmented()
        for isUntimed in [{ $0 <= 2 }, { $0 == 2 }] as [(Int) -> Bool] {
            let report = try await Trace.report(of: try Trace.untimed(capture, isUntimed), workers: 2)
            let session = try #require(report.sessions.first)
            #expect(session.start == 0 && session.firstFrame == 1)
            #expect(report.capture.duration.map { $0 <= 2 && $0 > 1.9 } == true)
        }
        let none = try await Trace.report(of: try Trace.untimed(capture) { _ in true })
        #expect(none.capture.firstTime == nil && none.capture.packets == 7)
        #expect(none.sessions.map(\.start) == [0])
    }

    @Test("Headers alone: the same flows, and nothing of what is in them")
    func flowsOnly() async throws {
        let capture = try Trace.capture { capture in
            try capture.announceBert(at: 0)
            var connection = Trace.connection()
            try connection.open(at: 1000, in: &capture)
            try connection.send(MeshBytes.direct, from: .initiator, at: 2000, in: &capture)
            try connection.acknowledge(from: .responder, at: 3000, in: &capture)
            try connection.close(at: 4000, in: &capture)
        }
        let file = try CaptureFile.open(bytes: capture.bytes)
        let whole = try await TraceAnalyzer().analyze(file)
        let flows = try await TraceAnalyzer(depth: .flows).analyze(file)
        #expect(whole.services.count == 1 && flows.services.isEmpty)
        #expect(whole.sessions.last?.forward.messages == 1)
        let session = try #require(flows.sessions.last)
        #expect(session.application == .unknown && session.forward.messages == nil)
        #expect(session.forward.payloadBytes == whole.sessions.last?.forward.payloadBytes)
        #expect(session.transportRTT == whole.sessions.last?.transportRTT)
        #expect(session.ending == .fin)
    }
}
