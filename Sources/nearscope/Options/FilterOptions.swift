import ArgumentParser
import PacketCapture
import TraceModel
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
    var given: String?

    /// nil without one, and for one without words, as a script may have it.
    var expression: String? { given.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

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

    /// Words of the language that are mistyped.
    private static let words = [
        "tcp", "udp", "icmp", "icmp6", "arp", "igmp", "ip", "ip6", "ether", "wlan", "vlan", "host", "net", "port",
        "portrange", "src", "dst", "proto", "greater", "less", "broadcast", "multicast", "and", "or", "not",
    ]

    /// What to write instead of a mistyped word of the language, nil where the fault is another one.
    private static func correction(_ error: CaptureFilterError) -> String? {
        let word = error.culprit
        guard !words.contains(word), let meant = CommandSpelling.nearest(to: word, among: words) else {
            return nil
        }
        return "did you mean “\(meant)”?"
    }

    /// What to write instead of a single word that is a name of ours; nil for any other expression.
    private static func advice(about expression: String) -> String? {
        let word = expression.trimmingPrefix { $0 == " " }
        guard !word.contains(where: \.isWhitespace) else { return nil }
        let language = "--filter takes tcpdump's language, such as 'tcp port 7000 and host 10.0.0.1'"
        if Session.Application.builtIn.contains(Session.Application(rawValue: word.lowercased())) {
            return "\(language); nearscope sessions has --application \(word.lowercased())"
        }
        if ["awdl", "nan", "radiotap"].contains(word.lowercased()) {
            return
                "\(language); nearscope wireless shows what AWDL and NAN say, and nearscope frames the fields of each frame"
        }
        return word.hasPrefix("_") ? "\(language); nearscope services has --type \(word)" : language
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
        let hint =
            (DisplayFilterHint(error.expression).map { "\($0)" } ?? correction(error)
            ?? advice(about: error.expression)).map { "\n  help: " + SafeText.escaped($0) } ?? ""
        guard let range = error.range else { return sentence + hint }
        let before = Array(error.expression.utf8)[..<range.lowerBound]
        let column = SafeText.width(SafeText.escaped(String(decoding: before, as: UTF8.self)))
        let width = max(1, SafeText.width(SafeText.escaped(error.culprit)))
        let mark = String(repeating: " ", count: column) + String(repeating: "^", count: width)
        return "\(sentence)\n  \(SafeText.escaped(error.expression))\n  \(mark)\(hint)"
    }
}
