import Testing
import TraceModel

@testable import TracePages

@Suite struct PerfettoTraceTests {
    @Test func peersOfOneNameHaveATrackEach() throws {
        let peers = ["Ana", "Bo", "Ana"].enumerated().map { Peer(id: "p\($0.offset)", label: $0.element) }
        let trace = try DecodedTrace(TraceSamples.report(peers: peers))
        #expect(trace.tracks(named: "Ana").count == 2 && trace.tracks(named: "Bo").count == 1)
        #expect(trace.tracks.values.allSatisfy { $0.parent == nil && !$0.isMerged })
    }

    @Test func aSessionIsASliceBelowItsPeer() throws {
        let sessions = [
            TraceSamples.session(1), TraceSamples.session(2, from: nil), TraceSamples.session(3, from: nil, to: nil),
        ]
        let trace = try DecodedTrace(TraceSamples.report(sessions: sessions))
        let begins = trace.events.filter { $0.type == 1 }
        #expect(begins.map { $0.numbers["session"] } == [1, 2, 3])
        let above = begins.map { trace.tracks[trace.tracks[$0.track]?.parent ?? 0]?.name }
        #expect(above == ["Ana", "Bo", "Others"])
        #expect(begins[0].name == "#1 mesh Ana → Bo")
        #expect(begins[2].name == "#3 mesh 10.0.0.1:50000 → [fe80::2]:7000")
        for slice in try trace.slices() {
            #expect(slice.begin == TraceSamples.time(1_000_000_001) && slice.end == TraceSamples.time(6_500_000_000))
        }
    }

    @Test func aSessionOfOneMomentIsASlice() throws {
        var session = TraceSamples.session()
        session.end = session.start
        let trace = try DecodedTrace(TraceSamples.report(sessions: [session]))
        #expect(try trace.slices().map { $0.end - $0.begin } == [0])
    }

