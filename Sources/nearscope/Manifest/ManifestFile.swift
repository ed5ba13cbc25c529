import ArgumentParser
import Foundation
import Platform

/// A manifest that an option names, and the captures that it speaks of.
struct ManifestFile {
    let path: String
    let manifest: RunManifest

    /// - Throws: The exit status, after the error was reported.
    init(path: String) throws {
        // One byte more than may be read shows that there is too much.
        let content = try InputFile.read(path == "-" ? nil : path, limit: ManifestReader.maximumLength + 1)
        do throws(ManifestError) {
            guard let yaml = String(bytes: content, encoding: .utf8) else {
                throw ManifestError(line: nil, description: "is not UTF-8 text")
            }
            manifest = try ManifestReader.manifest(yaml)
        } catch {
            throw ExitStatus.notUnderstood.failure(Self.place(path, error.line), error.description)
        }
        self.path = path
    }

    /// Reports entries that match no capture: most likely a name is wrong.
    func entriesWithoutFile(among paths: [String]) -> ExitCode {
        var status = ExitCode.success
        for entry in manifest.entries where !paths.contains(where: entry.file.matches) {
            status = missing(entry, "no capture matches")
        }
        return status
    }

    /// The captures that the entries name, relative to the manifest's folder, each once; and what was wrong with others.
    var files: (paths: [String], worst: ExitCode) {
        let own =
            path == "-"
            ? ""
            : path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .map { $0 + "/" }.joined()
        var (paths, known, worst) = ([String](), Set<String>(), ExitCode.success)
        for entry in manifest.entries {
            let name = entry.file.text
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            let folder = (name.hasPrefix("/") ? "" : own) + parts.dropLast().map { $0 + "/" }.joined()
            let last = parts.last.map(String.init) ?? name
            let found = entry.file.isPattern ? Self.names(in: folder, matching: FilePattern(last)) : [last]
            if found.isEmpty { worst = missing(entry, "there is no file") }
            for name in found where known.insert(folder + name).inserted { paths.append(folder + name) }
        }
        return (paths, worst)
    }

    private static func names(in folder: String, matching pattern: FilePattern) -> [String] {
        let names = try? Files.names(in: folder.isEmpty ? "." : folder)
        return (names ?? []).filter(pattern.matches)
    }

    private func missing(_ entry: RunManifest.Entry, _ what: String) -> ExitCode {
        ExitStatus.cannotOpen.failure(Self.place(path, entry.line), "\(what) “\(entry.file.text)”")
    }

    private static func place(_ path: String, _ line: Int?) -> String {
        let name = path == "-" ? "standard input" : path
        return line.map { "\(name):\($0)" } ?? name
    }
}
