import Foundation
import TestSupport
import Testing

@testable import TraceModel

@Suite struct FindingCausesTests {
    @Test func everyCodeInTheTableIsThatOfARule() throws {
        let document = try String(
            contentsOf: Fixture.repository.appending(path: "Docs/findings.md"), encoding: .utf8)
        for code in FindingCauses.chains.flatMap({ $0.levels.joined() }) {
            #expect(document.contains("\n| `\(code)` |"), "\(code)")
        }
    }

    @Test func aCauseRanksBeforeWhatFollowsFromIt() {
        let rank = { FindingCauses.rank(Finding.Code(rawValue: $0)) }
        #expect(rank("conflict-storm") < rank("name-conflict") && rank("name-conflict") < rank("service-renamed"))
        #expect(rank("capture-truncated") < rank("capture-gap") && rank("unheard-of") == 0)
    }
}
