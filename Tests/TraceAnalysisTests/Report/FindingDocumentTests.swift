import Foundation
import Testing
import TestSupport

/// Docs/findings.md has a row for every code that a rule can give, and for no other.
@Suite struct FindingDocumentTests {
    private static let root = Fixture.repository

    @Test func documentHasExactlyTheCodesOfTheRules() throws {
        let codes = try Self.codesOfRules()
        #expect(codes.contains("name-conflict"))
        #expect(try Self.codesOfDocument().sorted() == codes.sorted())
    }

    /// In the folders of the rules and of applications that have findings, text in kebab-case is a code.
    private static func codesOfRules() throws -> Set<String> {
        var files: [URL] = []
        for name in ["Findings", "Described", "Applications"] {
            let folder = root.appending(path: "Sources/TraceAnalysis/\(name)")
            let found = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            files += found.compactMap { $0 as? URL }
        }
        var codes: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: /"([a-z]+(?:-[a-z]+)+)"/) { codes.insert(String(match.1)) }
        }
        return codes
    }

    /// The first cells of the document's tables.
    private static func codesOfDocument() throws -> [String] {
        let document = try String(contentsOf: root.appending(path: "Docs/findings.md"), encoding: .utf8)
        return Set(document.matches(of: /(?m)^\| `([a-z-]+)` \|/).map { String($0.1) }).sorted()
    }
}
