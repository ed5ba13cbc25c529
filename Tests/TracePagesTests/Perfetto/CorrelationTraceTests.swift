import CaptureCorrelation
import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel

@testable import TracePages

@Suite struct CorrelationTraceTests {
    /// A comparison of two fixtures, and its trace.
    private struct Scene {
        let correlated: CorrelatedCaptures
        let series: [TransitSeries]
        let trace: DecodedTrace

        init(_ first: String, _ second: String) async throws {
            let paths = [first, second].map { Fixture.url($0).path }
            correlated = try await CaptureCorrelator().correlation(
                of: CaptureFile.open(path: paths[0]), CaptureFile.open(path: paths[1]))
            series = correlated.series(sessions: .max, points: CorrelationTrace.maximumPoints)
            let output = Output()
            var trace = CorrelationTrace(correlated.report) { output.bytes += $0 }
            for (point, path) in zip(CorrelationReport.Point.allCases, paths) {
                let messages = try await TraceAnalyzer().messages(merging: [CaptureOverview(path: path)])
                let correction = point == .first ? nil : correlated.correction
                try trace.add(point, messages.report, correction: correction) { capture in
                    try messages.forEach(listsRoundTrips: true) {
                        try capture.add($0)
                    } _: {
                        try capture.add($0)
                        return true
                    }
                }
            }
            try trace.add(series)
            try trace.finish()
            self.trace = try DecodedTrace(bytes: output.bytes)
        }

        private final class Output { var bytes: [UInt8] = [] }

        /// The slices of the sessions of one capture, or of both.
        func sessions(below group: String) throws -> [DecodedTrace.Slice] {
            try trace.slices().filter { slice in
                slice.name.hasPrefix("#") && trace.path(of: slice.track).first == group
            }
        }

        /// Events of one capture that are on tracks with such a name.
        func events(below group: String, on name: String) -> [DecodedTrace.Event] {
            trace.events.filter { event in
                let path = trace.path(of: event.track)
                return path.first == group && path.last == name
            }
        }
    }

    private static func clocks() async throws -> Scene {
        try await Scene("transfer/txt-udp-clock-offset.phone.pcap", "transfer/txt-udp-clock-offset.tablet.pcap")
    }

