import ArgumentParser
import ServiceDiscovery
import TraceReports
import WireText

extension NameCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the parts of a name, which rules it breaks, and how responders write it.",
            discussion: """
                The name may be a service instance (with or without escapes), a subtype, a service type, a host, or \
                only the label of an instance.

                EXAMPLES
                  nearscope name check 'iPad (2)._http._tcp.local'
                  nearscope name check 'v1\\.2 node._odd._tcp.local.'
                  nearscope name check "Jürgen's iPhone" --format json
                  nearscope name check _txtchat._udp
                """ + ExitStatus.help([0: "valid", 1: "a mandatory rule is broken"]))

        @Argument(help: "The name.")
        var name: String

        @OptionGroup var output: FormatOption<SingleDocument>

        func run() throws {
            let report = NameReport(name)
            try output.print(report, text: Self.text(report))
            if report.isBroken { throw ExitCode(ExitStatus.findings.rawValue) }
        }

        private static func text(_ report: NameReport) -> String {
            var text = "\(SafeText.escaped(report.name)): \(report.kind.title)\n"
            var parts = report.parts.map { part in
                [part.part, SafeText.escaped(part.text), part.bytes.map { "\($0) of 63 bytes" } ?? ""]
            }
            if let length = report.wireLength { parts.append(["on the wire", "\(length) of 255 bytes"]) }
            if !parts.isEmpty { text += "\n" + NameText.columns(parts) }
            text += section(
                "The number may come from conflicts, in which another host on the link already had the name:",
                report.origins.map { origin in
                    [
                        origin.responder.title, NameText.count(origin.conflicts, "conflict"),
                        "from \"\(SafeText.escaped(origin.label))\"",
                    ]
                })
            let broken = report.rules.filter { $0.violation != nil }
            text += section(
                broken.isEmpty ? "All rules are kept:" : "Rules:",
                (broken + report.rules.filter { $0.violation == nil }).map { rule in
                    [word(for: rule), SafeText.escaped(rule.violation ?? rule.summary), rule.reference]
                })
            if let advice = report.advice { text += "\n\(SafeText.escaped(advice))\n" }
            text += section(
                "Responders:",
                report.responders.map {
                    [$0.responder.title, SafeText.escaped($0.outcome), SafeText.escaped($0.spelling ?? "")]
                })
            return text
        }

        private static func section(_ heading: String, _ rows: [[String]]) -> String {
            rows.isEmpty ? "" : "\n\(heading)\n\n" + NameText.columns(rows)
        }

        private static func word(for rule: NameReport.Rule) -> String {
            guard rule.violation != nil else { return "kept" }
            return rule.severity.word
        }
    }
}
