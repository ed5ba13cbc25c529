import Foundation
import Testing

/// Rows of any command can be joined with those of others: by the capture, by the time of the clock, by Community ID.
@Suite struct LocatedRowsTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    private struct Row: Decodable {
        let capture: String?
        let time: Int?
        let communityID: String?

        enum CodingKeys: String, CodingKey {
            case capture
            case time = "time_ns"
            case communityID = "community_id"
        }
    }

    private func rows(_ arguments: [String]) throws -> [Row] {
        let text = try BuiltTool.run(arguments: arguments + ["--format", "ndjson"]).text
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }

    @Test(arguments: ["sessions", "messages", "frames"]) func rowsOfAConnectionHaveItsCommunityID(command: String)
        throws
    {
        let rows = try rows([command, capture, "--filter", "tcp port 9000"])
        #expect(!rows.isEmpty && Set(rows.map(\.communityID)) == ["1:KhhXIV5R6ntO2jPkHjfScu+nNL4="])
        // The capture begins at 02:22:12.887 of 2026-11-21.
        let day = 1_795_227_732_000_000_000
        #expect(rows.allSatisfy { $0.capture == capture && (day..<day + 15_000_000_000).contains($0.time ?? 0) })
    }

    @Test(arguments: [
        ["sessions"], ["messages"], ["frames"], ["findings"], ["peers"], ["services"],
    ]) func tablesEndWithTheSameColumns(command: [String]) throws {
        let text = try BuiltTool.run(arguments: command + [capture, "--format", "csv"]).text
        let columns = text.split(separator: "\r\n")[0].split(separator: ",")
        #expect(columns.contains("capture") && columns.suffix(2) == ["time_ns", "community_id"])
    }

    @Test func rowsAboutNoConnectionHaveNone() throws {
        #expect(try rows(["frames", capture, "--filter", "arp"]).allSatisfy { $0.communityID == nil })
        #expect(try rows(["services", capture]).allSatisfy { $0.communityID == nil && $0.time != nil })
    }
}