    @Test func tracksOfEachCaptureAreBelowItsName() async throws {
        let scene = try await Self.clocks()
        let tops = Set(scene.trace.tracks.filter { $0.value.parent == nil }.map(\.value.name))
        #expect(tops == ["A: txt-udp-clock-offset.phone.pcap", "B: txt-udp-clock-offset.tablet.pcap", "A and B"])
        for top in tops { #expect(try !scene.sessions(below: top).isEmpty) }
    }

    /// The tablet's clock is 2.3 s behind. With that taken off, the first probe and the last one are echoed as long after they were sent
    /// as the network takes: 7 ms, and less than the round trip of 14 ms.
    @Test func timesOfBothAreByTheClockOfA() async throws {
        let scene = try await Self.clocks()
        #expect(abs((scene.correlated.report.clock.offset ?? 0) + 2.345678) < 0.001)
        func times(_ group: String, _ name: String) -> [Int: UInt64] {
            let events = scene.trace.events.filter {
                $0.name == name && $0.numbers["session"] == nil && scene.trace.path(of: $0.track).first == group
            }
            return Dictionary(uniqueKeysWithValues: events.enumerated().map { ($0.offset, $0.element.time) })
        }
        let (sent, echoed) = (
            times("A: txt-udp-clock-offset.phone.pcap", "probe"), times("B: txt-udp-clock-offset.tablet.pcap", "echo")
        )
        #expect(sent.count == 100 && echoed.count == 100)
        let first = try #require(sent[0])
        let answered = try #require(echoed[0])
        #expect(answered > first && answered - first < 14_000_000)
        let last = try #require(sent.values.max())
        let lastAnswered = try #require(echoed.values.max())
        #expect(lastAnswered > last && lastAnswered - last < 14_000_000)
    }

    @Test func delaysAndLossesAreThoseOfTheReport() async throws {
        let scene = try await Scene(
            "transfer/wa-stream-loss-reorder.simulator.pcap", "transfer/wa-stream-loss-reorder.viewer.pcapng")
        let session = try #require(scene.correlated.report.sessions.max { $0.matched < $1.matched })
        #expect(session.forward.lost + session.backward.lost > 0)
        for (direction, arrow) in [(session.forward, "→"), (session.backward, "←")] {
            let counts = scene.events(below: "A and B", on: "one-way delay \(arrow)").filter {
                scene.trace.path(of: $0.track)[1].hasPrefix("#\(session.id) ")
            }
            #expect(counts.count == direction.matched)
            let delays = counts.compactMap(\.count).sorted()
            if let median = direction.oneWayDelay.median, delays.count % 2 == 1 {
                #expect(abs(delays[delays.count / 2] - median * 1e9) < 1)
            }
            let losses = scene.events(below: "A and B", on: "lost \(arrow)").filter {
                scene.trace.path(of: $0.track)[1].hasPrefix("#\(session.id) ")
            }
            #expect(losses.compactMap { $0.numbers["frame"] }.sorted() == direction.lostFrames)
            #expect(losses.allSatisfy { $0.type == 3 && $0.texts["capture"] == direction.sender?.rawValue })
        }
    }

    @Test func allTimesOfASessionAreWithinItsSlice() async throws {
        let scene = try await Self.clocks()
        for slice in try scene.sessions(below: "A and B") {
            let events = scene.trace.events.filter { scene.trace.tracks[$0.track]?.parent == slice.track }
            #expect(events.allSatisfy { slice.begin <= $0.time && $0.time <= slice.end })
        }
    }

    @Test func arrowsLeadFromAMessageToItsArrival() async throws {
        let scene = try await Scene("mesh2-basic.alice.pcap", "mesh2-basic.bruno.pcapng")
        var ends: [UInt64: [String: DecodedTrace.Event]] = [:]
        for event in scene.trace.events {
            for flow in event.flows { ends[flow, default: [:]][scene.trace.path(of: event.track)[0]] = event }
        }
        let arrows = ends.values.filter { $0.count == 2 }
        let report = try await TraceAnalyzer().analyze(
            CaptureFile.open(path: Fixture.url("mesh2-basic.alice.pcap").path))
        let streamed = report.sessions.filter { $0.transport == .tcp && $0.application == .mesh }
        let messages = streamed.reduce(0) { $0 + ($1.forward.messages ?? 0) + ($1.backward.messages ?? 0) }
        #expect(arrows.count == messages && messages > 90)
        for arrow in arrows {
            let pair = Array(arrow.values)
            #expect(pair[0].name == pair[1].name && pair[0].numbers["bytes"] == pair[1].numbers["bytes"])
            #expect(max(pair[0].time, pair[1].time) - min(pair[0].time, pair[1].time) < 100_000_000)
        }
    }

    @Test func arrowsOfTheCapturesThemselvesStayApart() async throws {
        let scene = try await Scene("mesh2-basic.alice.pcap", "mesh2-basic.alice.pcap")
        for event in scene.trace.events where event.endOfFlow != nil {
            let begins = scene.trace.events.filter { $0.flows.contains(event.endOfFlow ?? 0) }
            #expect(begins.count <= 1)
            #expect(begins.allSatisfy { scene.trace.path(of: $0.track)[0] == scene.trace.path(of: event.track)[0] })
        }
    }

    @Test func sessionsBetweenTheSamePortsAreToldApart() throws {
        let sessions = [10, 50].map { frame in
            var session = TraceSamples.session(frame)
            session.firstFrame = frame
            return session
        }
        var report = TraceSamples.report(sessions: sessions)
        report.sessions[1].midstream = true
        let compared = [12, 50].enumerated().map { index, frame in
            CorrelationReport.Session(
                id: index + 1, transport: .tcp, initiator: sessions[0].responder, responder: sessions[0].initiator,
                firstFrames: [1, frame], interfaces: [0, 0], forward: .init(), backward: .init())
        }
        let clock = CorrelationReport.Clock(
            offset: 0, drift: nil, driftUncertainty: nil, uncertainty: nil, matchedPackets: 2, isTwoWay: true)
        let found = Counterpart.all(
            of: .second, report, in: CorrelationReport(captures: [], clock: clock, sessions: compared))
        #expect(found.mapValues(\.id) == [10: 1, 50: 2])
        #expect(found.values.allSatisfy { !$0.isSameWay })
        // The other one counts from wherever its capture began.
        #expect(found[10]?.flow(at: 0, .forward) != nil && found[50]?.flow(at: 0, .forward) == nil)
        #expect(found[10]?.flow(at: 8, .forward) != found[10]?.flow(at: 8, .backward))
    }
}
