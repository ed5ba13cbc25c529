import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

/// A made-up conversation, what really happened in it, and what the analyzer finds in its capture.
struct ConversationAnalysis {
    let truth: ConversationTruth
    let report: TraceReport
    let bytes: [UInt8]

    /// - Parameter prepare: Gives the analyzer its options.
    init(
        _ make: (inout SyntheticCapture) throws -> ConversationTruth, prepare: (inout TraceAnalyzer) -> Void = { _ in }
    ) async throws {
        var capture = SyntheticCapture()
        truth = try make(&capture)
        bytes = capture.bytes
        var analyzer = TraceAnalyzer()
        prepare(&analyzer)
        report = try await analyzer.analyze(CaptureFile.open(bytes: bytes))
    }

    /// The session that a session of the truth is in the report.
    func session(of truth: ConversationTruth.Session) throws -> Session {
        try #require(
            report.sessions.first {
                ends($0) == [
                    "\(truth.initiator.address) \(truth.initiator.port)",
                    "\(truth.responder.address) \(truth.responder.port)",
                ]
            })
    }

    private func ends(_ session: Session) -> [String] {
        [session.initiator, session.responder].map { "\($0.address) \($0.port)" }
    }

    var findings: [String] { report.findings.map(\.code.rawValue) }
}

/// How far a figure of the report, in seconds, is from one of the truth, in milliseconds: in milliseconds.
func difference(_ seconds: Double?, _ milliseconds: Double?) throws -> Double {
    let (seconds, milliseconds) = (try #require(seconds), try #require(milliseconds))
    return abs(seconds * 1000 - milliseconds)
}

/// A short hash of bytes, for comparing with a literal (FNV-1a of 64 bits).
func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}
