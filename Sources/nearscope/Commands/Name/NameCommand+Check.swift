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

        @OptionGroup var width: WidthOption

        func run() throws {
            let report = NameReport(name)
            try output.print(report, text: report.text(width: width.columns))
            if report.isBroken { throw ExitCode(ExitStatus.findings.rawValue) }
        }
    }
}
