import Crypto
import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

@testable import TracePages

@Suite struct ReportPageTests {
    private func page(_ fixtures: String...) async throws -> String {
        var captures: [PageCapture] = []
        for fixture in fixtures {
            let trace = try await TraceAnalyzer().messages(merging: [CaptureOverview(path: Fixture.url(fixture).path)])
            captures.append(PageCapture(trace.report, details: try CaptureDetails(trace)))
        }
        return String(decoding: try ReportPage.render(captures, command: "nearscope report x"), as: UTF8.self)
    }

    @Test(arguments: ["mesh2-basic.alice.pcap", "pigeon-relay.server.pcap", "bonjour/apple-threeway-rename.pcap"])
    func figuresAreThoseOfTheReport(fixture: String) async throws {
        let page = try await page(fixture)
        try PageData.expectFigures(of: page, more: 10)
    }

    @Test func hostileTextsStayText() async throws {
        var capture = SyntheticCapture()
        _ = try HostileTraffic(longText: 5000, seed: 7).write(into: &capture)
        let report = try await TraceAnalyzer().analyze(CaptureFile.open(bytes: capture.bytes))
        let bytes = try ReportPage.render([PageCapture(report)], command: "nearscope report \"><script>x")
        let page = try #require(String(validating: bytes, as: UTF8.self))
        #expect(bytes.count < 1_000_000)
        // One for the data and one for the page: none of theirs.
        #expect(page.split(separator: "<script").count == 3 && page.split(separator: "</script").count == 3)
        #expect(!page.contains("<img") && !page.contains("<svg/onload") && !page.contains("\u{1B}"))
        let data = try PageData(page)
        for match in page.matches(of: #/data-path="([^"]+)"/#) {
            #expect(data.value(at: String(match.output.1)) != nil, "\(match.output.1)")
        }
    }

    @Test func doubledAndHiddenConnectionsAreToldApart() async throws {
        let page = try await page("mesh4-tiebreak-bug.kofi.pcap")
        #expect(page.contains("two connections at once") && page.contains("cannot be seen from here"))
        #expect(!page.contains("missing in the mesh"))
        let whole = try await self.page("mesh5-relay-partial.wire.pcap")
        #expect(whole.contains("missing in the mesh") && whole.contains("has the lower peer ID and is to open it"))
        #expect(whole.contains("href=\"#peers-plot\""))
    }

    @Test func severalCapturesHaveTheirOwnPlaces() async throws {
        let page = try await page("mesh2-basic.alice.pcap", "mesh2-basic.bruno.pcapng")
        #expect(page.contains(#"<article id="file-2" "#) && page.contains(#"<section id="summary-2""#))
        #expect(page.contains(#"data-path="/1/capture/packets""#))
        #expect((try PageData(page).root as? [Any])?.count == 2)
    }

    @Test func severalCapturesHaveAnIndexAndHeadingsWithTheirNames() async throws {
        let page = try await page("mesh2-basic.alice.pcap", "mesh2-basic.bruno.pcapng")
        let index = try #require(page.split(separator: "<section ").first { $0.hasPrefix(#"id="captures""#) })
        #expect(index.contains(##"<a href="#file-2">mesh2-basic.bruno.pcapng</a>"##))
        #expect(page.contains(#"class="file">mesh2-basic.bruno.pcapng</h2>"#))
        #expect(page.contains(#"<h3 id="title-summary-2">"#) && !page.contains(#"<h2 id="title-summary-2">"#))
        let contents = try #require(page.split(separator: "<nav ").last?.split(separator: "</nav>").first)
        #expect(contents.contains(##"<a href="#file-2">mesh2-basic.bruno.pcapng</a><ul>"##))
        #expect(CaptureNames(["a/x.pcap", "b/x.pcap", "b/y.pcap"]).names == ["a/x.pcap", "b/x.pcap", "y.pcap"])
    }

