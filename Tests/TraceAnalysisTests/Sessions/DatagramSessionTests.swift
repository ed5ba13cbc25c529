import struct Foundation.URL
import PacketCapture
import PeerMessaging
import TestSupport
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct DatagramSessionTests {
    private static let start: Int64 = 1_700_000_000_000_000_000

    private func report(_ payloads: [(payload: [UInt8], back: Bool)]) async throws -> TraceReport {
        try await SyntheticTrace.report { capture in
            for (number, entry) in payloads.enumerated() {
                let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                try capture.append(
                    udpFrom: entry.back ? 7000 : 50000, to: entry.back ? 50000 : 7000, payload: entry.payload,
                    from: entry.back ? other : one, to: entry.back ? one : other,
                    at: Self.start + Int64(number) * 1_000_000)
            }
        }
    }

    private func event(_ text: String) -> (payload: [UInt8], back: Bool) { (Array(text.utf8), false) }

    @Test func networkEventsAreCountedByCaseEqualPositionsAreCopies() async throws {
        let move = #"{"satelliteMovedTo":{"position":[1,2],"dimensions":[393,852]}}"#
        let report = try await report([
            event(#"{"startStreaming":{}}"#), event(#"{"startStreaming":{}}"#), event(move),
            event(#"{"satelliteMovedTo":{"position":[1.5,2],"dimensions":[393,852]}}"#), event(move),
            event(#"{"stopped":{}}"#), event(#"{"satelliteMovedTo":{"position":{"x":1}}}"#),
        ])
        let session = try #require(report.sessions.first)
        #expect(session.application == .networkEvent)
        #expect(session.forward.messageTypes["startStreaming"] == 2)
        #expect(session.forward.messageTypes["satelliteMovedTo"] == 3)
        #expect(session.forward.messageTypes["stopped"] == 1)
        #expect(session.forward.messages == 6 && session.forward.malformedMessages == 1)
        #expect(session.forward.duplicateMessages == 1)
        #expect(session.forward.lostMessages == nil)
        #expect(session.backward.messages == 0 && session.backward.peakThroughput == 0)
    }

    @Test func whoSentTheFirstFragmentBegan() async throws {
        let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
        let move = Array(#"{"satelliteMovedTo":{"position":[1,2],"dimensions":[393,852]}}"#.utf8)
        let report = try await SyntheticTrace.report { capture in
            for (order, time) in [([0], 0), ([1, 2], 2_000_000)] as [([Int], Int64)] {
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: move, inFragmentsOf: 32, order: order, identification: 9,
                    from: one, to: other, at: Self.start + time)
                guard time == 0 else { continue }
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: Array(#"{"startStreaming":{}}"#.utf8), from: other, to: one,
                    at: Self.start + 1_000_000)
            }
        }
        let session = try #require(report.sessions.first)
        #expect(report.sessions.count == 1 && session.initiator.port == 50000 && session.firstFrame == 1)
        #expect(session.forward.packets == 3 && session.forward.messageTypes["satelliteMovedTo"] == 1)
        #expect(session.backward.packets == 1 && session.backward.messageTypes["startStreaming"] == 1)
    }

    @Test func whoSentTheEarliestDatagramBeganWhereverItLies() async throws {
        let report = try await SyntheticTrace.report { capture in
            try capture.append(
                udpFrom: 7000, to: 50000, payload: [1], from: SyntheticTrace.bert, to: SyntheticTrace.anna,
                at: Self.start + 1_000_000)
            try capture.append(
                udpFrom: 50000, to: 7000, payload: [1, 2], from: SyntheticTrace.anna, to: SyntheticTrace.bert,
                at: Self.start)
        }
        let session = try #require(report.sessions.first)
        #expect(report.sessions.count == 1 && session.initiator.port == 50000 && session.firstFrame == 1)
        #expect(session.forward.payloadBytes == 2 && session.backward.payloadBytes == 1 && session.duration == 0.001)
    }

    /// `host` asked for, and its address.
    private static let dnsQuery: [UInt8] = [0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 104, 111, 115, 116, 0, 0, 1, 0, 1]
    private static let dnsResponse: [UInt8] =
        [0, 7, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, 4, 104, 111, 115, 116, 0, 0, 1, 0, 1]
        + [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 10, 0, 0, 2]
    private static let binding: [UInt8] = [0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 5, count: 12)

    private static let exchanges: [(answer: [UInt8], question: [UInt8])] = [
        (dnsResponse, dnsQuery),
        // An identifier that begins like HTTP.
        ([UInt8(ascii: "H")] + dnsResponse.dropFirst(), [UInt8(ascii: "H")] + dnsQuery.dropFirst()),
        ([1] + binding.dropFirst(), binding), (Array("HTTP/1.1 200 OK\r\n\r\n".utf8), [1]),
    ]

    @Test(arguments: exchanges)
    func anAnswerDidNotBeginWhateverItsTime(_ answer: [UInt8], _ question: [UInt8]) async throws {
        for times in [[2, 3], [2, 1], [2]] as [[Int64]] {
            let report = try await SyntheticTrace.report { capture in
                for (isAnswer, time) in zip([true, false], times) {
                    let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                    try capture.append(
                        udpFrom: isAnswer ? 7000 : 50000, to: isAnswer ? 50000 : 7000,
                        payload: isAnswer ? answer : question, from: isAnswer ? other : one, to: isAnswer ? one : other,
                        at: Self.start + time * 1_000_000)
                }
            }
            #expect(report.sessions.map(\.initiator.port) == [50000])
            #expect(report.sessions.map(\.backward.packets) == [1])
        }
    }

    /// The first 60 bytes of a fragment of 1,514, by a capture that says there were no more.
    @Test func theConversationOfAFirstFragmentThatTheCaptureCut() async throws {
        let header: [UInt8] = [0x45, 0, 5, 0xDC, 0, 9, 0x20, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        let ethernet: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0]
        let datagram: [UInt8] = [0, 53, 0xC3, 0x50, 6, 0xB5, 0, 0] + [UInt8](repeating: 7, count: 18)
        let report = try await SyntheticTrace.report { try $0.append(ethernet + header + datagram, at: Self.start) }
        let session = try #require(report.sessions.first)
        #expect(session.initiator.port == 53 && session.responder.port == 50000 && session.forward.packets == 1)
        #expect(session.forward.lostDatagrams == 1 && report.capture.undecodedPackets == 0)
    }

    @Test func fragmentsInsideATunnelsFragmentsAreReassembled() async throws {
        let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
        let move = Array(#"{"satelliteMovedTo":{"position":[1,2],"dimensions":[393,852]}}"#.utf8)
        let inner = try SyntheticTrace.capture { capture in
            try capture.append(
                udpFrom: 50000, to: 7000, payload: move, inFragmentsOf: 32, order: [0, 1, 2], identification: 9,
                from: one, to: other, at: Self.start)
        }
        // Each inner fragment in a VXLAN datagram that came in fragments itself.
        var reader = try CaptureFile.open(bytes: inner.bytes).makeReader()
        let outer = try SyntheticTrace.capture { capture in
            while let record = try reader.next() {
                let vxlan = [8, 0, 0, 0, 0, 0, 7, 0] + reader.bytes.copied()
                try capture.append(
                    udpFrom: 40000, to: 4789, payload: vxlan, inFragmentsOf: 48,
                    order: Array(0..<(vxlan.count + 8 + 47) / 48), identification: UInt16(record.frame), from: one,
                    to: other, at: Self.start + Int64(record.frame) * 1_000_000)
            }
        }
        let report = try await SyntheticTrace.report(of: outer.bytes)
        #expect(report.sessions.map(\.responder.port) == [7000])
        #expect(report.sessions.first?.forward.messageTypes["satelliteMovedTo"] == 1)
        #expect(try await SyntheticTrace.report(of: outer.bytes, workers: 4) == report)
    }

    /// A client's Initial of version 1 (RFC 9000 §17.2.2): headers as they are, the rest sealed.
    private func initial(_ destination: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0xC3, 0, 0, 0, 1, UInt8(destination.count)] + destination + [4, 9, 9, 9, 9, 0]
        let length = 1200 - bytes.count - 2
        bytes += [0x40 | UInt8(length >> 8), UInt8(length & 0xFF)]
        return bytes + [UInt8](repeating: 0xA5, count: length)
    }

    @Test func quicIsReportedByItsHeadersWhatItSealsIsNull() async throws {
        let client = initial([1, 2, 3, 4, 5, 6, 7, 8])
        let short: [UInt8] = [0x41] + [UInt8](repeating: 3, count: 60)
        let report = try await report([
            (client, false), (initial([9, 9, 9, 9, 9, 9, 9, 9]), true), (short, false), (short, true),
        ])
        let session = try #require(report.sessions.first)
        #expect(session.transport == .quic && session.application == .unknown && session.decrypted == false)
        #expect(session.handshakeRTT == 0.001)
        #expect(session.forward.payloadBytes == nil && session.forward.goodput == nil)
        #expect(session.forward.packets == 2)
        #expect(session.quic?.versions == ["0x00000001"])
        #expect(session.quic?.originalDestinationConnectionID == "0102030405060708")
        #expect(session.quic?.initialPackets == 2 && session.quic?.shortHeaderDatagrams == 2)
        #expect(session.limits.map(\.reason) == [.encrypted])
    }

    @Test(arguments: ["quic-v2.yann.pcap", "quic-ngtcp2.agnes.pcap"])
    func quicShowsTheServersNameWithoutKeys(file: String) async throws {
        let path = Fixture.url("sealed/" + file).path()
        let (server, name) = file.contains("ngtcp2") ? ("localhost", "h3") : ("txtchat.local", "txtchat")
        let report = try await TraceAnalyzer(workers: 2).analyze(CaptureFile.open(path: path))
        let session = try #require(report.sessions.first { $0.transport == .quic })
        #expect(session.tls?.serverName == server && session.tls?.applicationProtocols == [name])
        #expect(session.tls?.version == "TLS 1.3" && session.application == .unknown && session.decrypted == false)
    }

    @Test func aClientThatSentTwiceBeforeTheAnswerHasNoHandshakeRoundTrip() async throws {
        let client = initial([1, 2, 3, 4, 5, 6, 7, 8])
        let report = try await report([(client, false), (client, false), (client, true)])
        #expect(try #require(report.sessions.first).handshakeRTT == nil)
    }

    @Test func silenceEndsAConversationOnlyWhereThatIsAskedFor() async throws {
        var capture = SyntheticCapture()
        for second in [0, 1, 40, 41] as [Int64] {
            try capture.append(
                udpFrom: 50000, to: 7000, payload: [1], from: SyntheticTrace.anna, to: SyntheticTrace.bert,
                at: Self.start + second * 1_000_000_000)
        }
        let file = try CaptureFile.open(bytes: capture.bytes)
        #expect(try await TraceAnalyzer().analyze(file).sessions.map(\.forward.packets) == [4])
        let split = try await TraceAnalyzer(datagramIdleLimit: 30_000_000_000).analyze(file)
        #expect(split.sessions.map(\.forward.packets) == [2, 2])
        #expect(split.sessions.map(\.start) == [0, 40])
    }

    @Test func whatIsNotKnownSaysWhatItLooksLikeIfAnything() async throws {
        let text = try await report([(Array("HELLO is anybody there\r\n".utf8), false)])
        #expect(text.sessions.first?.application == .unknown)
        #expect(text.sessions.first?.evidence == "unencrypted text")
        let binding: [UInt8] = [0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 5, count: 12)
        #expect(try await report([(binding, false)]).sessions.first?.evidence == "STUN (RFC 8489)")
        #expect(try await report([([1, 2, 3], false)]).sessions.first?.evidence == nil)
    }
}