    @Test func stepsOfASessionAreWithinEachOther() throws {
        var session = TraceSamples.session()
        session.established = 1.5
        session.service = "s1"
        session.phases.discover = 0.25
        session.phases.resolve = 0.125
        session.phases.connect = 0.25
        session.phases.identify = 0.5
        session.phases.stabilize = 4
        session.phases.firstMessage = 4.5
        var service = Service(
            id: "s1", instance: "Bo", type: "_chat._tcp", domain: "local", fullName: "Bo._chat._tcp.local.",
            firstSeen: 0, lastSeen: 6, state: .announced)
        service.discovery.firstQuery = 0.25
        service.discovery.latency = 0.25
        let trace = try DecodedTrace(TraceSamples.report(services: [service], sessions: [session]))
        let names = ["discover", "resolve", "connect", "identify", "stabilize", "first message"]
        let steps = try trace.slices().filter { names.contains($0.name) }
        let times = Dictionary(uniqueKeysWithValues: steps.map { ($0.name, [$0.begin, $0.end]) })
        func span(_ begin: Int64, _ end: Int64) -> [UInt64] {
            [TraceSamples.time(begin * 1_000_000), TraceSamples.time(end * 1_000_000)]
        }
        #expect(
            times == [
                "discover": span(250, 500), "resolve": span(500, 625), "connect": span(1250, 1500),
                "identify": span(1500, 2000), "stabilize": span(1500, 5500), "first message": span(1500, 6000),
            ])
        let track = try #require(trace.events.first { $0.numbers["session"] == 1 }?.track)
        #expect(trace.names(below: track) == ["discovery", "phases"])
        #expect(trace.events.filter { $0.type == 1 && $0.numbers["session"] != nil }.count == 1)
    }

    @Test func throughputIsACounterThatHasItsChangesAndEnds() throws {
        var session = TraceSamples.session()
        session.throughput.binWidth = 0.5
        session.throughput.forward = [800, 800, 0, 400.5]
        session.throughput.backward = [0, 0]
        let trace = try DecodedTrace(TraceSamples.report(sessions: [session]))
        let counts = trace.events.filter { $0.type == 4 }
        #expect(counts.map(\.count) == [800, 0, 400.5, 0])
        #expect(
            counts.map { $0.time - TraceSamples.time(1_000_000_001) } == [
                0, 1_000_000_000, 1_500_000_000, 2_000_000_000,
            ])
        #expect(counts.allSatisfy { trace.tracks[$0.track]?.name == "throughput →" })
        #expect(trace.tracks.values.filter(\.isCounter).count == 1)
    }

    @Test func findingsWithATimeHaveTheirPlace() throws {
        let times: [Double?] = [nil, 2, 0.5]
        let findings = times.map { time in
            Finding(
                code: Finding.Code(rawValue: "broken-framing"), severity: .error, time: time, frames: [3, 4],
                subject: .session(1), message: "It broke", remedy: "Mend it", reference: "RFC 9293")
        }
        let trace = try DecodedTrace(TraceSamples.report(findings: findings))
        #expect(trace.events.map { $0.numbers["finding"] } == [3, 2])
        #expect(trace.events.map(\.time) == [TraceSamples.time(500_000_000), TraceSamples.time(2_000_000_000)])
        #expect(trace.events.allSatisfy { $0.type == 3 && $0.texts["subject"] == "session 1" })
        // What is about a session is not a message of it.
        #expect(trace.events.allSatisfy { $0.numbers["session"] == nil })
    }

    @Test func eventsOfServicesAreBelowTheirPeer() throws {
        var service = Service(
            id: "s1", instance: "Bo", type: "_chat._tcp", domain: "local", fullName: "Bo._chat._tcp.local.",
            peer: "p2", firstSeen: 0.25, lastSeen: 6, state: .renamed)
        service.timeline = [
            .init(time: 0.25, frame: 1, event: .probe), .init(time: 0.75, frame: 2, event: .probeTiebreak),
        ]
        let trace = try DecodedTrace(TraceSamples.report(services: [service]))
        let events = trace.events.filter { $0.texts["event"] != nil }
        #expect(events.map { $0.texts["event"] } == ["probe", "probe-tiebreak"])
        #expect(events.allSatisfy { $0.texts["service"] == "s1" && $0.type == 3 })
        #expect(events.map(\.time) == [TraceSamples.time(250_000_000), TraceSamples.time(750_000_000)])
        #expect(trace.tracks[events[0].track]?.parent == trace.tracks(named: "Bo").first)
        #expect(try trace.slices().map(\.end) == [TraceSamples.time(6_000_000_000)])
    }

    @Test func withoutTimesATraceBeginsAtZero() throws {
        var report = TraceSamples.report(sessions: [TraceSamples.session()])
        report.capture.origin = nil
        let trace = try DecodedTrace(report)
        #expect(try trace.slices().map(\.begin) == [1_000_000_001])
        let snapshots = try trace.packets.flatMap { try $0.messages(6) }
        #expect(snapshots.isEmpty)
        report.capture.firstTime = "2023-11-14T22:13:20.000000000Z"
        #expect(try DecodedTrace(report).slices().map(\.begin) == [TraceSamples.time(1_000_000_001)])
    }

    @Test func theDefaultClockIsThatOfTheDay() throws {
        let trace = try DecodedTrace(TraceSamples.report())
        let snapshots = try trace.packets.flatMap { try $0.messages(6) }
        #expect(snapshots.count == 1)
        #expect(snapshots[0].numbers(2) == [6])
        let clocks = try snapshots[0].messages(1)
        #expect(clocks.map { $0.numbers(1) } == [[1], [6]])
        #expect(clocks.allSatisfy { $0.numbers(2) == [UInt64(TraceSamples.origin)] })
    }

    @Test func hostileNamesStayTextAndAreCut() throws {
        let hostile = "A\u{0}\u{1B}[2J\u{202E}<script>\u{E0041}🧨"
        let long = String(repeating: "e\u{301}", count: 100_000)
        let trace = try DecodedTrace(
            TraceSamples.report(peers: [Peer(id: "p1", label: hostile), Peer(id: "p2", label: long)]))
        #expect(trace.tracks(named: hostile).count == 1)
        #expect(trace.bytes.count < 4096)
        #expect(trace.tracks(named: String(repeating: "e\u{301}", count: 512) + "…").count == 1)
    }

    @Test func equalReportsMakeEqualBytes() throws {
        let report = TraceSamples.report(sessions: (1...200).map { TraceSamples.session($0) })
        let messages = (1...200).map { TraceSamples.message(from: 2, to: 3, session: $0) }
        let bytes = try DecodedTrace(report, messages: messages).bytes
        #expect(try DecodedTrace(report, messages: messages).bytes == bytes)
        #expect(bytes.count > 10_000)
    }
}
