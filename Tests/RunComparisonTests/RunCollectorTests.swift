import Testing
import TraceModel

@testable import RunComparison

@Suite struct RunCollectorTests {
    private func runs(_ captures: [(path: String, report: TraceReport)]) -> [TestRun] {
        var collector = RunCollector()
        for capture in captures { collector.add(capture.report, path: capture.path) }
        return collector.runs
    }

    @Test func echoTestIsARunWithItsFactorsAndFigures() throws {
        let report = SampleRuns.report([SampleRuns.session(rtt: 0.02)])
        let run = try #require(runs([("a/txt-tcp-city-100x4096.phone.pcap", report)]).first)
        #expect(run.id == 1 && run.views.count == 1)
        #expect(run.views[0].start == "2025-11-06T08:00:01.000000000Z")
        #expect(run[.transport] == .text("tcp") && run[.application] == .text("echo"))
        #expect(run[.scenario] == .text("txt-city") && run[.file] == .text("txt-tcp-city-100x4096.phone.pcap"))
        #expect(run[.packetCount] == .number(100) && run[.packetSize] == .number(4096))
        #expect(run[.place] == nil && run[.distance] == nil)
        #expect(run[.rttMedian] == 0.02 && run[.rttP95] == 0.04 && run[.jitterRFC3550] == 0.001)
        #expect(run[.dataRate] == nil && run[.lossRatio] == nil)
    }

    @Test func otherSessionsCountOnlyWithoutATest() {
        var transfer = SampleRuns.session(rtt: nil, port: 40_000)
        transfer.application = .unknown
        transfer.forward.goodput = 1e6
        let test = SampleRuns.session(port: 50_000)
        #expect(runs([("a.pcap", SampleRuns.report([transfer, test]))]).map { $0[.rttMedian] } == [0.02])
        let alone = runs([("a.pcap", SampleRuns.report([transfer]))])
        #expect(alone.map { $0[.dataRate] } == [1e6])
    }

    @Test func transferIsAViewOfATestThatAnotherCaptureShows() throws {
        // The snap length of the first capture left nothing of the probes.
        var cut = SampleRuns.session(rtt: nil)
        cut.application = .unknown
        cut.handshakeRTT = 0.02
        let test = SampleRuns.session(.udp, port: 60_000)
        let found = runs([
            ("a.pcap", SampleRuns.report([cut, test])), ("b.pcap", SampleRuns.report([SampleRuns.session()])),
        ])
        #expect(found.count == 2)
        let run = try #require(found.first { $0[.transport] == .text("tcp") })
        #expect(run.views.map(\.file) == ["b.pcap", "a.pcap"] && run[.handshakeRTT] == 0.02)
    }

    @Test func discoveryIsNoTransfer() {
        var question = SampleRuns.session(.udp, rtt: nil)
        question.application = .unknown
        question.forward.goodput = 1000
        let ends: [(String, UInt16)] = [
            ("224.0.0.251", 5353), ("ff02::fb", 5353), ("10.0.0.2", 5353), ("10.0.0.255", 9),
        ]
        for (address, port) in ends {
            question.responder = .init(peer: nil, address: address, port: port)
            #expect(runs([("a.pcap", SampleRuns.report([question]))]).isEmpty, "\(address)")
        }
        // A connection that says nothing is none either.
        var silent = SampleRuns.session(rtt: nil)
        silent.application = .unknown
        #expect(runs([("a.pcap", SampleRuns.report([silent]))]).isEmpty)
    }

