import ArgumentParser
import PacketCapture
import TraceReports
import WireText

/// The meanings of the exit status; the numbers from 64 on are those of sysexits(3).
enum ExitStatus: Int32, CaseIterable {
    case findings = 1
    case damaged = 2
    case notUnderstood = 65
    case cannotOpen = 66
    case cannotStart = 70
    case cannotWrite = 74

    /// Prints one line on standard error and gives the error that ends the program with this status.
    func failure(_ path: String, _ message: String) -> ExitCode {
        let name = path == "-" ? "standard input" : path
        StandardError.write("nearscope: \(SafeText.escaped(name)): \(SafeText.escaped(message))")
        return ExitCode(rawValue)
    }
}

extension ExitStatus {
    /// The usual meaning of a status; `Docs/formats.md` says more.
    private static let usual: [Int32: String] = [
        0: "success", damaged.rawValue: "the file is damaged or cut off, or memory was not enough", 64: "usage",
        notUnderstood.rawValue: "not a capture, or nothing in it could be decoded",
        cannotOpen.rawValue: "the file cannot be opened", cannotStart.rawValue: "no thread can be started",
        cannotWrite.rawValue: "output could not be written",
    ]

    /// The statuses of commands that read captures.
    static let ofCaptures: [Int32] = [0, 2, 64, 65, 66, 70, 74]

    /// The section about exit statuses at the end of a help text.
    ///
    /// - Parameters:
    ///   - own: Statuses that mean something else for the command than usual.
    ///   - others: Statuses with their usual meaning.
    static func help(_ own: [Int32: String] = [:], others: [Int32] = [64]) -> String {
        var lines = ["\n", "EXIT STATUS"]
        for status in Set(own.keys).union(others).sorted() {
            let words = "\(status) \(own[status] ?? usual[status] ?? "")"
            // 80 columns.
            if lines.count > 2, let last = lines.last, last.count + 3 + words.count <= 80 {
                lines[lines.count - 1] = last + "   " + words
            } else {
                lines.append("  " + words)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let existingFile = "a file already exists, or cannot be written"

    static let ofDecoding = help([
        0: "well-formed", 1: "malformed", 2: "the input is empty", 65: "not hexadecimal", 66: "the file cannot be read",
    ])

    /// - Parameter writesFiles: Whether the command can write a capture.
    static func help(ofEncoding value: String, writesFiles: Bool = false) -> String {
        help(
            [
                0: "encoded", 65: "the JSON does not describe \(value)", 66: "the file cannot be read",
                74: writesFiles ? existingFile : "output could not be written",
            ])
    }

    static let ofCapturing = help(
        [
            0: "captured", 2: "an interface went away", 65: "the filter does not fit the interface",
            66: "the interface cannot be opened", 74: existingFile,
        ])

    static let ofExtracting = help(
        [0: "written", 1: "no packet is selected", 74: existingFile],
        others: ofCaptures)

    static let ofGenerating = help([0: "written", 74: existingFile])
}

extension ExitStatus {
    /// Prints what is wrong with the arguments, and gives the error that ends the program with status 64. For what only
    /// running finds out: a `ValidationError` would come with the usage of `nearscope` instead of the command's.
    static func wrongUsage(_ message: String) -> ExitCode {
        StandardError.write("nearscope: \(SafeText.escaped(message))")
        return ExitCode(ExitCode.validationFailure.rawValue)
    }

    /// Prints that there is nothing of that name and which names there are, and gives the error that ends the program.
    ///
    /// - Parameters:
    ///   - near: The one that is most likely meant.
    ///   - advice: What else may be meant, with what comes before it.
    static func missing(
        _ what: String, _ name: String, _ known: [String], like near: String?, advice: String = ""
    ) -> ExitCode {
        let hint = near.map { "; did you mean “\($0)”?" } ?? ""
        return wrongUsage("there is no \(what) “\(name)”; \(list(known))" + hint + advice)
    }

    /// Prints that a word must come before an option, and the possible words, and returns the error that ends the
    /// program.
    static func missing(before option: String, _ what: String, _ known: [String]) -> ExitCode {
        wrongUsage("the \(what) comes before “\(option)”; \(list(known))")
    }

    private static func list(_ known: [String]) -> String {
        let names = Set(known).sorted()
        guard !names.isEmpty else { return "there are none" }
        let list = names.prefix(12).map { "“\($0)”" }.joined(separator: ", ")
        return "there are \(list)" + (names.count > 12 ? ", …" : "")
    }
}

enum CaptureInput {
    /// Runs what reads a capture, and turns its failure into one line and the exit status that the contract names.
    static func reporting<Result>(_ path: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw failure(path, error)
        }
    }

    /// The same for what need not wait.
    static func reporting<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw failure(path, error)
        }
    }

    /// Reports a failure in one line, and returns the error that ends the program.
    static func failure(_ path: String, _ error: any Error) -> any Error {
        switch error {
        case let error as CaptureError:
            let status: ExitStatus =
                switch error.category {
                case .cannotOpen: .cannotOpen
                case .notACapture: .notUnderstood
                case .partial: .damaged
                }
            return status.failure(path, error.description)
        case let error as CaptureFilterError:
            // The expression is sound, but not for these packets.
            return ExitStatus.notUnderstood.failure(path, error.description)
        default: return error
        }
    }
}
