import ArgumentParser
import TraceAnalysis
import TraceModel
import TraceReports

struct WirelessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wireless",
        abstract:
            "Shows the devices on the air: AWDL nodes, their schedules and masters; Wi-Fi Aware services, data paths.",
        discussion: """
            Needs a capture in monitor mode: 802.11 frames, preferably with radiotap headers. The chart of slots has \
            a row for each node, with the channel of each of its 16 slots. Two nodes can talk in slots where both \
            have the same channel.

            EXAMPLES
              nearscope wireless monitor.pcap
              nearscope wireless monitor.pcap --election-rule counter
              nearscope wireless monitor.pcap --service org.example.photos
              nearscope wireless monitor.pcap --info-plist Info.plist
              nearscope wireless monitor.pcap --format json | jq '.awdl.pairs'
              nearscope wireless *.pcap --format csv > nodes.csv
            """ + ExitStatus.help(others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "node"
        static let document: String? = "the sections wireless and capture of the report"
    }

    @OptionGroup var options: ReportOptions

    @OptionGroup var wireless: WirelessOptionGroup

    @OptionGroup var output: FormatOption<Kind>

    func run() async throws {
        var analyzer = try options.analyzer()
        analyzer.wireless = wireless.options
        try await ReportRun(options: options, analyzer: analyzer, print: print).run()
    }

    private func print(_ report: TraceReport, hasPrinted: Bool) throws {
        let destination = StandardOutput()
        switch output.format {
        case .text:
            try destination.write(options.title(report, hasPrinted: hasPrinted))
            try destination.write(options.page.view(WirelessStory.self).render(report))
        case .json: try destination.write(JSONReport.render(WirelessDocument(report)))
        default: try output.print(report.wirelessNodes, .wirelessNodes(of: report), hasPrinted: hasPrinted)
        }
    }
}
