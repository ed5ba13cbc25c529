import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct FindingFactsTests {
    @Test func factsKeepTheirOrderAndTypes() {
        let facts = KeyedValues<Finding.Fact>([
            "zebra": 1, "ratio": 0.5, "none": nil as Int?, "text": "a", "pairs": [["p1", "p2"]],
            "wait": Duration.seconds(2),
        ])
        #expect(facts.entries.map(\.name) == ["zebra", "ratio", "none", "text", "pairs", "wait"])
        #expect(
            facts.entries.map(\.value) == [
                .number(1), .number(0.5), nil, .text("a"), .list([.list([.text("p1"), .text("p2")])]), .number(2),
            ])
    }

    @Test func whatTheCaptureNamesIsBounded() {
        #expect(String(repeating: "a", count: 1_000_000).fact == .text(String(repeating: "a", count: 255) + "…"))
        #expect(Array(0..<1000).fact == .list((0..<64).map { .number(Double($0)) }))
    }

    @Test func theyAreReadAsTheyAreWritten() throws {
        let facts = KeyedValues<Finding.Fact>(["lost": 3, "nodes": ["a", "b"], "none": nil as String?])
        #expect(try JSONDecoder().decode(KeyedValues.self, from: JSONEncoder().encode(facts)) == facts)
    }

    /// Docs/findings.md lists the facts of each code.
    @Test func documentHasTheFactsOfTheRules() async throws {
        let document = try String(
            contentsOf: Fixture.repository.appending(path: "Docs/findings.md"), encoding: .utf8)
        let table = try #require(document.range(of: "## Facts"))
        var documented: [String: Set<String>] = [:]
        for row in document[table.lowerBound...].matches(of: /(?m)^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (.*) \|$/) {
            let facts = Set(row.2.matches(of: /`([A-Za-z0-9]+)`/).map { String($0.1) })
            for code in row.1.matches(of: /`([a-z-]+)`/) { documented[String(code.1)] = facts }
        }
        let findings = try await Self.findings()
        #expect(Set(findings.map(\.code)).count > 20)
        for finding in findings {
            let facts = finding.facts.entries.map(\.name)
            #expect(!facts.isEmpty)
            let known = documented[finding.code.rawValue] ?? []
            let strange = facts.filter { !known.contains($0) && $0 != "more" }
            #expect(strange.isEmpty, "\(finding.code.rawValue) \(strange)")
        }
    }

    @Test func referencesWriteSectionsWithTheirSign() async throws {
        let references = try await Set(Self.findings().map(\.reference))
        #expect(references.contains { $0.contains("§") })
        #expect(references.filter { $0.contains("section") }.isEmpty)
    }

    /// Those of all captures among the fixtures.
    private static func findings() async throws -> [Finding] {
        let files = try #require(FileManager.default.enumerator(at: Fixture.url(), includingPropertiesForKeys: nil))
        var findings: [Finding] = []
        for file in files.allObjects.compactMap({ $0 as? URL }) where ["pcap", "pcapng"].contains(file.pathExtension) {
            guard let capture = try? CaptureFile.open(path: file.path()) else { continue }
            findings += (try? await TraceAnalyzer().analyze(capture).findings) ?? []
        }
        return findings
    }
}