    @Test func aTimeOfTheClockAndAPathMayGoOnInTheNextLine() async throws {
        let page = try await page("mesh2-basic.alice.pcap")
        #expect(page.contains(#/data-value="&quot;[-0-9]+T[:.0-9]+Z&quot;">[-0-9]+ [:.0-9]+ UTC</#))
        var html = HTMLText()
        html.breakable("/a/b c/d.pcap")
        #expect(String(decoding: html.bytes, as: UTF8.self) == "/a/<wbr>b c/<wbr>d.pcap")
    }

    @Test func someHundredSessionsAreListed() throws {
        let sessions = (1...400).map { id in
            var session = Session(
                id: id, transport: .tcp, application: .unknown, ending: .fin, midstream: false,
                initiator: .init(peer: nil, address: "10.0.0.\(id % 250)", port: UInt16(40_000 + id)),
                responder: .init(peer: nil, address: "10.0.1.1", port: 443), service: nil, interface: 0,
                firstFrame: id, start: Double(id), end: Double(id) + 30, duration: 30)
            session.throughput.binWidth = 0.1
            session.throughput.forward = (0..<300).map { Double($0 * id) }
            session.throughput.backward = (0..<300).map { Double($0 * id + 1) }
            session.forward.wireBytes = id
            return session
        }
        let capture = CaptureSummary(path: "x", format: "pcap", compression: "none")
        let report = TraceReport(capture: capture, peers: [], services: [], sessions: sessions, findings: [])
        let bytes = try ReportPage.render([PageCapture(report)], command: "nearscope report x")
        let rows = String(decoding: bytes, as: UTF8.self).matches(of: #/<tr data-session="/#).count
        #expect(bytes.count < 1_000_000 && (100...300).contains(rows))
    }

    @Test func idsAreThereOnceAndLinksLeadToThem() async throws {
        let page = try await page("mesh2-basic.alice.pcap", "bonjour/apple-threeway-rename.pcap")
        let ids = page.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
        #expect(Set(ids).count == ids.count)
        let targets = page.matches(of: #/href="#([^"]+)"/#).map { String($0.output.1) }
        #expect(!targets.isEmpty && Set(targets).isSubset(of: ids))
    }

    @Test func thePolicyNamesItsStyleAndItsScriptAlone() async throws {
        let page = try await page("mesh2-basic.alice.pcap")
        #expect(page.contains("default-src &#39;none&#39;"))
        for (tag, start) in [("style", "<style>"), ("script", "<script>")] {
            let from = try #require(page.range(of: start)).upperBound
            let to = try #require(page.range(of: "</\(tag)>", range: from..<page.endIndex)).lowerBound
            let hash = Data(SHA256.hash(data: Data(page[from..<to].utf8))).base64EncodedString()
            #expect(page.contains("\(tag)-src &#39;sha256-\(hash)&#39;"))
        }
        #expect(!page.contains(#/ (src|on[a-z]+|style)="/#))
    }

    @Test func theSameCaptureGivesTheSameBytes() async throws {
        let pages = [try await page("pigeon-relay.server.pcap"), try await page("pigeon-relay.server.pcap")]
        #expect(pages[0] == pages[1])
    }

    @Test func everyPlotHasItsTableAndItsName() async throws {
        let page = try await page("pigeon-relay.server.pcap")
        let figures = page.split(separator: "<figure ").dropFirst()
        #expect(figures.count > 5)
        for figure in figures {
            #expect(
                figure.contains("role=\"img\"") && figure.contains("aria-label=") && figure.contains("<td data-value="))
        }
    }

    @Test func withoutASecondReadingThePageSaysSo() async throws {
        let report = try await TraceAnalyzer().analyze(
            CaptureFile.open(path: Fixture.url("mesh2-basic.alice.pcap").path))
        let bytes = try ReportPage.render([PageCapture(report)], command: "nearscope report -")
        let page = String(decoding: bytes, as: UTF8.self)
        #expect(page.contains("time–sequence plots, message charts, round trips one by one"))
        #expect(!page.contains("data-chart=\"messages\"") && !page.contains("nearscope extract"))
    }
}
