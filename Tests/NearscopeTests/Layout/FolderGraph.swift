import Foundation
import TestSupport

/// The folders of a module, and which of them use types of which.
struct FolderGraph {
    /// Of a folder and the one that it uses.
    struct Edge: Hashable, Comparable {
        let from: String
        let to: String

        static func < (first: Edge, second: Edge) -> Bool { (first.from, first.to) < (second.from, second.to) }
    }

    /// Lists that a module is composed by. Who uses one knows the protocol of lists and nothing of what is in it.
    static let compositions: Set<String> = ["NativeApplications"]

    let module: String
    /// Files beside the folders belong to the folder "".
    private(set) var folders: Set<String> = []
    /// Where each edge comes from: `File.swift:12 uses Type`.
    private(set) var edges: [Edge: [String]] = [:]

    /// Reads all sources of a module.
    init(of module: String) throws {
        self.module = module
        let files = try SourceFile.all(in: module)
        folders = Set(files.map(\.folder))
        var folderOf: [String: Set<String>] = [:]
        for file in files { for type in file.code.declared { folderOf[type, default: []].insert(file.folder) } }
        for file in files {
            let nested = file.code.nested
            for word in file.code.words where !word.isMember && !nested.contains(word.text) {
                guard !Self.compositions.contains(word.text), let declaring = folderOf[word.text],
                    declaring.count == 1, let to = declaring.first, to != file.folder
                else { continue }
                edges[Edge(from: file.folder, to: to), default: []].append(
                    "\(file.name):\(word.line) uses \(word.text)")
            }
        }
    }

    /// The edges within cycles, with what causes them.
    var cycles: [String] {
        edges.sorted { $0.key < $1.key }.filter { reaches($0.key.from, from: $0.key.to) }.map { edge, evidence in
            "\(module): \(Self.name(edge.from)) -> \(Self.name(edge.to)): " + evidence.prefix(4).joined(separator: ", ")
        }
    }

    private func reaches(_ goal: String, from start: String) -> Bool {
        var seen: Set<String> = [start]
        var open = [start]
        while let folder = open.popLast() {
            if folder == goal { return true }
            for edge in edges.keys where edge.from == folder && seen.insert(edge.to).inserted { open.append(edge.to) }
        }
        return false
    }

    /// A line for each folder: what it uses, without what those use for it anyway.
    var lines: [String] {
        let width = folders.map { Self.name($0).count }.max() ?? 0
        return ranked.map { folder in
            let direct = edges.keys.filter { $0.from == folder }.map(\.to)
            let needed = direct.filter { goal in
                !direct.contains { $0 != goal && reaches(goal, from: $0) }
            }
            let name = Self.name(folder)
            let uses = needed.isEmpty ? "" : " --> " + needed.map(Self.name).sorted().joined(separator: ", ")
            return uses.isEmpty ? name : name + String(repeating: " ", count: width - name.count) + uses
        }
    }

    /// Folders after all that they use.
    private var ranked: [String] {
        var rank: [String: Int] = [:]
        func height(_ folder: String, _ depth: Int = 0) -> Int {
            if let known = rank[folder] { return known }
            // A cycle has no order; the test fails for it elsewhere.
            guard depth < folders.count else { return 0 }
            let value = (edges.keys.filter { $0.from == folder }.map { height($0.to, depth + 1) + 1 }.max()) ?? 0
            rank[folder] = value
            return value
        }
        return folders.sorted { (height($0), $0) < (height($1), $1) }
    }

    private static func name(_ folder: String) -> String { folder.isEmpty ? "(beside the folders)" : folder }
}

/// A Swift file of a module.
struct SourceFile {
    /// Within the repository.
    let path: String
    /// The first folder within the module, empty for a file beside the folders.
    let folder: String
    let code: SourceCode

    var name: String { String(path.split(separator: "/").last ?? "") }

    /// The folder within the folder `Applications`; nil for other files.
    var application: String? {
        let parts = path.split(separator: "/")
        return folder == "Applications" && parts.count > 4 ? String(parts[3]) : nil
    }

    /// The modules with Swift code.
    static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Fixture.repository.appending(path: "Sources").path())
            .filter { try !paths(in: $0).isEmpty }.sorted()
    }

    private static func paths(in module: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(
            atPath: Fixture.repository.appending(path: "Sources/\(module)").path()
        )
        .filter { $0.hasSuffix(".swift") }.sorted()
    }

    static func all(in module: String) throws -> [SourceFile] {
        try paths(in: module).map { path in
            let parts = path.split(separator: "/")
            let text = try String(
                contentsOf: Fixture.repository.appending(path: "Sources/\(module)/\(path)"), encoding: .utf8)
            return SourceFile(
                path: "Sources/\(module)/\(path)", folder: parts.count > 1 ? String(parts[0]) : "",
                code: SourceCode(text))
        }
    }
}
