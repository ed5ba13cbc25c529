import Foundation
import Testing
import TraceModel

@testable import TracePages

@Suite struct SeriesSelectionTests {
    /// Nodes that have as many frames as their places, and bins of one frame.
    private func wireless(nodes count: Int) -> WirelessReport {
        var awdl = AWDLReport(.metric)
        awdl.nodes = (0..<count).map { index in
            var node = AWDLReport.Node(address: "\(index)", firstSeen: 0, lastSeen: 1)
            node.signal.count = index
            node.signalSeries = (0..<index).map {
                .init(time: Double($0), count: 1, min: -60, median: -60, max: -60)
            }
            return node
        }
        var wireless = WirelessReport()
        wireless.awdl = awdl
        return wireless
    }

    @Test func nodesWithMostFramesComeFirst() {
        #expect(SeriesSelection(wireless(nodes: 5), limit: 3).awdl == [4, 3, 2])
        // A node without frames of a known strength has no series.
        #expect(SeriesSelection(wireless(nodes: 2), limit: 3).awdl == [1])
        #expect(SeriesSelection(nil, limit: 3).pairs.isEmpty)
    }

    @Test func onlyLongReportsLoseTheOtherSeries() throws {
        var report = TraceSamples.report()
        report.wireless = wireless(nodes: 60)
        #expect(try EmbeddedReport(report, shown: []).report == report)
        let embedded = try EmbeddedReport(report, shown: [], limit: 60_000)
        let nodes = try #require(embedded.report.wireless?.awdl?.nodes)
        #expect(nodes.filter { !$0.signalSeries.isEmpty }.map(\.address) == (52..<60).map(String.init))
        let object = try JSONSerialization.jsonObject(with: Data(embedded.json)) as? [String: Any]
        #expect((object?["leftOut"] as? [String: Int])?["signalSeries"] == 51)
        #expect(embedded.json.count <= 60_000)
    }
}
