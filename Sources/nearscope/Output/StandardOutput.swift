import ArgumentParser
import Foundation
import Platform

/// The destination of results, and the kind of terminal that it is.
struct StandardOutput {
    let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Columns of the terminal; 80 for files and pipes, so that their content does not depend on a window.
    var width: Int {
        guard isTerminal else { return 80 }
        var size = winsize()
        // The struct is ours, and the call fills it.
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// https://no-color.org
    var isColored: Bool {
        isTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }

    /// - Throws: The exit status for output that could not be written.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// - Throws: The exit status for output that could not be written.
    func write(_ bytes: [UInt8]) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        } catch {
            throw ExitStatus.cannotWrite.failure("standard output", "cannot be written")
        }
    }
}

/// A file that a command writes beside standard output.
enum OutputFile {
    /// - Throws: The exit status for a file that cannot be written.
    static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Data(bytes).write(to: URL(filePath: path))
        } catch {
            throw ExitStatus.cannotWrite.failure(path, "cannot be written")
        }
    }
}

/// A file that a command reads beside captures.
enum InputFile {
    /// - Parameters:
    ///   - path: Nil for standard input.
    ///   - limit: No more bytes are read, so that a device or a pipe does not fill memory.
    /// - Throws: The exit status for a file that cannot be read.
    static func read(_ path: String?, limit: Int? = nil) throws -> Data {
        do {
            let file = try path.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .standardInput
            guard let limit else { return try file.readToEnd() ?? Data() }
            return try file.read(upToCount: limit) ?? Data()
        } catch {
            throw ExitStatus.cannotOpen.failure(path ?? "-", "cannot be read")
        }
    }
}

enum StandardError {
    /// One line. If even that cannot be written, nothing can be reported.
    static func write(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
