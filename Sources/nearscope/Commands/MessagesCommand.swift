import ArgumentParser
import PacketCapture
import TraceAnalysis
import TraceReports

extension MessageWriter.Format: ExpressibleByArgument {}

struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "Lists the messages of sessions, one by one, as they became whole.",
        discussion: """
            A line for each: when its last byte was there, in which session, from whom to whom, what it is, its size, \
            how late it was, and who sent it or what is wrong with it, which comes below where the line has no room. \
            A narrow terminal tells a sender only where it is another one than the message came from. \
            The latency of an answer is its round trip; that of a message with its sender's stamp is what it took \
            longer than the fastest one of its session and direction.

            The files are read twice, so that they cannot come from a pipe; memory does not grow with the messages.

            EXAMPLES
              nearscope messages trace.pcapng
              nearscope messages trace.pcapng --session 4 --type direct
              nearscope messages trace.pcapng --sender Alice --limit 20
              nearscope messages trace.pcapng --format ndjson | jq .latency
              nearscope messages trace.pcapng --format csv > messages.csv

            EXIT STATUS
              0 listed   2 the file is damaged or cut off
              64 usage   66 the file cannot be opened
              65 not a capture, or nothing in it understood   74 output could not be written
            """)

    @OptionGroup var options: ReportOptions

    @Option(help: ArgumentHelp("Only messages of that session; several may be named.", valueName: "number"))
    var session: [Int] = []

    @Option(help: ArgumentHelp("Only messages of that type; several may be named.", valueName: "type"))
    var type: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only messages from there: a sender ID, or a peer's ID, name or address; several may be named.",
            valueName: "sender"))
    var sender: [String] = []

    @Option(help: ArgumentHelp("Not more messages than these.", valueName: "count"))
    var limit: Int?

    @Option(help: "text for people; ndjson: one JSON object a line; csv: one row each, for spreadsheets.")
    var format = MessageWriter.Format.text

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on.") }
    }

    func run() async throws {
        let analyzer = try options.analyzer()
        var (captures, worst) = try CaptureInputs.overviews(options.files, for: "messages are told in a second reading")
        var hasPrinted = false
        for group in options.merge ? [captures] : captures.map({ [$0] }) {
            let name = group.count == 1 ? group[0].path : "\(group.count) files"
            do {
                let trace = try await CaptureInput.reporting(name) { try await analyzer.messages(merging: group) }
                try list(trace, hasPrinted: hasPrinted)
                hasPrinted = true
                worst = CaptureInputs.worse(worst, ReportRun.faults(of: trace.report, name))
            } catch let status as ExitCode where status.rawValue != ExitStatus.cannotWrite.rawValue {
                // One that cannot be read does not keep the others from being read.
                worst = CaptureInputs.worse(worst, status)
            }
        }
        if worst != .success { throw worst }
    }

    private func list(_ trace: MessageTrace, hasPrinted: Bool) throws {
        let output = StandardOutput()
        if let unknown = session.first(where: { number in !trace.report.sessions.contains { $0.id == number } }) {
            throw ExitStatus.wrongUsage("there is no session \(unknown) in \(trace.report.capture.path)")
        }
        if format == .text { try output.write(options.title(trace.report, hasPrinted: hasPrinted)) }
        var writer = MessageWriter(
            format, of: trace.report,
            filter: MessageFilter(sessions: session, types: type, senders: sender, of: trace.report),
            limit: limit ?? .max, width: output.width,
            style: options.style(for: output),
            hasHeader: !hasPrinted || format == .text
        ) { try output.write($0) }
        try trace.forEach { try writer.write($0) }
        if format == .text, writer.count == 0 {
            // Names of columns without anything under them look like a fault.
            let isFiltered = !session.isEmpty || !type.isEmpty || !sender.isEmpty
            try output.write(Array((isFiltered ? "No such message was seen.\n" : "No message was seen.\n").utf8))
        } else {
            try writer.flush()
        }
    }
}
