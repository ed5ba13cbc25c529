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
        let found = try object(FittedData.json(report, list: ("list", \.list)))
        #expect((found["list"] as? [Any])?.count == 5 && found["leftOut"] == nil)
    }

    @Test func whatDoesNotFitLosesTheLightest() throws {
        let report = Report(list: (1...100).map { Entry(id: $0, text: String(repeating: "x", count: 100)) })
        let bytes = try FittedData.json(report, list: ("list", \.list), limit: 2000) { Double($0.id % 50) }
        #expect(bytes.count <= 2100)
        let found = try object(bytes)
        let kept = try #require(found["list"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
        #expect(kept == kept.sorted() && kept.contains(49) && kept.contains(99) && !kept.contains(50))
        #expect((found["leftOut"] as? [String: Int])?["list"] == 100 - kept.count)
    }
}
