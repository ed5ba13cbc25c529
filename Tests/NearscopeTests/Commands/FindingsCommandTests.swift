import Foundation
import Testing
import TraceModel

@Suite struct FindingsCommandTests {
    private let capture = BuiltTool.fixture("bonjour/apple-threeway-rename.pcap")

    @Test func rowsAreFindingsWithTheirPlace() throws {
        struct Row: Decodable {
            let capture: String
            let time: Int
            let code: String

            enum CodingKeys: String, CodingKey {
                case capture, code
                case time = "time_ns"
            }
        }
        let outcome = try BuiltTool.run("findings", capture, "--format", "ndjson")
        let lines = outcome.text.split(separator: "\n")
        let findings = try lines.map { try JSONDecoder().decode(Finding.self, from: Data($0.utf8)) }
        let rows = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
        #expect(outcome.status == 0 && findings.map(\.code.rawValue) == rows.map(\.code) && rows.count == 5)
        #expect(rows.allSatisfy { $0.capture == capture && $0.time > 1_700_000_000_000_000_000 })
        let csv = try BuiltTool.run("findings", capture, "--format", "csv").text.split(separator: "\r\n")
        #expect(csv.count == 6 && csv[0].hasPrefix("capture,code,severity") && csv[0].hasSuffix("time_ns,community_id"))
    }

    @Test func findingsAreChosenBySeverityAndCode() throws {
        let warnings = try BuiltTool.run("findings", capture, "--severity", "warning").text
        #expect(warnings.hasPrefix("Findings (2 warnings)\n") && !warnings.contains("service-renamed"))
        let renames = try BuiltTool.run("findings", capture, "--code", "service-renamed", "--format", "ndjson").text
        #expect(renames.split(separator: "\n").count == 3)
        #expect(try BuiltTool.run("findings", capture, "--severity", "error").text == "No findings.\n")
        let unknown = try BuiltTool.run("findings", capture, "--code", "name-conflct")
        #expect(unknown.status == 64 && unknown.errors.contains("did you mean “name-conflict”?"))
    }
}
