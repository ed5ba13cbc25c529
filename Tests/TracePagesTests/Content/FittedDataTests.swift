import Foundation
import Testing

@testable import TracePages

@Suite struct FittedDataTests {
    private struct Report: Encodable {
        var schema = "x"
        var list: [Entry]
    }

    private struct Entry: Encodable {
        let id: Int
        let text: String
    }

    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func whatFitsIsWhole() throws {
        let report = Report(list: (1...5).map { Entry(id: $0, text: "<") })
        let found = try object(FittedData(report, lists: [CutList("list", \.list)]).json)
        #expect((found["list"] as? [Any])?.count == 5 && found["leftOut"] == nil)
    }

    @Test func whatDoesNotFitLosesTheLightest() throws {
        let report = Report(list: (1...100).map { Entry(id: $0, text: String(repeating: "x", count: 100)) })
        let bytes = try FittedData(
            report, lists: [CutList("list", \.list, weight: { entry, _ in Double(entry.id % 50) })], limit: 2000
        ).json
        #expect(bytes.count <= 2100)
        let found = try object(bytes)
        let kept = try #require(found["list"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
        #expect(kept == kept.sorted() && kept.contains(49) && kept.contains(99) && !kept.contains(50))
        #expect((found["leftOut"] as? [String: Int])?["list"] == 100 - kept.count)
    }

    @Test func entriesThatThePageShowsStayWhateverTheirSize() throws {
        let report = Report(list: (1...10).map { Entry(id: $0, text: String(repeating: "x", count: 500)) })
        let data = try FittedData(report, lists: [CutList("list", \.list, least: 4)], limit: 100)
        #expect(data.report.list.map(\.id) == [1, 2, 3, 4])
    }
}