    @Test func capturesFromTwoPointsAreOneRun() throws {
        var (near, far) = (SampleRuns.session(rtt: 0.02), SampleRuns.session(rtt: 0.0001, start: 1.01))
        near.forward.bulk = .init(start: 2, end: 3, bytes: 1000, goodput: 9e6)
        far.forward.bulk = .init(start: 2, end: 3, bytes: 1000, goodput: 8e6)
        near.forward.retransmittedPackets = 5
        near.backward.retransmittedPackets = 0
        near.forward.packets = 100
        far.forward.retransmittedPackets = 1
        far.backward.retransmittedPackets = 0
        far.forward.packets = 100
        for order in [[("p.pcap", near), ("t.pcap", far)], [("t.pcap", far), ("p.pcap", near)]] {
            let found = runs(order.map { ($0.0, SampleRuns.report([$0.1])) })
            let run = try #require(found.first)
            #expect(found.count == 1 && run.views.map(\.file) == order.map(\.0))
            // Delays from the initiator's side, the rate from where data arrives.
            #expect(run[.rttMedian] == 0.02 && run[.dataRate] == 8e6 && run[.retransmissionShare] == 0.05)
        }
    }

    @Test func clocksMayDisagreeInFilesOfOneStem() {
        let (early, late) = ("2025-11-06T08:00:00.000000000Z", "2025-11-07T08:00:00.000000000Z")
        let reports = [early, late].map { SampleRuns.report([SampleRuns.session()], firstTime: $0) }
        #expect(runs([("city-1.phone.pcap", reports[0]), ("city-1.tablet.pcap", reports[1])]).count == 1)
        #expect(runs([("city-1.phone.pcap", reports[0]), ("city-2.phone.pcap", reports[1])]).count == 2)
    }

    /// Files of one name in folders of several places or days, with the same ports.
    @Test func runsOfSeveralFoldersAreNotOne() {
        let times = ["2025-11-06T08:00:00.000000000Z", "2025-11-07T09:00:00.000000000Z"]
        func files(_ sessions: [Session], _ paths: [String], _ times: [String]) -> [(String, TraceReport)] {
            zip(paths, zip(sessions, times)).map { ($0, SampleRuns.report([$1.0], firstTime: $1.1)) }
        }
        let folders = ["d1/run.pcap", "d2/run.pcap"]
        var found = runs(files([SampleRuns.session(.udp), SampleRuns.session(.udp)], folders, times))
        #expect(found.map { $0.views.map(\.file) } == [["d1/run.pcap"], ["d2/run.pcap"]])
        // In one folder a different length tells.
        var short = SampleRuns.session(.udp)
        short.duration = 9.6
        found = runs(files([short, SampleRuns.session(.udp)], ["run.x.pcap", "run.y.pcap"], times))
        #expect(found.count == 2)
        // Clocks a few seconds apart are those of two devices.
        short.duration = 10
        short.end = 1.5
        found = runs(files([short, short], folders, [times[0], "2025-11-06T08:00:03.000000000Z"]))
        #expect(found.count == 1)
    }

    /// Made-up captures, and stacks without random numbers, begin all connections with the same ones.
    @Test func sequenceNumbersAloneUniteNothing() {
        var sessions = [SampleRuns.session(), SampleRuns.session()]
        for index in sessions.indices { sessions[index].initialSequenceNumbers = .init(forward: 1, backward: 2) }
        sessions[1].duration = 10.4
        let times = ["2025-11-06T08:00:00.000000000Z", "2025-11-07T09:00:00.000000000Z"]
        let found = runs([
            ("d1/run.pcap", SampleRuns.report([sessions[0]], firstTime: times[0])),
            ("d2/run.pcap", SampleRuns.report([sessions[1]], firstTime: times[1])),
        ])
        #expect(found.count == 2)
    }

    @Test(
        arguments: [
            // The same connection, whatever the clocks say.
            (7, 7, "d2/run.pcap", "2025-11-07T09:00:00.000000000Z", 1),
            // Another one, though folder, name and even times agree.
            (7, 8, "d1/run.tablet.pcap", "2025-11-07T09:00:00.000000000Z", 2),
            (7, 8, "d1/run.tablet.pcap", "2025-11-06T08:00:00.000000000Z", 2),
            // One of the captures began later.
            (7, nil, "d1/run.tablet.pcap", "2025-11-06T08:00:00.000000000Z", 1),
        ] as [(UInt32?, UInt32?, String, String, Int)])
    func sequenceNumbersTellConnections(
        first: UInt32?, second: UInt32?, path: String, time: String, count: Int
    ) {
        var sessions = [SampleRuns.session(), SampleRuns.session()]
        sessions[0].initialSequenceNumbers = .init(forward: first, backward: 5)
        sessions[1].initialSequenceNumbers = second.map { .init(forward: $0, backward: 5) }
        let found = runs([
            ("d1/run.pcap", SampleRuns.report([sessions[0]])),
            (path, SampleRuns.report([sessions[1]], firstTime: time)),
        ])
        #expect(found.count == count)
    }

