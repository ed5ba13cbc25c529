import Foundation
import ServiceDiscovery
import Testing

/// The tables of rules in `Docs/conformance.md` are made of the rules themselves.
@Suite struct ConformanceDocumentTests {
    /// With `WRITE_RULES=1` in the environment the document is written instead.
    @Test func documentShowsTheRules() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let url = root.appending(path: "Docs/conformance.md")
        let document = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(document.range(of: "<!-- rules:")).lowerBound
        let line = try #require(document[start...].firstIndex(of: "\n"))
        let end = try #require(document.range(of: "<!-- end of rules -->")).lowerBound
        let body = document.index(after: line)..<end
        if ProcessInfo.processInfo.environment["WRITE_RULES"] != nil {
            try document.replacingCharacters(in: body, with: Self.tables).write(
                to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(document[body] == Self.tables)
        }
    }

    private static var tables: String {
        let judged = ConformanceRule.all.filter { $0.basis != .unseen }.map { rule in
            "| `\(rule.id)` | \(rule.section) | \(rule.level.rawValue) | \(rule.role.rawValue) | \(rule.basis.rawValue) | \(rule.title) | \(rule.occasion) | \(rule.fault) |"
        }
        let unseen = ConformanceRule.all.filter { $0.basis == .unseen }.map { rule in
            "| `\(rule.id)` | \(rule.section) | \(rule.level.rawValue) | \(rule.role.rawValue) | \(rule.title) | \(rule.occasion) |"
        }
        return """
            | id | section | level | role | basis | rule | occasion | broken where |
            |---|---|---|---|---|---|---|---|
            \(judged.joined(separator: "\n"))

            No capture can judge these:

            | id | section | level | role | rule | why |
            |---|---|---|---|---|---|
            \(unseen.joined(separator: "\n"))

            """
    }
}
