import ArgumentParser
import Foundation
import PacketCapture
import Platform
import WireText

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
            PartialFiles.removeOnSignals()
            let file = try AtomicFile(path, replaces: replaces)
            try FileHandle(fileDescriptor: file.descriptor).write(contentsOf: Data(bytes))
            try file.commit()
        } catch let error as SystemError {
            throw failure(CaptureRecorderError(kind: .cannotCreate(error.number), path: path))
        } catch {
            throw ExitStatus.cannotWrite.failure(path, "cannot be written")
        }
    }

    /// Prints that a file is there already, and gives the error that ends the program.
    static func existing(_ path: String) -> ExitCode {
        ExitStatus.cannotWrite.failure(path, "already exists; use --force to replace it")
    }

    /// Prints why a capture could not be written, and gives the error that ends the program.
    ///
    /// - Parameter isKept: Whether what was written before is there: a file that gets its name at its end is not.
    static func failure(_ error: CaptureRecorderError, isKept: Bool = false) -> ExitCode {
        if error.isExistingFile { return existing(error.path) }
        var words = error.description
        if isKept, case .cannotWrite = error.kind { words += "; what was written before is complete" }
        return ExitStatus.cannotWrite.failure(error.path == "-" ? "standard output" : error.path, words)
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
    /// Lines with a line end, harmless for a terminal and none too long, whatever in them comes from arguments or captures. If even
    /// that cannot be written, nothing can be reported.
    static func write(_ lines: String) {
        ReadingProgress.clear()
        let harmless = SafeText.limited(Array(SafeText.escapedLines(lines).utf8))
        try? FileHandle.standardError.write(contentsOf: Data(harmless + [0x0A]))
    }
}
