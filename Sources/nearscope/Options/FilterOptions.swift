import ArgumentParser
import PacketCapture
import TraceReports
import WireText

/// `--filter`, for all commands that read or capture packets.
struct FilterOptions: ParsableArguments {
    @Option(
        name: .customLong("filter"),
        help: ArgumentHelp(
            "Only packets that match, in tcpdump's filter language: 'tcp port 7000 and host 10.0.0.1'.",
            discussion: "Host names are resolved, possibly over the network. See pcap-filter(7).",
            valueName: "expression"))
    var expression: String?

    /// The compiled expression, nil without one.
    ///
    /// - Throws: The exit status for wrong usage, after the fault is shown.
    func compiled() throws -> CaptureFilter? {
        guard let expression else { return nil }
        do {
            return try CaptureFilter(expression)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Shows the expression with a mark under the fault, and gives the error that ends the program.
    static func failure(_ error: CaptureFilterError) -> ExitCode {
        StandardError.write(Self.explanation(error))
        return ExitCode(ExitCode.validationFailure.rawValue)
    }

    /// ```
    /// nearscope: filter: syntax error at “hots”
    ///   tcp and hots 10.0.0.1
    ///           ^^^^
    /// ```
    /// and, for an expression in Wireshark's display language, what to write instead.
    static func explanation(_ error: CaptureFilterError) -> String {
        let sentence = "nearscope: filter: \(SafeText.escaped(error.description))"
        let hint = DisplayFilterHint(error.expression).map { "\n  help: " + SafeText.escaped("\($0)") } ?? ""
        guard let range = error.range else { return sentence + hint }
        let before = Array(error.expression.utf8)[..<range.lowerBound]
        let column = SafeText.width(SafeText.escaped(String(decoding: before, as: UTF8.self)))
        let width = max(1, SafeText.width(SafeText.escaped(error.culprit)))
        let mark = String(repeating: " ", count: column) + String(repeating: "^", count: width)
        return "\(sentence)\n  \(SafeText.escaped(error.expression))\n  \(mark)\(hint)"
    }
}
