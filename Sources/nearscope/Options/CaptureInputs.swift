import ArgumentParser
import Foundation
import PacketCapture
import Platform

/// The captures that a command's arguments name: files, and folders of files.
enum CaptureInputs {
    /// The kind of thing at a path.
    enum Kind { case file, folder, stream, missing }

    /// The kind of thing at a path; an inaccessible one is left for opening to fail at.
    static func kind(_ path: String) -> Kind {
        if path == "-" { return .stream }
        var status = stat()
        // The path is copied during the call; the struct is ours, and the call fills it.
        guard unsafe stat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        default: return .stream
        }
    }

    /// Whether two paths lead to one file.
    static func isSameFile(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        // The paths are copied during the calls; the structs are ours, and the calls fill them.
        guard unsafe stat(first, &one) == 0, unsafe stat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// The captures in a folder, recognized by their content, in the order of their first packets and then of their
    /// names. Hidden files, pipes and subfolders are skipped.
    ///
    /// - Throws: The exit status, after the reason was reported.
    static func captures(inFolder folder: String) throws -> [CaptureOverview] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw ExitStatus.cannotOpen.failure(folder, "cannot read this directory")
        }
        let captures = names.filter { !$0.hasPrefix(".") }.sorted().compactMap { name in
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            return kind(path) == .file ? try? CaptureOverview(path: path) : nil
        }
        guard !captures.isEmpty else {
            throw ExitStatus.cannotOpen.failure(folder, "this directory has no capture files")
        }
        return CaptureMerge(captures).files
    }

    /// The beginnings of all captures, for commands that read them as one or more than once. Those that cannot be read
    /// are reported and left out.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - purpose: Why they have to be files that can be read again, for the error that says so.
    /// - Returns: At least one capture, and the worst of what was wrong with others, 0 for nothing.
    /// - Throws: A usage error for pipes; the exit status where nothing is left.
    static func overviews(
        _ paths: [String], for purpose: String
    ) throws -> (captures: [CaptureOverview], worst: ExitCode) {
        if let stream = paths.first(where: { kind($0) == .stream }) {
            let name = stream == "-" ? "standard input" : stream
            throw ExitStatus.wrongUsage("\(purpose), which \(name) does not allow; save it to a file first")
        }
        var captures: [CaptureOverview] = []
        var worst = ExitCode.success
        for path in paths {
            do {
                if kind(path) == .folder {
                    captures += try Self.captures(inFolder: path)
                } else {
                    captures.append(try CaptureInput.reporting(path) { try CaptureOverview(path: path) })
                }
            } catch let status as ExitCode {
                worst = worse(worst, status)
            }
        }
        guard !captures.isEmpty else { throw worst }
        return (captures, worst)
    }

    /// Reports the files of a merge that could not be read to their ends.
    ///
    /// - Throws: The worst status of theirs and of what was wrong before, unless that is 0.
    static func finish(
        _ failures: [(path: String, error: CaptureError)], worst: ExitCode, adding words: String = ""
    ) throws {
        let status = failures.reduce(worst) { status, failure in
            worse(status, ExitStatus.damaged.failure(failure.path, failure.error.description + words))
        }
        if status != .success { throw status }
    }

    /// The status that says more: 66, 65, 2, 1, 0, in this order.
    static func worse(_ first: ExitCode, _ second: ExitCode) -> ExitCode {
        first.rawValue >= second.rawValue ? first : second
    }
}
