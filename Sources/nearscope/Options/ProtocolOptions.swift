import ApplicationProtocols
import ArgumentParser
import ProtocolDescriptions
import TraceAnalysis

/// `--protocol`, for all commands that read captures.
struct ProtocolOptions: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            "A description of an app's own protocol (Docs/protocols.md). Repeat for several; the first that fits a session takes it.",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var paths: [String] = []

    /// The descriptions, in the order in which they were given.
    ///
    /// - Throws: The exit status for a file that cannot be read, for one that is refused, and for two descriptions of one name, after
    ///   the reason was reported.
    func files() throws -> [DescriptionFile] { try Self.files(paths) }

    /// The same of other paths.
    static func files(_ paths: [String]) throws -> [DescriptionFile] {
        // All that is wrong with all of them, before the command ends.
        var files: [DescriptionFile] = []
        var failure: (any Error)?
        for path in paths {
            do {
                files.append(try DescriptionFile(path: path))
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        try refuseSameNames(files)
        return files
    }

    /// What an analyzer needs of the descriptions.
    ///
    /// - Throws: As ``files()``.
    func applications() throws -> [any ApplicationProtocol] { try files().map(\.application) }

    /// - Throws: A usage error for two descriptions of one name.
    private static func refuseSameNames(_ files: [DescriptionFile]) throws {
        for (index, file) in files.enumerated() {
            guard let first = files[..<index].first(where: { $0.name == file.name }) else { continue }
            throw sameName(file.name, first.path, file.path)
        }
    }

    /// Prints that two descriptions have one name, and gives the error that ends the program.
    static func sameName(_ name: String, _ first: String, _ second: String) -> ExitCode {
        ExitStatus.wrongUsage(
            "--protocol: \(first) and \(second) both describe “\(name)”; change one of the names")
    }

    /// The options as they were given.
    var words: [String] { paths.flatMap { ["--protocol", $0] } }
}

extension DescriptionFile {
    /// The description as an analyzer takes it.
    var application: any ApplicationProtocol { DescribedApplication(compiled, source: path, page: page) }
}
