import Testing
import TraceModel

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct SessionInterestTests {
    private func finding(_ severity: Finding.Severity, _ id: Int) -> Finding {
        Finding(
            code: Finding.Code(rawValue: "connection-reset"), severity: severity, frames: [], subject: .session(id),
            message: "", remedy: "", reference: "")
    }

    @Test func whatIsWrongComesFirstThenWhatIsKnownThenWhatIsLarge() {
        let sessions = (1...6).map { id in
            SessionSamples.session(id) {
                $0.application = id == 2 ? .mesh : .unknown
                $0.forward.payloadBytes = id * 1000
            }
        }
        let report = SessionSamples.report(
            sessions, findings: [finding(.note, 1), finding(.warning, 3), finding(.error, 4)])
        let order = SessionInterest(report).first(6, of: Array(0..<6)).map { sessions[$0].id }
        #expect(order == [4, 3, 2, 6, 5, 1])
        #expect(SessionInterest(report).first(2, of: [0, 4, 5]) == [5, 4])
    }

    @Test func theLeastAreThoseThatASortBeginsWith() {
        let numbers = (0..<200).map { $0 * 7919 % 211 }
        for count in [0, 1, 5, 300] { #expect(numbers.least(count) == Array(numbers.sorted().prefix(count))) }
    }
}
