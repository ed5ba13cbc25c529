import ArgumentParser
import Platform
import WireText

extension NearscopeCommand {
    static func main() async {
        let arguments = DescribedName.inserted(into: programArguments())
        do {
            if let missing = MissingSubcommand(in: arguments) { throw missing.failure }
            var command = try await parsed(ArgumentRuns.joined(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(error, arguments)
        }
    }

    /// The command that the arguments mean.
    private static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
        do {
            return try await asyncParseAsRoot(arguments)
        } catch {
            // ArgumentParser repeats arguments as they are, so they must be harmless for a terminal.
            let harmless = arguments.map(SafeText.escaped)
            guard harmless != arguments, exitCode(for: error) != .success else { throw error }
            _ = try await asyncParseAsRoot(harmless)
            // It was the escaped characters alone that were wrong.
            let shown = KeyOptions.masked(harmless).joined(separator: " ")
            throw ExitStatus.wrongUsage("an argument has control characters: \(shown)")
        }
    }

    /// Ends the program with the status of an error, after what it says was printed: help and the version on standard output,
    /// everything else on standard error.
    private static func end(_ error: any Error, _ arguments: [String]) -> Never {
        let status = exitCode(for: error)
        // Help after the sentence for those who give nothing at all.
        var text = OptionHabit.explained(
            UnknownOption.named(in: fullMessage(for: error), instead: CaptureFiles.missing, arguments))
        if arguments.isEmpty, status != .success { text += "\n\n" + helpMessage() }
        guard !text.isEmpty else { exit(withError: status) }
        guard status == .success else {
            StandardError.write(text)
            exit(withError: status)
        }
        do {
            try StandardOutput().write(text + "\n")
        } catch {
            exit(withError: error)
        }
        exit(withError: status)
    }
}
