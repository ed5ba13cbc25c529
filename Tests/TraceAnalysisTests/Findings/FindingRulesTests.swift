import PacketCapture
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct FindingRulesTests {
    private typealias Trace = SyntheticTrace

    /// The findings about one connection, opened at 0 and closed at 19 s, that sends an identification and, from 5 s on, these
    /// pieces, one a second.
    private func findings(
        _ pieces: [[UInt8]], after opening: [UInt8] = MeshBytes.identification, closes: Bool = true
    ) async throws -> [Finding] {
        try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            if !opening.isEmpty { try connection.send(opening, from: .initiator, at: 4_000_000, in: &$0) }
            for (index, piece) in pieces.enumerated() {
                try connection.send(piece, from: .initiator, at: Int64(index + 5) * Trace.second, in: &$0)
            }
            if closes { try connection.close(at: 19 * Trace.second, in: &$0) }
        }.findings
    }

    private func codes(_ findings: [Finding]) -> [String] { findings.map(\.code.rawValue) }

    @Test func aHealthySessionHasNone() async throws {
        #expect(try await findings([MeshBytes.direct, MeshBytes.direct]).isEmpty)
    }

    // MARK: - Framing

    @Test func anEmptyFrame() async throws {
        let findings = try await findings([MeshBytes.direct, [0, 0, 0, 0], MeshBytes.direct])
        #expect(codes(findings) == ["frame-empty"])
        #expect(findings[0].severity == .error && findings[0].frames == [6] && findings[0].subject == .session(1))
        let offset = MeshBytes.identification.count + MeshBytes.direct.count
        #expect(
            findings[0].message.contains("at byte \(offset) of the stream from Anna: no frames can be found after it"))
    }

    @Test func aFrameAboveTheLimit() async throws {
        let findings = try await findings([MeshBytes.direct, [0x00, 0xA0, 0x00, 0x01]])
        #expect(codes(findings) == ["frame-too-large"])
        #expect(findings[0].message.contains("claims 10485761 bytes, but the limit is 10485760"))
    }

    @Test func aStreamThatEndsWithinAFrameInItsBodyOrInItsLength() async throws {
        let body = try await findings([MeshBytes.direct, Array(MeshBytes.direct.prefix(20))])
        #expect(codes(body) == ["frame-incomplete"])
        #expect(body[0].message.contains("20 of \(MeshBytes.direct.count) bytes were sent"))
        let length = try await findings([MeshBytes.direct, [0, 0]])
        #expect(codes(length) == ["frame-incomplete"])
        #expect(length[0].message.contains("2 bytes of its length were sent"))
    }

    @Test func aCaptureThatEndsWithinAFrameSaysNothingAboutItsSender() async throws {
        #expect(try await findings([MeshBytes.direct, Array(MeshBytes.direct.prefix(20))], closes: false).isEmpty)
    }

    @Test func whereReadingWentOnAfterAnIllegalLengthTheFindingSaysSo() async throws {
        let capture = try Trace.capture {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send(MeshBytes.identification + [0, 0, 0, 0], from: .initiator, at: 4_000_000, in: &$0)
            // Found again in the segment behind, which came when the gate was open.
            try connection.send(MeshBytes.direct + [0, 0, 0, 0], from: .initiator, at: 5 * Trace.second, in: &$0)
        }
        let file = try CaptureFile.open(bytes: capture.bytes)
        var worker = TraceWorker(also: StreamReading(resynchronizes: true))
        _ = try await worker.read(nil) { try TraceInput(file) }
        var builder = ReportBuilder(consume worker)
        let report = builder.report(CaptureSummary(path: "-", format: "pcap", compression: "none"))
        #expect(codes(report.findings) == ["frame-empty", "frame-empty"])
        #expect(report.findings[0].message.hasSuffix("--resync continued where a message seems to begin."))
        #expect(report.findings[1].message.hasSuffix("no frames can be found after it."))
        #expect(report.sessions[0].forward.messages == 2)
    }

    @Test func streamsOfOtherProtocolsHaveNoFramesThatCouldBeBroken() async throws {
        #expect(try await findings([Array("GET / HTTP/1.1\r\n\r\n".utf8), [0, 0, 0, 0]], after: []).isEmpty)
        #expect(try await findings([[0, 0, 0, 0]], after: []).isEmpty)
    }

    /// Such as Python's `multiprocessing`, whose messages may be empty and may be larger than a mesh's.
    @Test func lengthsOfAnotherProtocolAreItsOwn() async throws {
        let report = try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            let frames = [MeshBytes.frame("one"), [0, 0, 0, 0], MeshBytes.frame("two"), [0, 0, 0, 0]]
            for (index, frame) in (frames + frames + [[0, 0xA0, 0, 1, 7]]).enumerated() {
                try connection.send(frame, from: .initiator, at: Int64(index + 1) * Trace.second, in: &$0)
            }
            try connection.close(at: 19 * Trace.second, in: &$0)
        }
        #expect(report.findings.isEmpty && report.sessions[0].application == .framed)
        #expect(report.sessions[0].forward.messages == 8 && report.sessions[0].forward.malformedMessages == 1)
    }

    @Test func anEmptyFrameAtTheBeginningOfAMeshIsAFaultTheOtherSideShowsWhatItIs() async throws {
        let report = try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send([0, 0, 0, 0], from: .initiator, at: 4_000_000, in: &$0)
            try connection.send(MeshBytes.identification, from: .responder, at: 5_000_000, in: &$0)
            try connection.close(at: 19 * Trace.second, in: &$0)
        }
        let finding = try #require(report.findings("frame-empty").first)
        #expect(finding.frames == [4] && finding.message.hasSuffix("a receiver finds no frames after it."))
        #expect(report.sessions[0].forward.malformedMessages == 1)
    }

    // MARK: - message-undecodable

    @Test func framesThatAreNotMessagesAreReportedOnceForEachSide() async throws {
        let findings = try await findings([
            MeshBytes.direct, MeshBytes.frame("{}"), MeshBytes.frame("no"), MeshBytes.direct,
        ])
        #expect(codes(findings) == ["message-undecodable"])
        #expect(findings[0].severity == .error && findings[0].frames == [6])
        #expect(findings[0].message.hasPrefix("2 messages from Anna cannot be decoded"))
        let one = try await self.findings([MeshBytes.direct, MeshBytes.frame("{}")])
        #expect(one.map(\.message).allSatisfy { $0.hasPrefix("A message from Anna cannot be decoded") })
    }

    @Test func framesOfAProtocolThatIsNotAMeshNeedNotBeMessages() async throws {
        #expect(try await findings([MeshBytes.frame("{}"), MeshBytes.frame("[]")], after: []).isEmpty)
    }

    // MARK: - Order

    @Test func findingsComeInOrderOfTime() async throws {
        let report = try await Trace.report {
            var first = Trace.connection()
            var second = Trace.connection(port: 50001)
            try first.open(at: 0, in: &$0)
            try second.open(at: 10_000_000, in: &$0)
            try second.send(MeshBytes.direct + [0, 0, 0, 0], from: .initiator, at: Trace.second, in: &$0)
            try first.send(MeshBytes.direct + [0, 0, 0, 0], from: .initiator, at: 2 * Trace.second, in: &$0)
        }
        #expect(report.findings("frame-empty").map(\.subject) == [.session(2), .session(1)])
    }
}
