import CaptureCorrelation
import Foundation
import PacketCapture
import TestSupport
import Testing

@testable import TracePages

@Suite struct CorrelationPageTests {
    private func page(_ first: String, _ second: String) async throws -> String {
        let captures = try await CaptureCorrelator().correlation(
            of: CaptureFile.open(path: Fixture.url("transfer/" + first).path),
            CaptureFile.open(path: Fixture.url("transfer/" + second).path))
        let series = captures.delays(sessions: 6, bins: 120)
        return String(
            decoding: try CorrelationPage.render(captures.report, series, command: "nearscope correlate a b"),
            as: UTF8.self)
    }

    @Test func delaysAndClocksOfBothDirectionsAreShown() async throws {
        let page = try await page("txt-udp-clock-offset.phone.pcap", "txt-udp-clock-offset.tablet.pcap")
        #expect(page.contains(#"data-chart="delays" data-series="forward,backward"#))
        #expect(page.contains(#"data-chart="clock""#) && page.contains("clock of B is ahead by"))
        try PageData.expectFigures(of: page, more: 6)
    }

    @Test func lostPacketsAreMarkedWhenTheyWereSent() async throws {
        let page = try await page("wa-stream-loss-reorder.simulator.pcap", "wa-stream-loss-reorder.viewer.pcapng")
        #expect(page.contains("<th scope=\"col\">lost packets</th>") && page.contains("class=\"points s3"))
        #expect(!page.contains("none lost between them"))
    }
}
