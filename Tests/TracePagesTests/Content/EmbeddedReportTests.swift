import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceReports

@testable import TracePages

@Suite struct EmbeddedReportTests {
    private func report() async throws -> TraceReport {
        try await TraceAnalyzer().analyze(CaptureFile.open(path: Fixture.url("mesh5-relay-partial.wire.pcap").path))
    }

    @Test func aShortReportIsWhole() async throws {
        let report = try await report()
        let embedded = try EmbeddedReport(report, shown: report.sessions.map(\.id))
        #expect(embedded.report == report)
        let whole = try JSONReport.render(report, pretty: false).dropLast()
        #expect(
            String(decoding: embedded.json, as: UTF8.self).replacing("\\u003c", with: "<").utf8.elementsEqual(whole))
    }

    @Test func sessionsWithoutASectionLoseTheirThroughput() async throws {
        let report = try await report()
        let embedded = try EmbeddedReport(report, shown: [1])
        for session in embedded.report.sessions {
            let known = report.sessions[session.id - 1].throughput
            #expect(session.throughput.forward == (session.id == 1 ? known.forward : []))
        }
    }

    @Test(arguments: [20_000, 60_000]) func aLongReportLosesWhatWeighsLeast(limit: Int) async throws {
        let report = try await report()
        let heaviest = try #require(report.sessions.max { $0.wireBytes < $1.wireBytes })
        let embedded = try EmbeddedReport(report, shown: [heaviest.id], limit: limit)
        #expect(embedded.json.count <= limit)
        let kept = embedded.report.sessions.map(\.id)
        #expect(kept.contains(heaviest.id) && kept == kept.sorted() && kept.count < report.sessions.count)
        let object = try JSONSerialization.jsonObject(with: Data(embedded.json)) as? [String: Any]
        let leftOut = try #require(object?["leftOut"] as? [String: Int])
        #expect(leftOut["sessions"] == report.sessions.count - kept.count)
        for (id, place) in embedded.sessionPlaces { #expect(embedded.report.sessions[place].id == id) }
    }
}
