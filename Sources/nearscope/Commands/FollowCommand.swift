import ArgumentParser
import PacketCapture
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

struct FollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Prints the bytes of a session: what both ends sent, in order.",
        discussion: """
            A TCP stream is put in order: retransmissions appear once, early segments in their place, and bytes that \
            the capture does not have as a gap. Datagrams appear one by one. Tunnels, 802.11 frames and AWDL are \
            read as for the report. → marks the initiator's bytes, ← those of the responder.

            Of a session that keys open, the bytes inside are printed; without keys, those that were sent. Each stream \
            of an opened QUIC connection has an order and offsets of its own: pieces name their stream and come in the \
            order of time, and the connection's datagrams are apart from its streams. --stream prints one of them.

            As text, what is not UTF-8 and what could control the terminal is escaped: \\x1B. As raw, the bytes are written as \
            they are, gaps left out, to a file or a pipe: of an opened QUIC connection with several streams, one that \
            --stream names. ndjson, json and csv have a row for each piece, with its bytes as text where they are \
            UTF-8, else as hex.

            The files are read twice, so they cannot come from a pipe. Memory does not grow with the length of the \
            stream.

            EXAMPLES
              nearscope follow trace.pcapng --session 4
              nearscope follow trace.pcapng --session 4 --as hex --limit 4096
              nearscope follow a.pcap --session 4 --direction forward --as raw > sent.bin
              nearscope follow a.pcap --session 4 --format ndjson | jq .offset
              nearscope follow a.pcap --session 2 --key-log keys.log --stream 4
            """
                + ExitStatus.help(
                    [0: "printed", 64: "usage, or there is no such session"], others: ExitStatus.ofCaptures))

    enum Form: String, ExpressibleByArgument, CaseIterable { case text, hex, raw }

    enum Direction: String, ExpressibleByArgument, CaseIterable {
        case forward, backward, both

        var direction: TraceMessage.Direction? {
            switch self {
            case .forward: .forward
            case .backward: .backward
            case .both: nil
            }
        }
    }

    enum Kind: OutputKind {
        static let row: String? = "piece"
        static let document: String? = "an array of all pieces"
    }

    @OptionGroup var options: ReportOptions

    @Option(
        name: .customLong("session"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The session to print. Required, once.", valueName: "number"),
        transform: SessionNumber.option)
    var sessions: [Int] = []

    @Option(name: .customLong("as"), help: "How bytes are shown.")
    var form = Form.text

    @Option(help: "Whose bytes: of the initiator (forward), of the responder (backward), or both.")
    var direction = Direction.both

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Of an opened QUIC connection: only the stream with this ID, or its datagrams.", valueName: "id|datagrams"),
        transform: StreamPage.Part.option)
    var stream: StreamPage.Part?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At most this many bytes: 4096, 64KiB.", valueName: "bytes"),
        transform: ByteCount.option(such: "64KiB"))
    var limit: ByteCount?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out this many bytes before, to go on after a --limit.", valueName: "bytes"),
        transform: ByteCount.option(such: "64KiB"))
    var skip: ByteCount?

    @Flag(help: "Let --as raw write to a terminal, which the bytes can then control.")
    var rawToTerminal = false

    @OptionGroup var output: FormatOption<Kind>

    func validate() throws {
        if sessions.count != 1 {
            throw ValidationError(
                "follow prints one session: give its number, such as --session 4; nearscope sessions lists them.")
        }
        try LimitedOption.checkPositive("--limit", limit?.bytes)
        if form == .raw, output.format != .text {
            throw ValidationError("--as raw writes bytes alone; leave out --format, or use --as hex.")
        }
        if !options.merge, options.files.count > 1 {
            throw ValidationError("follow takes several files only with --merge.")
        }
    }

    func run() async throws {
        if form == .raw, StandardOutput().isTerminal, !rawToTerminal {
            throw ExitStatus.wrongUsage(
                "--as raw writes bytes that could control the terminal; redirect them to a file or a program, or add "
                    + "--raw-to-terminal")
        }
        if !options.merge, CaptureInputs.kind(options.files[0]) == .folder {
            throw ExitStatus.wrongUsage("follow takes a directory only with --merge")
        }
        let analyzer = try options.analyzer()
        let (captures, worst) = try CaptureInputs.overviews(options.files, for: "follow reads its input twice")
        ReadingProgress.start(options.files, passes: 2)
        defer { ReadingProgress.stop() }
        let name = captures.count == 1 ? captures[0].path : "\(captures.count) files"
        let number = sessions[0]
        let stream = try await CaptureInput.reporting(name) { try await analyzer.stream(of: number, in: captures) }
        try SessionSelection.check(sessions, in: stream.report)
        if form == .raw { try CaptureInput.reporting(name) { try checkOrder(of: stream) } }
        let page = try CaptureInput.reporting(name) { try print(stream) }
        sayRest(page, stream)
        let status = CaptureInputs.worse(worst, ReportRun.faults(of: stream.report, name))
        if status != .success { throw status }
    }

    private func print(_ stream: SessionStream) throws -> StreamPage {
        let destination = StandardOutput()
        switch (output.format, form) {
        case (.text, .raw):
            return try forEach(stream) { if case .bytes(let bytes) = $0.content { try destination.write(bytes) } }
        case (.text, _): return try printText(stream, destination)
        default:
            var rows = RowWriter<StreamChunk>(output.format, .chunks(isHex: form == .hex)) { try destination.write($0) }
            // Pieces before damage are shown before the damage is reported.
            defer { try? rows.finish() }
            let page = try forEach(stream) { try rows.write($0) }
            try rows.finish()
            return page
        }
    }

    private func printText(_ stream: SessionStream, _ destination: StandardOutput) throws -> StreamPage {
        guard let session = stream.session else { return StreamPage() }
        let view = options.page.view(SessionTitle.self)
        try destination.write(view.text(session, of: stream.report) + "\n")
        var text = StreamText(
            session, as: form == .hex ? .hex : .text, width: options.page.width.columns, style: options.page.style)
        let page: StreamPage
        do {
            page = try forEach(stream) { try destination.write(text.text($0)) }
        } catch {
            try destination.write(text.end())
            throw error
        }
        try destination.write(text.end())
        if page.shown + page.missing == 0 {
            let isAll = direction == .both && skip == nil && self.stream == nil
            let words = isAll ? "No payload was captured." : "There are no such bytes."
            try destination.write(words + "\n")
        }
        return page
    }

    private func forEach(_ stream: SessionStream, _ show: (StreamChunk) throws -> Void) throws -> StreamPage {
        var page = StreamPage(
            direction: direction.direction, of: self.stream, skipping: skip?.bytes ?? 0, limit: limit?.bytes ?? .max)
        var found: Set<StreamPage.Part> = []
        try stream.forEach { chunk in
            if self.stream != nil, let part = StreamPage.Part(chunk) { found.insert(part) }
            if let part = page.part(of: chunk) { try show(part) }
            return page.isOpen
        }
        if let wanted = self.stream, !found.contains(wanted), let session = stream.session {
            let known = found.isEmpty ? "only opened QUIC connections have any" : "there are \(Self.list(found))"
            throw ExitStatus.wrongUsage("session \(session.id) has no \(wanted.words); \(known)")
        }
        return page
    }

    /// Bytes of several streams have no order among each other: looks for them before the first byte is written.
    private func checkOrder(of stream: SessionStream) throws {
        guard self.stream == nil, let session = stream.session, session.transport == .quic,
            SessionTitle.isOpened(session)
        else { return }
        var found: Set<StreamPage.Part> = []
        try stream.forEach { chunk in
            if direction == .both || chunk.direction == direction.direction, let part = StreamPage.Part(chunk) {
                found.insert(part)
            }
            return true
        }
        guard found.count > 1 else { return }
        throw ExitStatus.wrongUsage(
            "session \(session.id) has \(Self.list(found)), whose bytes have no order among each other; choose one of "
                + "them, such as --stream \(found.min()!.name)")
    }

    /// `streams 0, 2 and 4, and datagrams`.
    private static func list(_ parts: Set<StreamPage.Part>) -> String {
        let names = parts.sorted().map(\.name)
        let streams = names.filter { $0 != StreamPage.Part.datagrams.name }
        var words: [String] = []
        if !streams.isEmpty {
            let shown = streams.prefix(12).joined(separator: ", ") + (streams.count > 12 ? ", …" : "")
            words.append("stream\(streams.count == 1 ? "" : "s") \(shown)")
        }
        if streams.count < names.count { words.append("datagrams") }
        return words.joined(separator: " and ")
    }

    /// Says on standard error what the output does not show by itself.
    private func sayRest(_ page: StreamPage, _ stream: SessionStream) {
        if let session = stream.session, let seal = SessionTitle.encryption(of: session),
            output.format != .text || form == .raw
        {
            let words =
                SessionTitle.isOpened(session)
                ? "was opened in part (\(seal)); what stays sealed is missing"
                : "is encrypted (\(seal)); its bytes are as they were sent"
            StandardError.write("nearscope: session \(session.id) \(words)")
        }
        if form == .raw, page.missing > 0 {
            StandardError.write(
                "nearscope: \(Quantity.count(page.missing, "byte")) were not captured; the output continues without them"
            )
        }
        if page.isCut, output.format == .text {
            let next = (skip?.bytes ?? 0) + page.shown
            StandardError.write("nearscope: more bytes follow; continue with --skip \(next)")
        }
    }
}
