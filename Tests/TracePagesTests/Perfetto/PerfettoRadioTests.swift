import Testing
import TraceModel

@testable import TracePages

@Suite struct PerfettoRadioTests {
    @Test func channelsOfANodeLastUntilTheNextOnes() throws {
        var node = AWDLReport.Node(address: "02:00:00:00:00:01", firstSeen: 0, lastSeen: 3)
        node.peer = "p1"
        node.channelSequences = [
            .init(time: 1, channels: [6, 0, 44], frame: 4), .init(time: 2, channels: [44, 44, 44], frame: 7),
        ]
        node.masterChanges = [.init(time: 1.5, frame: 5, master: "02:00:00:00:00:02")]
        var report = TraceSamples.report()
        var awdl = AWDLReport(.metric)
        awdl.nodes = [node]
        report.wireless = WirelessReport()
        report.wireless?.awdl = awdl
        let slices = try DecodedTrace(report).slices()
        #expect(slices.map(\.name) == ["6 0 44", "44 44 44", "master 02:00:00:00:00:02"])
        #expect(slices.map { Int64($0.end) - TraceSamples.origin } == [2_000_000_000, 3_000_000_000, 3_000_000_000])
    }

    private static let (ana, bo, interface) = ("02:00:00:00:00:01", "02:00:00:00:00:02", "02:00:00:00:01:01")

    private func report(_ nan: NANReport) -> TraceReport {
        var report = TraceSamples.report()
        report.capture.duration = 9
        report.wireless = WirelessReport()
        report.wireless?.nan = nan
        return report
    }

    private func node(_ address: String, peer: String?, firstSeen: Double) -> NANReport.Node {
        NANReport.Node(
            address: address, peer: peer, clusters: ["50:6f:9a:01:00:01"], beacons: 1, serviceDiscoveryFrames: 0,
            actionFrames: 0, faultyFrames: 0, signal: Distribution(), signalSeries: [], firstSeen: firstSeen, omitted: 0
        )
    }

    @Test func aNodeAndWhatItFindsAreInstantsBelowItsPeer() throws {
        var nan = NANReport()
        nan.nodes = [node(Self.ana, peer: "p1", firstSeen: 0.5), node(Self.bo, peer: "p2", firstSeen: 1)]
        nan.services = [
            .init(serviceID: "0102030405ff", name: "photos", publishers: [Self.bo], subscribers: [Self.ana])
        ]
        nan.matches = [
            .init(serviceID: "0102030405ff", publisher: Self.bo, subscriber: Self.ana, time: 2, followUps: 3)
        ]
        let trace = try DecodedTrace(report(nan))
        #expect(trace.events.map(\.name) == ["node", "node", "match photos"])
        #expect(
            trace.events.map { trace.path(of: $0.track) } == [
                ["Ana", "NAN \(Self.ana)"], ["Bo", "NAN \(Self.bo)"], ["Ana", "NAN \(Self.ana)"],
            ])
        #expect(trace.events[2].time == TraceSamples.time(2_000_000_000) && trace.events[2].type == 3)
        #expect(trace.events[2].texts == ["publisher": Self.bo, "subscriber": Self.ana])
    }

    @Test func aDataPathLastsFromItsRequestToItsEnd() throws {
        var path = NANReport.DataPath(ndpID: 7, initiator: Self.interface, firstSeen: 2)
        (path.initiatorNode, path.responderNode, path.state) = (Self.ana, Self.bo, .terminated)
        (path.requested, path.accepted, path.confirmed, path.ended) = (2, 2.25, 2.5, 6)
        var nan = NANReport()
        nan.nodes = [node(Self.ana, peer: "p1", firstSeen: 0)]
        nan.dataPaths = [path]
        let trace = try DecodedTrace(report(nan))
        let slices = try trace.slices()
        let times = Dictionary(uniqueKeysWithValues: slices.map { ($0.name, [$0.begin, $0.end]) })
        func span(_ begin: Int64, _ end: Int64) -> [UInt64] {
            [TraceSamples.time(begin * 1_000_000), TraceSamples.time(end * 1_000_000)]
        }
        #expect(times == ["data path 7": span(2000, 6000), "setup": span(2000, 2500), "confirmed": span(2500, 6000)])
        #expect(
            slices.allSatisfy {
                trace.path(of: $0.track)
                    == ["Ana", "NAN \(Self.ana)", "data path 7 \(Self.interface) → \(Self.bo)"]
            })
    }

    @Test func aDataPathThatNobodyEndedLastsAsLongAsTheCapture() throws {
        var path = NANReport.DataPath(ndpID: 7, initiator: Self.interface, firstSeen: 2)
        (path.requested, path.accepted, path.state) = (2, 3, .accepted)
        var nan = NANReport()
        nan.dataPaths = [path]
        let slices = try DecodedTrace(report(nan)).slices()
        #expect(slices.map(\.name) == ["setup", "accepted", "data path 7"])
        #expect(slices.last?.end == TraceSamples.time(9_000_000_000))
    }

    @Test func aRefusedDataPathHasNoSetup() throws {
        var path = NANReport.DataPath(ndpID: 7, initiator: Self.interface, firstSeen: 2)
        (path.requested, path.ended, path.state, path.reason) = (2, 2.5, .rejected, "busy")
        var nan = NANReport()
        nan.dataPaths = [path]
        let trace = try DecodedTrace(report(nan))
        #expect(try trace.slices().map(\.name) == ["data path 7"])
        #expect(trace.events.first?.texts["detail"] == "busy" && trace.events.first?.texts["state"] == "rejected")
    }

    @Test func anchorMastersOfAClusterAreInstants() throws {
        var nan = NANReport()
        nan.clusters = [
            .init(
                id: "50:6f:9a:01:00:01", anchorMaster: Self.bo,
                anchorMasters: [
                    .init(time: 1, address: Self.ana, frame: 3), .init(time: 4, address: Self.bo, frame: 8),
                ],
                firstSeen: 0.5)
        ]
        let trace = try DecodedTrace(report(nan))
        #expect(trace.events.map(\.name) == ["cluster", "anchor master \(Self.ana)", "anchor master \(Self.bo)"])
        #expect(trace.events.map { $0.numbers["frame"] } == [nil, 3, 8])
        #expect(trace.events.allSatisfy { trace.path(of: $0.track) == ["Others", "NAN cluster 50:6f:9a:01:00:01"] })
    }
}
