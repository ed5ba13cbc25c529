import Testing
import TraceModel

@testable import TracePages

@Suite struct AWDLPlotsTests {
    private static func address(_ index: Int) -> String {
        "02:00:00:00:00:" + (index < 16 ? "0" : "") + String(index, radix: 16)
    }

    private static func distribution(_ bins: [SeriesBin]) -> Distribution {
        var values = Distribution()
        values.count = bins.reduce(0) { $0 + $1.count }
        (values.min, values.median) = (bins.map(\.min).min(), bins.first?.median)
        (values.p95, values.max) = (bins.map(\.max).max(), bins.map(\.max).max())
        return values
    }

    /// Nodes that were heard once a second, and the differences of the clocks of all pairs.
    private static func page(nodes count: Int, seconds: Int) throws -> String {
        var awdl = AWDLReport(.metric)
        awdl.nodes = (0..<count).map { index in
            var node = AWDLReport.Node(address: address(index), firstSeen: 0, lastSeen: Double(seconds))
            node.signalSeries = (0..<seconds).map {
                // Those that come later have more frames.
                .init(time: Double($0), count: 1 + index, min: -70, median: -60, max: -50)
            }
            node.signal = distribution(node.signalSeries)
            node.channelSequences = (0..<1000).map {
                .init(time: Double($0) / 1000, channels: [6, 44], frame: $0 + 1)
            }
            return node
        }
        for first in 0..<count {
            for second in first + 1..<count {
                var pair = AWDLReport.Pair(a: address(first), b: address(second), syncError: Distribution())
                pair.windowOverlap = Double(second) / Double(count)
                pair.syncErrorSeries = (0..<seconds).map {
                    .init(time: Double($0), count: 1, min: 0.001, median: 0.002 * Double(second), max: 0.1)
                }
                pair.syncError = distribution(pair.syncErrorSeries)
                awdl.pairs.append(pair)
            }
        }
        var report = TraceSamples.report()
        report.capture.duration = Double(seconds)
        report.wireless = WirelessReport()
        report.wireless?.awdl = awdl
        return String(
            decoding: try ReportPage.render([PageCapture(report)], command: "nearscope report x"), as: UTF8.self)
    }

    private static func figure(_ kind: String, of page: String) throws -> Substring {
        let figure = try #require(page.split(separator: "<figure ").first { $0.contains("data-chart=\"\(kind)\"") })
        return try #require(figure.split(separator: "</figure>").first)
    }

    @Test func signalAndClocksAreShownOverTime() throws {
        let page = try Self.page(nodes: 3, seconds: 5)
        for (kind, name) in [("signal", Self.address(0)), ("sync-error", "\(Self.address(0)) – \(Self.address(1))")] {
            let figure = try Self.figure(kind, of: page)
            #expect(figure.contains("chart time") && figure.contains(name) && figure.contains("class=\"line s3\""))
            #expect(figure.split(separator: "<tr").count == 2 + 3 * 5)
        }
        // The worst pair comes first.
        let worst = "\(Self.address(0)) – \(Self.address(2))"
        #expect(try Self.figure("sync-error", of: page).contains("data-series=\"\(worst),"))
    }

    @Test func aNodeHasOneNameAndItsChangesOfMasterAreItsOwn() throws {
        var awdl = AWDLReport(.metric)
        awdl.nodes = ["carol", "dave"].enumerated().map { index, name in
            var node = AWDLReport.Node(address: Self.address(index), firstSeen: 0, lastSeen: 2)
            node.hostname = name + ".local."
            node.channelSequences = [.init(time: 0, channels: [6, 44], frame: 1)]
            node.masterChanges = [.init(time: 1, frame: 2, master: Self.address(0))]
            return node
        }
        awdl.masters = [.init(time: 0, address: Self.address(0), frame: 1)]
        var report = TraceSamples.report()
        report.capture.duration = 2
        report.wireless = WirelessReport()
        report.wireless?.awdl = awdl
        let bytes = try ReportPage.render([PageCapture(report)], command: "nearscope report x")
        let page = String(decoding: bytes, as: UTF8.self)
        for kind in ["slots", "masters"] {
            let figure = try Self.figure(kind, of: page)
            #expect(figure.contains(">carol<") && !figure.contains(Self.address(0)) && !figure.contains("carol.local"))
        }
        #expect(try Self.figure("masters", of: page).contains("dave changed to it"))
    }

    @Test func oneBinIsNoSeries() throws {
        let figure = try Self.figure("signal", of: Self.page(nodes: 3, seconds: 1))
        #expect(!figure.contains("chart time") && figure.contains("95th percentile"))
    }

    @Test func fewNodesHaveAMatrixAndManyAList() throws {
        let matrix = try Self.figure("overlap", of: Self.page(nodes: 16, seconds: 2))
        #expect(matrix.matches(of: /<rect class="cell/).count == 16 * 15)
        #expect(matrix.split(separator: "<tr>").count == 2 + 120)
        let list = try Self.figure("overlap", of: Self.page(nodes: 17, seconds: 2))
        #expect(
            !list.contains("<rect") && list.contains("The 30 pairs with the least overlap are shown; 106 more are not.")
        )
    }

    @Test func whatIsNotShownIsSaid() throws {
        let page = try Self.page(nodes: 20, seconds: 3)
        #expect(page.utf8.count < 1_000_000)
        let signal = try Self.figure("signal", of: page)
        #expect(signal.contains("nodes with most frames are shown;") && signal.contains(Self.address(19)))
        #expect(!signal.contains(Self.address(0)))
        #expect(try Self.figure("sync-error", of: page).contains("pairs whose clocks are furthest apart are shown;"))
        let slots = try Self.figure("slots", of: page)
        #expect(slots.contains("The first 16 nodes are shown; 4 more are not."))
        #expect(slots.contains("Thinned evenly over time,") && slots.contains("schedules of \(Self.address(15))"))
        // The last schedule is there as well as the first.
        #expect(slots.contains(#"<td data-value="0.999">"#) && slots.contains(#"<td data-value="0">"#))
    }

    @Test func twoKindsOfNodesHavePlotsOfTheirOwn() throws {
        let bins = [0.0, 1].map { SeriesBin(time: $0, count: 1, min: -60, median: -60, max: -60) }
        var report = TraceSamples.report()
        var (awdl, nan) = (AWDLReport(.metric), NANReport())
        var node = AWDLReport.Node(address: Self.address(1), firstSeen: 0, lastSeen: 1)
        (node.signal, node.signalSeries) = (Self.distribution(bins), bins)
        awdl.nodes = [node]
        nan.nodes = [
            NANReport.Node(
                address: Self.address(2), clusters: [], beacons: 2, serviceDiscoveryFrames: 0, actionFrames: 0,
                faultyFrames: 0, signal: Self.distribution(bins), signalSeries: bins, firstSeen: 0, omitted: 0)
        ]
        report.capture.duration = 2
        var wireless = WirelessReport()
        (wireless.awdl, wireless.nan) = (awdl, nan)
        report.wireless = wireless
        let bytes = try ReportPage.render([PageCapture(report)], command: "nearscope report x")
        let page = String(decoding: bytes, as: UTF8.self)
        #expect(page.contains(#"id="signal-plot" data-chart="signal""#))
        #expect(page.contains(#"id="nan-signal-plot" data-chart="signal""#))
    }
}
