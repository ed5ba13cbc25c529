import Foundation
import Testing
import TraceModel
import WireCoding

@testable import RunComparison
@testable import TracePages

@Suite struct ComparisonPageTests {
    /// A run of each round trip time.
    private func runs(_ transport: Session.Transport, _ times: [Double], place: String) -> [TestRun] {
        var collector = RunCollector()
        for (index, time) in times.enumerated() {
            var session = Session(
                id: 1, transport: transport, application: .echo, ending: .fin, midstream: false,
                initiator: .init(peer: nil, address: "10.0.0.1", port: UInt16(50_000 + index)),
                responder: .init(peer: nil, address: "10.0.0.2", port: 7000), service: nil, interface: 0,
                firstFrame: 3, start: 1, end: 11, duration: 10)
            session.capturePoint = .initiator
            session.applicationRTT.count = 100
            session.applicationRTT.median = time
            var capture = CaptureSummary(path: "x", format: "pcap", compression: "none")
            capture.firstTime = "2025-11-06T08:00:00.000000000Z"
            let report = TraceReport(capture: capture, peers: [], services: [], sessions: [session], findings: [])
            collector.add(report, path: "\(place)-\(transport.rawValue)-\(index).pcap")
        }
        return collector.runs
    }

    private func page(_ runs: [TestRun], by factors: [ComparisonFactor]) throws -> String {
        let comparison = ComparisonReport(of: runs, by: factors)
        return String(
            decoding: try ComparisonPage.render(comparison, command: "nearscope compare x"), as: UTF8.self)
    }

    @Test func eachCellIsABoxWithAPointForEachRun() throws {
        let page = try page(
            runs(.tcp, [0.02, 0.03, 0.025, 0.04], place: "city") + runs(.udp, [0.01, 0.012], place: "city"),
            by: [.transport])
        #expect(page.contains(#"<section id="comparison""#) && page.contains(#"data-chart="boxes""#))
        #expect(page.contains("6 runs in") && page.contains("compared by transport"))
        let start = try #require(page.range(of: #"id="boxes-rttMedian""#)).upperBound
        let figure = page[start...].prefix { $0 != "\u{0}" }
        let plot = figure.prefix(upTo: try #require(figure.range(of: "</figure>")).lowerBound)
        // A point is a line without length.
        #expect(plot.split(separator: "h0", omittingEmptySubsequences: false).count - 1 == 6)
        #expect(plot.contains("tcp") && plot.contains(#"data-value="0.0275""#))
    }

    @Test func figuresAreThoseOfTheComparison() throws {
        let page = try page(
            runs(.tcp, [1, 2, 3, 4, 5], place: "city") + runs(.udp, [6, 7, 8, 9, 10], place: "forest"),
            by: [.transport, .scenario])
        try PageData.expectFigures(of: page, more: 4)
    }

    @Test func cellsBeyondThoseOnThePageAreTold() throws {
        var all = runs(.tcp, (1...60).map { Double($0) / 1000 }, place: "city")
        for index in all.indices { all[index].factors.set("packetSize", to: .number(Double(index))) }
        let page = try page(all, by: [.packetSize])
        #expect(page.contains(#"data-left-out="cells" data-value="20""#))
        try PageData.expectFigures(of: page, more: 40)
    }

    @Test func namesOfPlacesStayText() throws {
        var all = runs(.tcp, [0.1, 0.2, 0.3], place: "city")
        for index in all.indices { all[index].factors.set("scenario", to: .text("</script><img src=x>")) }
        let page = try page(all, by: [.scenario])
        #expect(page.contains("&lt;/script>") || page.contains("&lt;/script&gt;"))
        #expect(!page.contains("<img") && page.split(separator: "</script").count == 3)
    }
}
