import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct DuplicateDatagramRuleTests {
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
        #expect(findings[0].message == "1 of 4 datagrams from 10.0.0.1 is a duplicate: its event was sent before.")
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
        #expect(findings[0].message.hasPrefix("2 messages from 10.0.0.1 cannot be decoded"))
    }
}
