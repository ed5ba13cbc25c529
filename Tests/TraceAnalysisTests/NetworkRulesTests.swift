import PacketDissection
import PeerMessaging
import Testing
import WireCoding
import WireTesting

@testable import TraceAnalysis

@Suite struct PacketLossRuleTests {
    private typealias Trace = SyntheticTrace

    /// An echo test with four probes and data, of which some numbers are not there, or there twice.
    private func findings(numbers: [UInt64]) async throws -> [Finding] {
        try await Trace.report {
            for number in 0..<4 as Range<UInt8> {
                let probe: [UInt8] = [1, 2, 3, 4, 5, 6, number, 200]
                try $0.append(udpFrom: 50000, to: 7000, payload: probe, from: Trace.anna, to: Trace.bert, at: 0)
                try $0.append(udpFrom: 7000, to: 50000, payload: probe, from: Trace.bert, to: Trace.anna, at: 1_000_000)
            }
            for (place, number) in numbers.enumerated() {
                let payload = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } + [9, 9]
                try $0.append(
                    udpFrom: 50000, to: 7000, payload: payload, from: Trace.anna, to: Trace.bert,
                    at: 2_000_000 + Int64(place) * 1_000_000)
            }
        }.findings
    }

    @Test func moreThanTwoPercentOfNumberedMessages() async throws {
        let numbers = Array(UInt64(0)..<100)
        #expect(try await findings(numbers: numbers.filter { $0 != 20 && $0 != 40 }).isEmpty)
        let findings = try await findings(numbers: numbers.filter { ![20, 40, 60].contains($0) })
        #expect(findings.map(\.code.rawValue) == ["packet-loss-high"])
        #expect(findings[0].severity == .warning && findings[0].subject == .session(1))
        #expect(findings[0].message == "3 of 100 numbered messages from 10.0.0.1 never came (3.0 %).")
    }

    @Test func fewMessagesSayLittle() async throws {
        #expect(try await findings(numbers: (0..<49).filter { $0 % 10 != 5 }).isEmpty)
    }

    /// A connection of which some segments come again, each later than the copy of a merged file would.
    private func findings(segments: Int, again: Set<Int>, size: Int = 100) async throws -> [Finding] {
        try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            for number in 0..<segments {
                let time = Int64(number + 1) * 100_000_000
                let before = connection
                let payload = [UInt8](repeating: 0x20, count: size)
                try connection.send(payload, from: .initiator, at: time, in: &$0)
                if again.contains(number) {
                    try before.segment([.psh, .ack], payload, from: .initiator, at: time + 50_000_000, in: &$0)
                }
                try connection.acknowledge(from: .responder, at: time + 60_000_000, in: &$0)
            }
        }.findings
    }

    @Test func moreThanThreePercentOfDataPacketsAgain() async throws {
        #expect(try await findings(segments: 97, again: [1, 2, 3]).isEmpty)
        let findings = try await findings(segments: 96, again: [1, 2, 3, 50])
        #expect(findings.map(\.code.rawValue) == ["packet-loss-high"])
        #expect(findings[0].message == "4 of 100 data packets from 10.0.0.1 were sent again (4.0 %).")
    }

    /// Keep-alives repeat the last byte, and a merged file holds everything twice.
    @Test func repetitionsThatAreNoLossAreNotTold() async throws {
        #expect(try await findings(segments: 100, again: Set(0..<10), size: 1).isEmpty)
        #expect(try await findings(segments: 100, again: Set(0..<100)).isEmpty)
    }
}

@Suite struct DatagramRulesTests {
    private typealias Trace = SyntheticTrace

    private func findings(_ texts: [String]) async throws -> [Finding] {
        try await Trace.report {
            for (place, text) in texts.enumerated() {
                try $0.append(
                    udpFrom: 50000, to: 7000, payload: Array(text.utf8), from: Trace.anna, to: Trace.bert,
                    at: Int64(place) * 16_000_000)
            }
        }.findings
    }

    private func moved(_ x: Int) -> String { #"{"satelliteMovedTo":{"position":[\#(x),2],"dimensions":[393,852]}}"# }

    @Test func equalEventsAreANote() async throws {
        let findings = try await findings([moved(1), moved(2), moved(2), moved(3)])
        #expect(findings.map(\.code.rawValue) == ["duplicate-message"])
        #expect(findings[0].severity == .note && findings[0].subject == .session(1))
        #expect(findings[0].message == "1 of 4 datagrams from 10.0.0.1 came before: the event is the same.")
        #expect(findings[0].frames == [3] && findings[0].time == 0.032)
    }

    @Test func ofManyCopiesTheFirstFramesAreNamed() async throws {
        let findings = try await findings([moved(1)] + Array(repeating: moved(2), count: 30))
        #expect(findings.map(\.frames) == [Array(3...18)])
    }

    @Test func repeatedStartsAndOtherEventsAreNone() async throws {
        let start = #"{"startStreaming":{}}"#
        #expect(try await findings([start, start, start, moved(1), moved(2)]).isEmpty)
    }

    @Test func eventsThatDoNotDecodeAreToldOnce() async throws {
        let findings = try await findings([moved(1), #"{"satelliteMovedTo":{"position":{}}}"#, "?", moved(2)])
        #expect(findings.map(\.code.rawValue) == ["message-undecodable"] && findings[0].frames == [2])
        #expect(findings[0].message.hasPrefix("2 messages from 10.0.0.1 do not decode"))
    }
}

@Suite struct MeshIncompleteRuleTests {
    private func findings(isComplete: Bool, missing: [[String]], connected: Int) -> [Finding] {
        let names = ["Anna", "Bert", "Carl", "Dora", "Emil", "Fred", "Gerd"]
        var report = TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"),
            peers: names.enumerated().map { Peer(id: "p\($0 + 1)", label: $1) }, services: [], sessions: [],
            findings: [])
        report.meshes = [
            Mesh(
                id: "m1", peers: report.peers.map(\.id), connectedPairs: connected, expectedPairs: 21,
                missingPairs: missing, isComplete: isComplete)
        ]
        return MeshIncompleteRule.findings(
            in: FindingContext(report: report, connections: [], counter: CaptureCounter(), axis: TimeAxis(origin: 0)))
    }

    @Test func missingPairsAreNamed() {
        let findings = findings(isComplete: true, missing: [["p1", "p2"], ["p3", "p7"]], connected: 19)
        #expect(findings.map(\.code.rawValue) == ["mesh-incomplete"] && findings[0].severity == .note)
        #expect(
            findings[0].message
                == "19 of 21 connections of a full mesh of 7 peers are there; missing: Anna and Bert, Carl and Gerd.")
    }

    @Test func ofManyTheFirstOnesAreNamed() {
        let findings = findings(
            isComplete: true,
            missing: (2...7).map { ["p1", "p\($0)"] } + [["p2", "p3"], ["p2", "p4"], ["p2", "p5"]], connected: 12)
        #expect(findings[0].message.hasSuffix("Bert and Carl, Bert and Dora and 1 more."))
    }

    @Test func whatTheCaptureCouldNotSeeIsNotMissing() {
        #expect(findings(isComplete: false, missing: [["p1", "p2"]], connected: 20).isEmpty)
        #expect(findings(isComplete: true, missing: [], connected: 21).isEmpty)
    }
}
