import Foundation
import WireSimulation
import WireTesting
import TestSupport

/// The built executable, run as a user runs it.
struct BuiltTool {
    struct Outcome {
        var status: Int32
        var output: Data
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        /// Lines on standard error.
        var errorLines: [Substring] { errors.split(separator: "\n") }
    }

    /// The executable lies beside the test bundle, on Linux and on macOS.
    static let executable: URL = {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
            return bundle.bundleURL.deletingLastPathComponent().appending(path: "nearscope")
        #else
            return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "nearscope")
        #endif
    }()

    /// - Parameters:
    ///   - input: A file to be read as standard input.
    ///   - path: Where standard output goes instead of into the outcome.
    static func run(_ arguments: String..., input: String? = nil, output path: String? = nil) throws -> Outcome {
        try run(arguments: arguments, input: input, output: path)
    }

    /// The same with the widest text, for tests of words that are broken elsewhere.
    static func run(wide arguments: String...) throws -> Outcome {
        try run(arguments: arguments, environment: ["COLUMNS": "200"])
    }

    /// - Parameter environment: Variables beside those of the tests.
    static func run(
        arguments: [String], input: String? = nil, output path: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        try start(arguments, input: input, output: path, environment: environment).outcome()
    }

    /// Starts the tool without waiting for its end.
    static func start(
        _ arguments: [String], input: String? = nil, output path: String? = nil, environment: [String: String] = [:]
    ) throws -> Running {
        let folder = try TemporaryFolder()
        let output = path.map { URL(filePath: $0) } ?? folder.file("output")
        let errors = folder.file("errors")
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        // The window that the tests are run in is not what they are about.
        let own = ProcessInfo.processInfo.environment.filter { !["COLUMNS", "NO_COLOR"].contains($0.key) }
        process.environment = own.merging(environment) { $1 }
        process.standardInput = try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        return Running(process: process, folder: folder, output: path == nil ? output : nil, errors: errors)
    }

    /// A tool that runs.
    struct Running {
        fileprivate let process: Process
        /// Is gone with the last who refers to it.
        fileprivate let folder: TemporaryFolder
        fileprivate let output: URL?
        fileprivate let errors: URL

        var identifier: Int32 { process.processIdentifier }
        var isRunning: Bool { process.isRunning }

        /// Waits until standard error has those words, or the tool is at its end.
        func waitForErrors(containing words: String) throws {
            while process.isRunning, try !String(contentsOf: errors, encoding: .utf8).contains(words) { usleep(10_000) }
        }

        /// Waits for the end.
        func outcome() throws -> Outcome {
            process.waitUntilExit()
            return Outcome(
                status: process.terminationStatus, output: try output.map { try Data(contentsOf: $0) } ?? Data(),
                errors: try String(contentsOf: errors, encoding: .utf8))
        }
    }

    /// The path of a file in Fixtures.
    static func fixture(_ name: String) -> String {
        Fixture.url(name).path
    }
}

/// A folder that is gone when nobody needs it any more.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "nearscope-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// An empty file.
    func file(_ name: String) -> URL {
        let file = url.appending(path: name)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        return file
    }

    /// A file with that content.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }
}
