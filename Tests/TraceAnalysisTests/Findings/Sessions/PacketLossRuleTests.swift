import PacketDissection
import Testing
import TraceModel
import WireSimulation
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
        #expect(findings[0].message == "3 of 100 numbered messages from 10.0.0.1 never arrived (3.0 %).")
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
        #expect(findings[0].message == "4 of 100 data packets from 10.0.0.1 were retransmitted (4.0 %).")
    }

    /// Keep-alives repeat the last byte, and a merged file holds everything twice.
    @Test func repetitionsThatAreNoLossAreNotTold() async throws {
        #expect(try await findings(segments: 100, again: Set(0..<10), size: 1).isEmpty)
        #expect(try await findings(segments: 100, again: Set(0..<100)).isEmpty)
    }
}
