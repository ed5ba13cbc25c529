import ArgumentParser
import PacketCapture
import TraceReports
import WireText

/// The meanings of the exit status; the numbers from 64 on are those of sysexits(3).
enum ExitStatus: Int32 {
    case findings = 1
    case damaged = 2
    case notUnderstood = 65
    case cannotOpen = 66
    case cannotWrite = 74

    /// Prints one line on standard error and gives the error that ends the program with this status.
    func failure(_ path: String, _ message: String) -> ExitCode {
        let name = path == "-" ? "standard input" : path
        StandardError.write("nearscope: \(SafeText.escaped(name)): \(SafeText.escaped(message))")
        return ExitCode(rawValue)
    }
}

extension ExitStatus {
    /// Prints what is wrong with the arguments, and gives the error that ends the program with status 64. For what only
    /// running finds out: a `ValidationError` would come with the usage of `nearscope` instead of the command's.
    static func wrongUsage(_ message: String) -> ExitCode {
        StandardError.write("nearscope: \(SafeText.escaped(message))")
        return ExitCode(ExitCode.validationFailure.rawValue)
    }

    /// Prints that there is nothing of that name and which names there are, and gives the error that ends the program.
    static func missing(_ what: String, _ name: String, _ known: [String]) -> ExitCode {
        wrongUsage("there is no \(what) “\(name)”; \(list(known))")
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
