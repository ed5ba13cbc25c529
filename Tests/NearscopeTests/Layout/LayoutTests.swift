import Foundation
import TestSupport
import Testing

/// Holds the layout of the sources to design: folders depend one way, and a file is called what it declares.
@Suite struct LayoutTests {
    @Test func noFolderUsesTypesOfOneThatUsesItsOwn() throws {
        for module in try SourceFile.modules() { #expect(try FolderGraph(of: module).cycles == []) }
    }

    /// It is removed with its folder and its line in the list.
    @Test func onlyItsFolderAndTheListNameTypesOfAnApplication() throws {
        let files = try SourceFile.all(in: "TraceAnalysis")
        let applications = Dictionary(grouping: files) { $0.application }
        #expect(applications.count > 8)
        for (application, own) in applications where application != nil {
            let types = own.reduce(into: Set<String>()) { $0.formUnion($1.code.declared) }
            let users = files.filter { $0.application != application && $0.name != "BuiltInApplications.swift" }
                .filter { file in file.code.words.contains { !$0.isMember && types.contains($0.text) } }
            #expect(users.map(\.path) == [])
        }
    }

    @Test func fileIsCalledWhatItDeclares() throws {
        let misnamed = try SourceFile.modules().flatMap(SourceFile.all).filter { !Self.isNamedWell($0) }.map(\.path)
        #expect(misnamed == [])
    }

    /// `Foo.swift` declares or extends `Foo` or declares `foo()`, `Foo+Topic.swift` declares or extends `Foo`; `FooRules.swift`
    /// declares several types that end with `Rule`, `FooGenerators.swift` extends `Generator`.
    private static func isNamedWell(_ file: SourceFile) -> Bool {
        let name = file.name.dropLast(".swift".count).prefix { $0 != "+" }
        if name == "main" { return true }
        let types = file.code.declared.union(file.code.extended)
        if types.contains(String(name)) { return true }
        if file.code.functions.contains(name.prefix(1).lowercased() + name.dropFirst()) { return true }
        guard name.hasSuffix("s"), let last = name.dropLast().lastIndex(where: \.isUppercase) else { return false }
        let kind = name.dropLast()[last...]
        return file.code.extended.contains(String(kind)) || file.code.declared.count { $0.hasSuffix(kind) } > 1
    }

    private static let markers = ("<!-- folders -->\n```\n", "```\n<!-- /folders -->")

    /// With `WRITE_FOLDERS=1` in the environment, as `.ci/folder-graph` has it, the document is written instead.
    @Test func architectureDocumentShowsTheFolders() throws {
        let url = Fixture.repository.appending(path: "Docs/architecture.md")
        let document = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(document.range(of: Self.markers.0)?.upperBound)
        let end = try #require(document.range(of: Self.markers.1)?.lowerBound)
        let graphs = try SourceFile.modules().map { try FolderGraph(of: $0) }.filter { $0.folders.count > 1 }
        let expected = graphs.map { graph in
            graph.module + "\n" + graph.lines.map { "    \($0)\n" }.joined()
        }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["WRITE_FOLDERS"] != nil {
            try document.replacingCharacters(in: start..<end, with: expected)
                .write(to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(document[start..<end] == expected, "run .ci/folder-graph")
        }
    }
}
