import ArgumentParser
import PacketCapture
import Platform
import WireText

/// The captures that a command's arguments name: files, and folders of files.
enum CaptureInputs {
    /// The kind of thing at a path.
    enum Kind { case file, folder, stream, missing }

    /// The kind of thing at a path; an inaccessible one is left for opening to fail at.
    static func kind(_ path: String) -> Kind {
        if path == "-" { return .stream }
        guard let status = Files.status(path) else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        default: return .stream
        }
    }

    /// Whether packets come from another program, which may take its time.
    static func isPipe(_ path: String) -> Bool { kind(path) == .stream && !(path == "-" && isatty(STDIN_FILENO) == 1) }

    /// Opens a capture. Ctrl-C (or SIGTERM, SIGHUP) is the end of a pipe, and what came through it until then is answered.
    static func open(_ path: String) throws(CaptureError) -> CaptureFile {
        let interruption = isPipe(path) ? ReadingInterruption(descriptor: StopSignals.ofReading.descriptor) : nil
        return try CaptureFile.open(path: path, endingAt: interruption)
    }

    /// Whether two paths lead to one file.
    static func isSameFile(_ first: String, _ second: String) -> Bool {
        guard let one = Files.status(first), let other = Files.status(second) else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// - Throws: A usage error for an output that is one of the inputs.
    static func refuse(_ outputs: [String?], among inputs: [String]) throws {
        for output in outputs.compactMap(\.self) where inputs.contains(where: { isSameFile($0, output) }) {
            throw ExitStatus.wrongUsage("\(output) is also an input file, and would be overwritten")
        }
    }

    /// - Parameter purpose: Why inputs have to be files that can be read again, for the error that says so.
    /// - Throws: A usage error for a pipe.
    static func refuseStreams(among inputs: [String], for purpose: String) throws {
        guard let stream = inputs.first(where: { kind($0) == .stream }) else { return }
        let name = stream == "-" ? "standard input" : stream
        throw ExitStatus.wrongUsage("\(purpose), which \(name) does not allow; save it to a file first")
    }

    /// The captures in a folder, recognized by their content, in the order of their first packets and then of their
    /// names. Hidden files, pipes, subfolders and files of other kinds are skipped; captures that cannot be read are reported
    /// and left out.
    ///
    /// - Returns: At least one capture, and the worst of what was wrong with others, 0 for nothing.
    /// - Throws: The exit status, after the reason was reported.
    static func captures(inFolder folder: String) throws -> (captures: [CaptureOverview], worst: ExitCode) {
        let names: [String]
        do {
            names = try Files.names(in: folder)
        } catch {
            throw ExitStatus.cannotOpen.failure(folder, "cannot read this directory: \(error)")
        }
        let paths = names.map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
        var (captures, worst) = ([CaptureOverview](), ExitCode.success)
        for path in paths where [.file, .missing].contains(kind(path)) {
            do throws(CaptureError) {
                captures.append(try CaptureOverview(path: path))
            } catch {
                guard isMeantAsCapture(path, error), let status = CaptureInput.failure(path, error) as? ExitCode else {
                    continue
                }
                worst = worse(worst, status)
            }
        }
        guard !captures.isEmpty else {
            if worst != .success { throw worst }
            throw ExitStatus.cannotOpen.failure(folder, "this directory has no capture files\(others(paths))")
        }
        return (CaptureMerge(captures).files, worst)
    }

    /// The paths of all captures that are named, those in folders too, and the worst of what was wrong with folders: one that cannot
    /// be read does not keep the others from being read.
    static func paths(_ arguments: [String]) -> (paths: [String], worst: ExitCode) {
        var (paths, worst) = ([String](), ExitCode.success)
        for argument in arguments {
            guard kind(argument) == .folder else {
                paths.append(argument)
                continue
            }
            do {
                let folder = try captures(inFolder: argument)
                worst = worse(worst, folder.worst)
                paths += folder.captures.map(\.path)
            } catch {
                worst = worse(worst, error as? ExitCode ?? .failure)
            }
        }
        return (paths, worst)
    }

    /// Whether a file that cannot be read as a capture is one all the same, or would have been: not a text beside them.
    private static func isMeantAsCapture(_ path: String, _ error: CaptureError) -> Bool {
        switch error.kind {
        case .notACapture: false
        // JSON, a key log or a page beside captures, as one has them.
        case .unsupported(.foreign(let format)): format.advice != nil
        case .empty: [".pcap", ".pcapng", ".cap", ".dmp"].contains { path.contains($0) }
        default: true
        }
    }

    /// What a folder without captures has instead, as the end of a sentence.
    private static func others(_ paths: [String]) -> String {
        let kinds = paths.map { kind($0) }
        let (files, folders) = (kinds.count { $0 == .file }, kinds.count { $0 == .folder })
        let parts =
            (files > 0 ? [Quantity.count(files, "other file")] : [])
            + (folders > 0 ? [Quantity.count(folders, "directory", "directories")] : [])
        guard let last = parts.last else { return paths.isEmpty ? "; it is empty" : "" }
        let advice = folders > 0 ? ", and directories within it are not searched: give one of those" : ""
        return "; it has \(parts.count > 1 ? parts[0] + " and " + last : last)\(advice)"
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
        try refuseStreams(among: paths, for: purpose)
        var captures: [CaptureOverview] = []
        var worst = ExitCode.success
        for path in paths {
            do {
                if kind(path) == .folder {
                    let folder = try Self.captures(inFolder: path)
                    captures += folder.captures
                    worst = worse(worst, folder.worst)
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
