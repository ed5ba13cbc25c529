import Testing

import TraceAnalysis
@testable import TraceReports
import TraceModel
import WireText

@Suite struct CorrelationSummaryTests {
    private static func report(path: String = "a.pcap") -> CorrelationReport {
        var forward = CorrelationReport.Direction()
        forward.sender = .first
        (forward.sent, forward.received, forward.matched, forward.lost) = (1_000, 989, 988, 12)
        (forward.duplicated, forward.reordered, forward.lossRatio) = (1, 2, 0.012)
        (forward.lossBursts, forward.longestLossBurst, forward.lostFrames) = (9, 3, Array(1...12))
        forward.oneWayDelay = Distribution(sorted: [4_000_000, 5_000_000, 6_000_000])
        forward.interarrivalJitter = 0.0001
        var backward = CorrelationReport.Direction()
        backward.sender = .second
        (backward.sent, backward.received, backward.unobserved, backward.unexplained) = (7, 3, 4, 3)
        backward.resegmented = 1
        return CorrelationReport(
            captures: [
                .init(
                    point: .first, path: path, packets: 1_010, firstTime: "2024-02-29T00:00:00.000000001Z",
                    lastTime: nil, sessions: 3, uncomparedPackets: 5, fileError: .init(offset: 7, message: "cut")),
                .init(
                    point: .second, path: "b.pcap", packets: 1, firstTime: nil, lastTime: nil, sessions: 2,
                    uncomparedPackets: 0, fileError: nil),
            ],
            clock: .init(
                offset: -0.0123, drift: 77.1, driftUncertainty: 12.5, uncertainty: 0.001, matchedPackets: 988,
                isTwoWay: true),
            sessions: [
                .init(
                    id: 1, transport: .udp, initiator: .init(peer: nil, address: "10.0.0.1", port: 50000),
                    responder: .init(peer: nil, address: "fe80::1", port: 7000), firstFrames: [1, 2],
                    interfaces: [0, 0], forward: forward, backward: backward)
            ])
    }

    @Test func clocksSessionsAndLossesAreTold() {
        #expect(
            CorrelationSummary(width: 100).render(Self.report()) == """
                A  a.pcap
                   1,010 packets, from 2024-02-29T00:00:00.000000001Z
                   5 packets over the limit were not compared, so the time after them is not covered
                   cut; everything before it was compared
                B  b.pcap
                   1 packet

                Clocks
                  B is 12.3 ms behind A at A's first packet, accurate to 1 ms, and B gains 77.1 ± 12.5 µs per second
                  (988 packets in both directions)

                Sessions (1 in both; A has 3, B has 2)
                  #  over  from            way   sent  arrived  lost  dup  late  delay  jitter
                  1  UDP   10.0.0.1:50000  A→B  1,000      989    12    1     2   5 ms  100 µs
                           [fe80::1]:7000  B→A      7        3

                12 of 1,000 packets lost between A and B
                  #1 10.0.0.1:50000 → [fe80::1]:7000: 12 lost (1.2 %), in 9 runs, the longest 3; frames 1, 2, 3,
                    4, 5, 6, 7, 8, … of A
                  #1 [fe80::1]:7000 → 10.0.0.1:50000: 4 packets not captured by A
                  #1 [fe80::1]:7000 → 10.0.0.1:50000: 1 segment split or merged on the way, as network cards do
                  #1 [fe80::1]:7000 → 10.0.0.1:50000: 3 packets arrived that are not in B

                """)
    }

    @Test func whatTellsMostComesFirst() {
        func session(_ id: Int, _ responder: String, port: UInt16 = 7000, matched: Int) -> CorrelationReport.Session {
            var session = Self.report().sessions[0]
            session.id = id
            session.responder = .init(peer: nil, address: responder, port: port)
            session.forward.matched = matched
            return session
        }
        var report = Self.report()
        report.sessions = [
            session(1, "224.0.0.251", port: 5353, matched: 900), session(2, "10.0.0.2", matched: 0),
            session(3, "10.0.0.3", matched: 5), session(4, "239.1.2.3", matched: 901),
            session(5, "10.0.0.4", matched: 70), session(6, "10.0.0.5", matched: 5),
        ]
        let lines = CorrelationSummary(width: 100).render(report).split(separator: "\n")
        let numbers = lines.drop { !$0.hasPrefix("  #") }.dropFirst().prefix { !$0.contains("vanished") }
            .compactMap { Int($0.prefix(3).drop { $0 == " " }) }
        #expect(numbers == [5, 3, 6, 4, 1, 2])
    }

    @Test(arguments: [40, 60, 80, 200])
    func linesFitAndNothingSteersTheTerminal(_ width: Int) {
        let text = CorrelationSummary(width: width).render(Self.report(path: SampleReport.hostile))
        for line in text.split(separator: "\n") { #expect(SafeText.width(String(line)) <= width) }
        #expect(!text.unicodeScalars.contains { $0 != "\n" && SafeText.isUnsafe($0) })
    }

    @Test func nothingLostIsSaidSo() {
        var report = Self.report()
        report.sessions[0].forward = CorrelationReport.Direction()
        report.sessions[0].backward = CorrelationReport.Direction()
        #expect(CorrelationSummary().render(report).hasSuffix("Nothing was lost between A and B\n"))
    }

    @Test func jsonHasEveryKeyAndNullForWhatIsNotKnown() throws {
        let text = String(decoding: try JSONReport.render(Self.report()), as: UTF8.self)
        #expect(text.hasPrefix("{\n  \"schema\": \"nearscope.correlation/1\",\n  \"generator\": {\n"))
        for key in ["\"lastTime\": null", "\"lossRatio\": null", "\"median\": null", "\"offset\": -0.0123"] {
            #expect(text.contains(key))
        }
    }
}
