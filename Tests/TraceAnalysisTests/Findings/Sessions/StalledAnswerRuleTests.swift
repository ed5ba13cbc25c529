import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StalledAnswerRuleTests {
    /// Forty questions over a protocol that nobody knows, each answered after so many milliseconds.
    private func findings(_ delay: (Int) -> Int64) async throws -> [Finding] {
        let report = try await SyntheticTrace.report {
            var connection = SyntheticTrace.connection()
            try connection.open(at: 0, in: &$0)
            for number in 0..<40 {
                let time = Int64(number + 1) * SyntheticTrace.second
                try connection.send([9, 9, 9], from: .initiator, at: time, in: &$0)
                try connection.send([8, 8, 8], from: .responder, at: time + delay(number) * 1_000_000, in: &$0)
            }
        }
        return report.findings("answers-stalled")
    }

    @Test func aTenthOfTheAnswersStalls() async throws {
        let findings = try await findings { $0 % 10 == 9 ? 300 : 2 }
        #expect(
            findings.map(\.message) == [
                "4 of 40 answers of 10.0.0.2 port 7000 took 0.100 s or longer, up to 0.300 s; usually they take 0.002 s."
            ])
        #expect(findings[0].severity == .note && findings[0].subject == .session(1))
        // The question and the answer of each.
        #expect(findings[0].frames == [22, 23, 42, 43, 62, 63, 82, 83])
    }

    /// On a path of 40 ms.
    @Test func aLongWayHidesNoStall() async throws {
        let findings = try await findings { Int64($0 % 10 == 9 ? 340 : 40 + $0 % 9) }
        #expect(findings.map { $0.facts["stalls"] } == [.number(4)])
    }

    @Test func evenAnswersDoNotStall() async throws {
        #expect(try await findings { _ in 300 }.isEmpty)
    }

    /// A server whose work varies.
    @Test func answersThatTakeAnyTimeDoNotStall() async throws {
        #expect(try await findings { Int64(1 + $0 * $0 / 4) }.isEmpty)
    }

    @Test func oneOrTwoAreAccidents() async throws {
        #expect(try await findings { $0 % 20 == 19 ? 300 : 2 }.isEmpty)
    }
}
