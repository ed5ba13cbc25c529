import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel

@testable import TracePages

/// The section with the whole capture on one axis.
@Suite struct TimelineTests {
    private func page(_ fixture: String) async throws -> (report: TraceReport, text: String) {
        let trace = try await TraceAnalyzer().messages(merging: [CaptureOverview(path: Fixture.url(fixture).path)])
        let capture = PageCapture(trace.report, details: try CaptureDetails(trace))
        let bytes = try ReportPage.render([capture], command: "nearscope report x")
        return (trace.report, String(decoding: bytes, as: UTF8.self))
    }

    private func figure(_ kind: String, of page: String) throws -> Substring {
        try #require(page.split(separator: "<figure ").first { $0.contains("data-chart=\"\(kind)\"") })
    }

    @Test func theTrafficHasARowForEachBinAndAColumnForEachProtocol() async throws {
        let (report, page) = try await page("mesh2-basic.alice.pcap")
        let traffic = try #require(report.capture.traffic)
        let figure = try figure("traffic", of: page)
        let rows = figure.split(separator: "<tr>").dropFirst(2)
        #expect(rows.count == traffic.bytes.count)
        for entry in traffic.protocols { #expect(figure.contains("<th scope=\"col\">\(entry.protocol) (bit/s)</th>")) }
        // The rates of all bins, times their width, are all bits.
        let values = rows.map { row in row.matches(of: #/data-value="([^"]+)"/#).compactMap { Double($0.output.1) } }
        let bits = values.reduce(0) { $0 + $1.dropFirst().dropLast().reduce(0, +) } * traffic.binWidth
        #expect(abs(bits - 8 * Double(report.capture.originalBytes)) < 1)
        #expect(values.reduce(0) { $0 + ($1.last ?? 0) } == Double(report.capture.packets))
    }

    @Test func allPlotsOverTheTimeOfTheCaptureShareIt() async throws {
        let (_, page) = try await page("mesh2-basic.alice.pcap")
        for kind in ["timeline", "traffic", "services", "phases", "throughput", "sequence", "messages"] {
            #expect(try figure(kind, of: page).contains("data-group=\"capture\""), "\(kind)")
        }
        #expect(!page.contains(#/data-group="(?!capture")/#))
    }

    @Test func eachRowHasItsPlacesOnThePlot() async throws {
        let (report, page) = try await page("mesh2-basic.alice.pcap")
        let rows = try figure("timeline", of: page).split(separator: "<tr").dropFirst(2)
        #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix(" data-mark=\"") })
        // A session between two peers has a bar in the rows of both.
        let session = try #require(
            report.sessions.first {
                !$0.isMulticast && $0.responder.peer != nil && $0.responder.peer != $0.initiator.peer
            })
        let row = try #require(rows.first { $0.contains("session \(session.id),") })
        let places = row.dropFirst(12).prefix { $0 != "\"" }.split(separator: ",").map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        #expect(places.count == 2 && places.allSatisfy { $0.count == 4 && $0[0] <= $0[2] && $0[1] < $0[3] })
        #expect(places[0][1] != places[1][1])
    }

    @Test func aPartOfTheTimeCanBeExtracted() async throws {
        let (_, page) = try await page("mesh2-basic.alice.pcap")
        for section in ["timeline", "services"] {
            let text = try #require(page.split(separator: "<section ").first { $0.hasPrefix("id=\"\(section)\"") })
            #expect(text.contains(#/<p class="command" data-command="[^"]+" data-span="0 [.0-9]+" hidden="">/#))
            #expect(text.contains("-o part.pcapng</code>"))
        }
    }

    @Test func whatBecameOfANameIsMarked() async throws {
        let (report, page) = try await page("bonjour/apple-threeway-rename.pcap")
        let figure = try figure("timeline", of: page)
        let renames = report.services.flatMap(\.timeline).count { $0.event == .rename }
        #expect(renames > 0 && figure.matches(of: #/\(_[a-z0-9-]+\._(tcp|udp)\) renamed</#).count == renames)
        #expect(figure.contains("name given up for another"))
    }

    @Test func silenceIsBetweenThePacketsOfASession() throws {
        var session = Session(
            id: 1, transport: .tcp, application: .unknown, ending: .captureEnd, midstream: false,
            initiator: .init(peer: nil, address: "10.0.0.1", port: 50000),
            responder: .init(peer: nil, address: "10.0.0.2", port: 7000), service: nil, interface: 0, firstFrame: 1,
            start: 1, end: 11, duration: 10)
        session.established = 1
        session.throughput.binWidth = 1
        session.throughput.forward = [8, 0, 0, 0, 8, 0, 8, 0, 0, 8]
        session.throughput.backward = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        var capture = CaptureSummary(path: "x", format: "pcap", compression: "none")
        capture.duration = 20
        let report = TraceReport(capture: capture, peers: [], services: [], sessions: [session], findings: [])
        let page = try PageContext(PageCapture(report), number: nil)
        let silences = TimelineTroubles(page, report.sessions, limit: 10).silences
        #expect(silences.map(\.times) == [2...5, 8...10, 11...20])
        let one = TimelineTroubles(page, report.sessions, limit: 1)
        #expect(
            one.silences.map(\.times) == [11...20] && one.notes == ["The 1 longest silences; 2 more are not shown."])
    }

    @Test func lossesNearEachOtherAreOneMark() async throws {
        let (report, page) = try await page("mesh2-basic.alice.pcap")
        let lossy = report.sessions.filter {
            ($0.forward.retransmittedPackets ?? 0) + ($0.backward.retransmittedPackets ?? 0) > 0
        }
        #expect(try figure("timeline", of: page).contains("loss in session") == !lossy.isEmpty)
    }
}