    @Test func sessionsOfOneInterfaceAreNeverOne() {
        let (first, second) = (SampleRuns.session(), SampleRuns.session(start: 5, id: 2))
        #expect(runs([("a.pcap", SampleRuns.report([first, second]))]).count == 2)
        // Each of them is the same as one of the other capture, in order.
        let both = [
            ("a.x.pcap", SampleRuns.report([first, second])), ("a.y.pcap", SampleRuns.report([first, second])),
        ]
        #expect(runs(both).map { $0.views.map(\.session) } == [[1, 1], [2, 2]])
        var other = second
        other.interface = 1
        #expect(runs([("a.pcap", SampleRuns.report([first, other]))]).count == 1)
    }

    @Test func captureBesideTheResponderHasNoRoundTripsOfTheInitiator() throws {
        var session = SampleRuns.session(rtt: 0.0001)
        session.forward.applicationRTT = session.applicationRTT
        session.capturePoint = .responder
        let run = try #require(runs([("a.pcap", SampleRuns.report([session]))]).first)
        #expect(run[.rttMedian] == nil && run[.jitterMeanAbsoluteDifference] == nil)
        #expect(run.views[0].capturePoint == .responder)
        session.backward.applicationRTT.count = 3
        session.backward.applicationRTT.median = 0.03
        #expect(runs([("a.pcap", SampleRuns.report([session]))]).first?[.rttMedian] == 0.03)
        session.capturePoint = .initiator
        #expect(runs([("a.pcap", SampleRuns.report([session]))]).first?[.rttMedian] == 0.0001)
    }

    @Test func whatIsSaidOverrulesNamesAndNamesOverruleCounts() throws {
        var session = SampleRuns.session(.udp)
        session.forward.messageTypes.add(100, of: "probe")
        session.forward.messageTypes.add(99, of: "data")
        session.forward.lostMessages = 2
        session.forward.duplicateMessages = 1
        session.forward.bulk = .init(start: 2, end: 3, bytes: 99 * 128, goodput: 1e6)
        let report = SampleRuns.report([session])
        var run = try #require(runs([("a.pcap", report)]).first)
        #expect(run[.packetCount] == .number(100) && run[.packetSize] == .number(128))
        #expect(run[.lossRatio] == 0.02)
        run = try #require(runs([("a-1000x64.pcap", report)]).first)
        #expect(run[.packetCount] == .number(1000) && run[.packetSize] == .number(64))
        var collector = RunCollector()
        collector.add(report, path: "a-1000x64.pcap") { _ in
            var facts = RunFacts()
            facts[.scenario] = .text("forest")
            facts[.place] = .text("north")
            facts[.distance] = .number(7.5)
            facts[.packetCount] = .number(3)
            facts[ComparisonFactor(rawValue: "weather")] = .text("rain")
            facts.label = "first"
            return facts
        }
        run = try #require(collector.runs.first)
        #expect(run.label == "first" && run[.scenario] == .text("forest") && run[.place] == .text("north"))
        #expect(run[.distance] == .number(7.5) && run[.packetCount] == .number(3) && run[.packetSize] == .number(64))
        #expect(run[ComparisonFactor(rawValue: "weather")] == .text("rain"))
    }

    @Test func manySessionsWithTheSameEndsAreComparedUpToALimit() {
        let count = RunCollector.maximumRepetitions + 10
        let sessions = (0..<count).map { SampleRuns.session(start: Double($0) * 20, id: $0 + 1) }
        let found = runs([("a.x.pcap", SampleRuns.report(sessions)), ("a.y.pcap", SampleRuns.report(sessions))])
        #expect(found.count == count + 10)
    }
}
