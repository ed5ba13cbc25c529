import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import PacketCapture
@testable import TraceAnalysis

@Suite struct TraceAnalyzerTests {
    private typealias Trace = SyntheticTrace

    private func onlySession(_ body: (inout SyntheticCapture) throws -> Void) async throws -> Session {
        let report = try await Trace.report(body)
        #expect(report.sessions.count == 1)
        return try #require(report.sessions.first)
    }

    // MARK: - Endings

    @Test func bothSidesSentFIN() async throws {
        let session = try await onlySession {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send(MeshBytes.identification, from: .initiator, at: Trace.second, in: &$0)
            try connection.send(MeshBytes.direct, from: .responder, at: 2 * Trace.second, in: &$0)
            try connection.close(at: 5 * Trace.second, in: &$0)
        }
        #expect(session.ending == .fin && !session.midstream)
        #expect(session.initiator.address == "10.0.0.1" && session.responder.port == 7000)
        #expect(session.established == 0.002 && session.handshakeRTT == 0.002)
        #expect(session.application == .mesh)
        #expect(session.identified == 1 && session.firstMessage == 2 && session.stable == 4.002)
        #expect(session.forward.messageTypes["identification"] == 1 && session.backward.messageTypes["direct"] == 1)
        #expect(session.forward.payloadBytes == MeshBytes.identification.count)
        #expect(session.forward.missingBytes == 0 && session.forward.malformedMessages == 0)
        #expect(session.duration == 5.002)
    }

    @Test func aResetCameWithin() async throws {
        let session = try await onlySession {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.segment([.rst, .ack], [], from: .responder, at: Trace.second, in: &$0)
        }
        #expect(session.ending == .reset)
    }

    @Test func nobodyListened() async throws {
        let session = try await onlySession {
            let connection = Trace.connection()
            try connection.segment(.syn, [], from: .initiator, at: 0, in: &$0)
            try connection.segment([.rst, .ack], [], from: .responder, at: 1, in: &$0)
        }
        #expect(session.ending == .refused && session.established == nil && session.handshakeRTT == nil)
    }

    @Test func aRefusedConnectThatWasTriedAgainAndSucceededIsNotRefused() async throws {
        let session = try await onlySession {
            var connection = Trace.connection()
            try connection.segment(.syn, [], from: .initiator, at: 0, in: &$0)
            try connection.segment([.rst, .ack], [], from: .responder, at: 1, in: &$0)
            try connection.open(at: Trace.second, in: &$0)
            try connection.close(at: 2 * Trace.second, in: &$0)
        }
        #expect(session.ending == .fin && session.established == 1.002)
    }

    @Test func nobodyWasThere() async throws {
        let session = try await onlySession {
            let connection = Trace.connection()
            try connection.segment(.syn, [], from: .initiator, at: 0, in: &$0)
            try connection.segment(.syn, [], from: .initiator, at: Trace.second, in: &$0)
        }
        #expect(session.ending == .unanswered && session.forward.packets == 2)
    }

    @Test func whatWasQuietForTheLastMinuteIsIdleWhatWasNotIsStillOpen() async throws {
        let report = try await Trace.report {
            var early = Trace.connection()
            try early.open(at: 0, in: &$0)
            var late = Trace.connection(port: 50001)
            try late.open(at: 61 * Trace.second, in: &$0)
            try $0.announceBert(at: 61 * Trace.second)
        }
        #expect(report.sessions.map(\.ending) == [.idle, .captureEnd, .captureEnd])
        #expect(report.sessions.map(\.transport) == [.tcp, .tcp, .udp])
        #expect(report.sessions.map(\.id) == [1, 2, 3])
    }

    // MARK: - Services and directions

    @Test func aSessionBelongsToTheServiceThatWasAnnouncedAtItsRespondersAddressAndPort() async throws {
        let report = try await Trace.report {
            try $0.announceBert(at: 0)
            var connection = Trace.connection()
            try connection.open(at: Trace.second, in: &$0)
            var elsewhere = Trace.connection(port: 50001, port: 7001)
            try elsewhere.open(at: 2 * Trace.second, in: &$0)
        }
        #expect(report.services.map(\.host) == ["bert.local."])
        #expect(report.sessions.filter { $0.transport == .tcp }.map(\.service) == ["s1", nil])
        let holder = try #require(report.peers.first { $0.serviceIDs == ["s1"] })
        #expect(holder.label == "bert" && holder.peerIDs == ["P-2"] && holder.addresses == ["10.0.0.2"])
        #expect(report.services[0].peer == holder.id)
        #expect(report.sessions.allSatisfy { $0.transport == .udp || $0.responder.peer == holder.id })
        #expect(report.capture.protocols["mdns"] == 1)
    }

