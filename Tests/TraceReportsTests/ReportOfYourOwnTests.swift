import TestSupport
import Testing
import TraceModel
import TraceReports
import WireCoding

// The code of the article, word for word.

/// What a test bench keeps of a capture.
struct BenchResult: Encodable, Equatable {
    var capture: String
    var sessions: Int
    /// The 95th percentile of the slowest session, in seconds; nil where no session has round trips.
    var slowestRoundTrip: Double?
    var errors: [String]

    init(_ report: TraceReport) {
        capture = report.capture.path
        sessions = report.sessions.count
        slowestRoundTrip = report.sessions.compactMap(\.applicationRTT.p95).max()
        errors = report.findings.filter { $0.severity == .error }.map(\.message)
    }
}

/// The result on one line of JSON.
func benchLine(_ report: TraceReport) throws -> [UInt8] {
    try JSONReport.render(BenchResult(report), pretty: false)
}

/// All sessions with all their figures, for a spreadsheet.
func sessionTable(_ report: TraceReport) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = RowWriter(.csv, .sessions(of: report)) { bytes += $0 }
    for session in report.sessions { try writer.write(session) }
    try writer.finish()
    return bytes
}

@Suite struct ReportOfYourOwnTests {
    private func report(rtt: Double?) -> TraceReport {
        let capture = CaptureSummary(path: "bench.pcap", format: "pcap", compression: "none")
        var session = Session(
            id: 1, transport: .tcp, application: .echo, ending: .fin, midstream: false,
            initiator: .init(peer: nil, address: "10.0.0.1", port: 50_000),
            responder: .init(peer: nil, address: "10.0.0.2", port: 7000), service: nil, interface: 0, firstFrame: 3,
            start: 1, end: 11, duration: 10)
        session.applicationRTT.p95 = rtt
        return TraceReport(capture: capture, peers: [], services: [], sessions: [session], findings: [])
    }

    @Test func theLineHasTheKeysInTheOrderOfTheType() throws {
        let line = String(decoding: try benchLine(report(rtt: 0.25)), as: UTF8.self)
        #expect(line == #"{"capture":"bench.pcap","sessions":1,"slowestRoundTrip":0.25,"errors":[]}"# + "\n")
    }

    @Test func theTableHasARowForEachSession() throws {
        let rows = String(decoding: try sessionTable(report(rtt: nil)), as: UTF8.self).split(separator: "\r\n")
        #expect(rows.count == 2 && rows[1].contains("10.0.0.2"))
    }

    @Test func theArticleShowsWhatIsTestedHere() throws {
        let article = try Article("Make-a-report-of-your-own", of: "TraceReports")
        #expect(article.code.count == 2)
        #expect(try article.code(missingFrom: #filePath).isEmpty)
    }
}
