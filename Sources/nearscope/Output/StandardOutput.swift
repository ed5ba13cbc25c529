import ArgumentParser
import Foundation
import PacketCapture
import Platform

/// The destination of results, and the kind of terminal that it is.
struct StandardOutput {
    let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Columns of the terminal; nil for files and pipes.
    var terminalWidth: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        // The struct is ours, and the call fills it.
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// - Throws: The exit status for output that could not be written.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// - Throws: The exit status for output that could not be written.
    func write(_ bytes: [UInt8]) throws {
        ReadingProgress.clear(isAnswer: isTerminal)
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        } catch {
            throw ExitStatus.cannotWrite.failure("standard output", "cannot be written")
        }
    }
}

/// A file that a command writes beside standard output.
enum OutputFile {
    /// - Parameter replaces: Whether a file that is there may be lost.
    /// - Throws: The exit status for a file that cannot be written, or is not to be replaced.
    static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws {
        do {
            let file = FileHandle(fileDescriptor: try Files.create(path, replaces: replaces), closeOnDealloc: true)
            try file.write(contentsOf: Data(bytes))
        } catch let error as SystemError where error.number == EEXIST {
            throw existing(path)
        } catch {
            throw ExitStatus.cannotWrite.failure(path, "cannot be written")
        }
    }

    /// Prints that a file is there already, and gives the error that ends the program.
    static func existing(_ path: String) -> ExitCode {
        ExitStatus.cannotWrite.failure(path, "already exists; use --force to replace it")
    }

    /// Prints why a capture could not be written, and gives the error that ends the program.
    static func failure(_ error: CaptureRecorderError) -> ExitCode {
        if error.isExistingFile { return existing(error.path) }
        return ExitStatus.cannotWrite.failure(error.path == "-" ? "standard output" : error.path, error.description)
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
            let file =
                try path.map { FileHandle(fileDescriptor: try Files.open($0), closeOnDealloc: true) } ?? .standardInput
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
        ReadingProgress.clear()
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
