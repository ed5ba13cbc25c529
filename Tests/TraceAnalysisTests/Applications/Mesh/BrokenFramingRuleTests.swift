import PacketCapture
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct BrokenFramingRuleTests {
    private typealias Trace = SyntheticTrace

    /// A mesh session in which Anna sends this behind her identification.
    private func report(_ piece: [UInt8], maximumFrameLength: Int) async throws -> TraceReport {
        let capture = try Trace.capture {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send(MeshBytes.identification, from: .initiator, at: 4_000_000, in: &$0)
            try connection.send(piece, from: .initiator, at: 5 * Trace.second, in: &$0)
        }
        return try await TraceAnalyzer(maximumFrameLength: maximumFrameLength)
            .analyze(CaptureFile.open(bytes: capture.bytes))
    }

    @Test func limitIsWhatTheReaderSays() async throws {
        let length = 10_485_761
        let opening: [UInt8] = [0x00, 0xA0, 0x00, 0x01, UInt8(ascii: "{")]
        let usual = try await report(opening, maximumFrameLength: length - 1)
        #expect(usual.findings.map(\.code.rawValue) == ["frame-too-large"])
        #expect(usual.findings.allSatisfy { $0.message.contains("claims 10485761 bytes, but the limit is 10485760") })
        // The same stream between apps that take larger frames is one that goes on.
        #expect(try await report(opening, maximumFrameLength: length).findings.isEmpty)
    }

    @Test func lowerLimitRefusesWhatIsUsual() async throws {
        // White space behind a message is no part of it, but of the frame.
        let text = String(decoding: MeshBytes.direct.dropFirst(4), as: UTF8.self) + String(repeating: " ", count: 1000)
        let (frame, body) = (MeshBytes.frame(text), text.utf8.count)
        #expect(try await report(frame, maximumFrameLength: body).sessions[0].forward.messages == 2)
        let report = try await report(frame, maximumFrameLength: body - 1)
        let finding = try #require(report.findings.first)
        #expect(finding.code.rawValue == "frame-too-large" && finding.frames == [5])
        #expect(finding.message.contains("claims \(body) bytes, but the limit is \(body - 1)"))
        #expect(report.sessions[0].forward.messages == 1)
    }
}
