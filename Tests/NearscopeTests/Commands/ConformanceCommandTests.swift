import Foundation
import Testing

@Suite struct ConformanceCommandTests {
    private static let periodic = BuiltTool.fixture("conformance/periodic.pcap")
    private static let calm = BuiltTool.fixture("conformance/honest-calm.pcap")

    private struct Report: Decodable {
        struct Host: Decodable {
            struct Rule: Decodable { var id: String, verdict: String, frames: [Int] }
            var label: String
            var rules: [Rule]
        }
        var schema: String
        var hosts: [Host]
    }

    private func report(_ arguments: String...) throws -> Report {
        let outcome = try BuiltTool.run(arguments: ["conformance"] + arguments + ["--format", "json"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try JSONDecoder().decode(Report.self, from: outcome.output)
    }

    @Test func everyHostHasEveryRule() throws {
        let report = try report(Self.periodic)
        #expect(report.schema == "nearscope.conformance/1" && !report.hosts.isEmpty)
        #expect(report.hosts.allSatisfy { $0.rules.count == 102 })
        let broken = report.hosts.flatMap(\.rules).filter { $0.verdict == "broken" }
        #expect(broken.map(\.id) == ["6762-8.3-no-periodic"] && broken.allSatisfy { !$0.frames.isEmpty })
    }

    @Test func textNamesTheRuleAndItsFrames() throws {
        let outcome = try BuiltTool.run("conformance", Self.periodic)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("broken 6762-8.3-no-periodic  MUST NOT, RFC 6762 §8.3"))
        #expect(outcome.text.contains("frames "))
        let all = try BuiltTool.run("conformance", Self.periodic, "--verbose").text
        #expect(all.contains("6762-11-on-link") && !outcome.text.contains("6762-11-on-link"))
    }

    @Test(arguments: [("must", periodic, 1), ("should", periodic, 1), ("must", calm, 0), ("should", calm, 0)])
    func breachEndsWithAStatus(level: String, capture: String, status: Int32) throws {
        #expect(try BuiltTool.run("conformance", capture, "--fail-on", level).status == status)
    }

    @Test func optionsChooseHostsAndRules() throws {
        let one = try report(Self.periodic, "--responder", "printer", "--rules", "6762-8.3", "--role", "responder")
        #expect(one.hosts.map(\.label) == ["printer.local"])
        #expect(one.hosts[0].rules.map(\.id).allSatisfy { $0.hasPrefix("6762-8.3") })
        #expect(one.hosts[0].rules.count == 3)
        let missing = try BuiltTool.run("conformance", Self.periodic, "--responder", "fax.local")
        #expect(missing.status == 64 && missing.errors.contains("printer.local"))
        #expect(try BuiltTool.run("conformance", Self.periodic, "--rules", "6762-99").status == 64)
    }

    @Test func rowsAreRulesOfHosts() throws {
        let lines = try BuiltTool.run("conformance", Self.periodic, Self.calm, "--format", "csv").text.split(
            whereSeparator: \.isNewline)
        #expect(lines[0].hasPrefix("capture,host,address,linkAddress,family,id,section,level,role,verdict"))
        #expect((lines.count - 1) % 102 == 0 && lines.count > 2 * 102)
        let first = try BuiltTool.run("conformance", Self.periodic, "--format", "ndjson").text.split(separator: "\n")[0]
        #expect(first.contains("\"id\":\"6762-3-local-by-multicast\""))
    }

    @Test func servicesSayItInALine() throws {
        let text = try BuiltTool.run("services", Self.periodic, "--verbose").text
        #expect(text.contains("Conformance") && text.contains("6762-8.3-no-periodic"))
    }
}
