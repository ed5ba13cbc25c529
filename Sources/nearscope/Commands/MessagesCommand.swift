import ArgumentParser
import PacketCapture
import TraceAnalysis
import TraceModel
import TraceReports

struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "Lists the messages of sessions, in the order they were completed.",
        discussion: """
            One line for each message: the time of its last byte, its session, from whom to whom, its type, its \
            size, its latency, and its sender or what is wrong with it (on the next line if it does not fit). On a \
            narrow terminal, the sender is shown only if it differs from the peer that the message came from. The \
            latency of a response is its round trip. The latency of a message with a timestamp of its sender is how \
            much longer it took than the fastest one of its session and direction.

            With --show, what each message says: text and JSON as they are, with control characters escaped, other bytes \
            in hexadecimal. ndjson, json and csv then have content or contentHex.

            The files are read twice, so they cannot come from a pipe. Memory does not grow with the number of \
            messages.

            EXAMPLES
              nearscope messages trace.pcapng
              nearscope messages trace.pcapng --session 4 --type direct
              nearscope messages trace.pcapng --session 4 --show
              nearscope messages trace.pcapng --sender Alice --from 12.5 --to 1min
              nearscope messages trace.pcapng --format ndjson | jq .latency
              nearscope messages trace.pcapng --format csv > messages.csv
            """
                + ExitStatus.help(
                    [0: "listed", 64: "usage, or there is no such message"], others: ExitStatus.ofCaptures))

    @OptionGroup var options: ReportOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only messages of this session. Repeat for several.", valueName: "number"),
        transform: SessionNumber.option)
    var session: [Int] = []

    @Option(help: ArgumentHelp("Only messages of this type. Repeat for several.", valueName: "type"))
    var type: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only messages from this sender: a sender ID, or a peer's ID, name or address. Repeat for several.",
            valueName: "sender"))
    var sender: [String] = []

    @OptionGroup var range: TimeRange

    @Option(parsing: .unconditional, help: ArgumentHelp("At most this many messages.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show the content of each message.")
    var show = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --show, at most this much of a message, up to 64KiB: 4096, 4KiB. (default: 1KiB)", valueName: "bytes"),
        transform: ByteCount.option(such: "4KiB"))
    var showBytes: ByteCount?

    enum Kind: OutputKind {
        static let row: String? = "message"
        static let document: String? = "an array of all messages"
    }

    @OptionGroup var redact: RedactOption

    @OptionGroup var output: FormatOption<Kind>

    func validate() throws {
        try LimitedOption.checkPositive("--limit", limit)
        try LimitedOption.check("--show-bytes", showBytes?.bytes, 1...MessageContent.maximumLength, such: "4KiB")
        if showBytes != nil, !show { throw ValidationError("--show-bytes needs --show.") }
    }

    func run() async throws {
        let analyzer = try options.analyzer()
        let redactor = try redact.redactor()
        var (captures, worst) = try CaptureInputs.overviews(options.files, for: "messages reads its input twice")
        ReadingProgress.start(options.files, passes: 2)
        defer { ReadingProgress.stop() }
        var hasPrinted = false
        for group in options.merge ? [captures] : captures.map({ [$0] }) {
            let name = group.count == 1 ? group[0].path : "\(group.count) files"
            do {
                let trace = try await CaptureInput.reporting(name) { try await analyzer.messages(merging: group) }
                let printed = hasPrinted
                hasPrinted = true
                try CaptureInput.reporting(name) { try list(trace, hasPrinted: printed, redactor) }
                worst = CaptureInputs.worse(worst, ReportRun.faults(of: trace.report, name))
            } catch let status as ExitCode where status.rawValue != ExitStatus.cannotWrite.rawValue {
                // One that cannot be read does not keep the others from being read.
                worst = CaptureInputs.worse(worst, status)
            }
        }
        if worst != .success { throw worst }
    }

    private func list(_ trace: MessageTrace, hasPrinted: Bool, _ redactor: Redactor?) throws {
        let destination = StandardOutput()
        let format = output.format
        try SessionSelection.check(session, in: trace.report)
        try checkTypes(trace.report)
        let report = try redactor.shown(trace.report)
        if format == .text { try destination.write(options.title(report, hasPrinted: hasPrinted)) }
        var writer = MessageWriter(
            format, of: report,
            filter: MessageFilter(
                sessions: session, types: type, senders: sender,
                times: range.seconds(inCaptureFrom: trace.report.capture.origin ?? 0),
                of: trace.report),
            limit: limit ?? .max, width: options.page.width.columns, style: options.page.style,
            content: show ? MessageContent(limit: showBytes?.bytes ?? MessageContent.usualLength) : nil,
            hasHeader: !hasPrinted || format == .text
        ) { try destination.write($0) }
        writer.shown = { try redactor?.redacted($0) ?? $0 }
        do {
            try trace.forEach(keepsContent: show) { try writer.write($0) }
        } catch {
            // Of a file that changed meanwhile, the messages before that are shown.
            try? writer.finish()
            throw error
        }
        if format == .text, writer.count == 0 {
            // Names of columns without anything under them look like a fault.
            let isFiltered = !session.isEmpty || !type.isEmpty || !sender.isEmpty || !range.names.isEmpty
            try destination.write(Array((isFiltered ? "No message matches.\n" : "No messages.\n").utf8))
        } else {
            try writer.finish()
        }
        if writer.count == 0 { try checkSenders(trace.report) }
    }

    /// Looks for a type that no message has.
    ///
    /// - Throws: The exit status for wrong usage, after the names that there are were printed.
    private func checkTypes(_ report: TraceReport) throws {
        let types = report.sessions.flatMap { [$0.forward, $0.backward] }.flatMap {
            $0.messageTypes.entries.map(\.name)
        }
        let known = Set(types.map { $0.lowercased() })
        // The types of a table that is full are counted together.
        guard !type.isEmpty, !known.contains("other"), known.isDisjoint(with: type.map { $0.lowercased() }) else {
            return
        }
        throw ExitStatus.missing("message of type", type[0], types)
    }

    /// Looks for a sender that none of the messages, of which there are none, can have.
    ///
    /// - Throws: The exit status for wrong usage, after the names that there are were printed.
    private func checkSenders(_ report: TraceReport) throws {
        // Whoever signs a message need not be a peer, but if there were messages from it, there would be lines.
        for name in sender where report.peers(named: name).isEmpty {
            throw ExitStatus.missing("message from", name, report.peers.map(\.label))
        }
    }
}