    @Test func withoutASYNTheAnnouncedServiceSaysWhoAnswers() async throws {
        let report = try await Trace.report {
            try $0.announceBert(at: 0)
            var connection = Trace.connection(port: 1024)
            try connection.send(MeshBytes.direct, from: .responder, at: Trace.second, in: &$0)
            try connection.send(MeshBytes.identification, from: .initiator, at: 2 * Trace.second, in: &$0)
        }
        let session = try #require(report.sessions.first { $0.transport == .tcp })
        #expect(session.midstream && session.established == nil)
        #expect(session.initiator.address == "10.0.0.1" && session.service == "s1")
        #expect(session.forward.messageTypes["identification"] == 1 && session.backward.messageTypes["direct"] == 1)
    }

    @Test func withoutASYNAndAServiceThePortBelowTheEphemeralOnesAnswers() async throws {
        let session = try await onlySession {
            let connection = Trace.connection()
            try connection.segment([.ack], [1], from: .responder, at: 0, in: &$0)
        }
        #expect(session.midstream && session.initiator.port == 50000 && session.responder.port == 7000)
    }

    @Test func whoSentTheSYNACKAnswersWhateverItsPort() async throws {
        let session = try await onlySession {
            let connection = Trace.connection(port: 1024, port: 50000)
            try connection.segment([.syn, .ack], [], from: .responder, at: 0, in: &$0)
        }
        #expect(session.midstream && session.responder.port == 50000)
    }

    // MARK: - Connections apart

    @Test func theSamePortsUsedAgainAreAnotherSession() async throws {
        let report = try await Trace.report {
            for round in 0..<3 {
                var connection = Trace.connection(initialSequence: UInt32(1000 + round * 100_000))
                let start = Int64(round) * Trace.second
                try connection.open(at: start, in: &$0)
                try connection.send(MeshBytes.direct, from: .initiator, at: start + 3_000_000, in: &$0)
                if round != 1 { try connection.close(at: start + 4_000_000, in: &$0) }
            }
        }
        #expect(report.sessions.map(\.start) == [0, 1, 2])
        #expect(report.sessions.map(\.ending) == [.fin, .captureEnd, .fin])
        #expect(report.sessions.map(\.forward.messages) == [1, 1, 1])
    }

    @Test func eachInterfaceHasASessionOfItsOwn() async throws {
        let capture = try Trace.capture {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send(MeshBytes.direct, from: .initiator, at: Trace.second, in: &$0)
            try connection.close(at: 2 * Trace.second, in: &$0)
        }
        let report = try await Trace.report(of: Trace.twice(capture))
        #expect(report.sessions.map(\.interface) == [0, 1])
        #expect(report.sessions.map(\.firstFrame) == [1, 2])
        #expect(report.sessions.allSatisfy { $0.forward.retransmittedPackets == 0 && $0.forward.messages == 1 })
        #expect(report.capture.interfaces.map(\.packets) == [capture.frames, capture.frames])
    }

    @Test(arguments: [2, 3, 5, 16])
    func theNumberOfWorkersChangesNothing(count: Int) async throws {
        let flows = 450
        let capture = try Trace.capture { capture in
            var generator = SeededGenerator(seed: 7)
            var connections = (0..<flows).map { number in
                Trace.connection(
                    from: SyntheticHost(number: 10 + number % 7), port: UInt16(40000 + number),
                    initialSequence: UInt32(number))
            }
            try capture.announceBert(at: 0)
            for round in 0..<4 {
                for number in connections.indices {
                    let time = Int64(round * flows + number) * 1_000_000
                    switch round {
                    case 0: try connections[number].open(at: time, in: &capture)
                    case 3 where number.isMultiple(of: 3): try connections[number].close(at: time, in: &capture)
                    default:
                        if generator.chance(1, in: 10) { connections[number].skip(50, from: .initiator) }
                        try connections[number].send(MeshBytes.direct, from: .initiator, at: time, in: &capture)
                        try connections[number].acknowledge(from: .responder, at: time + 1000, in: &capture)
                    }
                }
            }
        }
        let one = try await Trace.report(of: capture.bytes)
        #expect(one.sessions.count == flows + 1)
        #expect(one.findings.contains { $0.code.rawValue == "capture-gap" })
        let many = try await Trace.report(of: capture.bytes, workers: count)
        #expect(one == many)
        #expect(try await throughAPipe(capture.bytes, workers: count) == one)
    }

    /// The report of a stream, whose reading the workers share.
    private func throughAPipe(_ bytes: [UInt8], workers: Int) async throws -> TraceReport {
        let pieces = stride(from: 0, to: bytes.count, by: 5000).map { Array(bytes[$0..<min(bytes.count, $0 + 5000)]) }
        let file = try CaptureFile.open(ByteStream(pieces: pieces), path: "")
        #expect(!file.isSeekable)
        return try await TraceAnalyzer(workers: workers).analyze(file)
    }
}
