import ArgumentParser
import CaptureCorrelation
import Foundation
import PacketCapture
import QUICLogs
import TraceAnalysis
import TraceModel
import TracePages
import TraceReports
import WireText

struct QLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qlog",
        abstract: "Writes a QUIC session as qlog for qvis, or compares it with the qlog of an endpoint.",
        discussion: """
            The log has an event for each packet of the session, as JSON text sequences of qlog 0.3: from the client's \
            view, packets of the client are sent and those of the server received. Packets that keys open have a \
            number and all frames. Without keys, Initial packets are open and others have what their header shows; \
            how many stay sealed is on standard error. Times count from the first packet.

            With --qlog, the log of an endpoint is held against the capture instead: which packets both have, what \
            the wire shows of each packet that the endpoint gave up for lost, and the endpoint's congestion window \
            and round trips beside those of the capture, on the capture's time axis. The offset of the clocks and a \
            wrong unit of time come from the packets themselves. Without --session, the session is found by the \
            connection ID in the log.

            The files are read twice, so they cannot come from a pipe.

            EXAMPLES
              nearscope qlog trace.pcap --session 4 --key-log keys.log -o trace.sqlog
              nearscope qlog trace.pcap --key-log keys.log --qlog client.qlog
              nearscope qlog a.pcap --key-log keys.log --qlog client.qlog --format csv
            """
                + ExitStatus.help(
                    [
                        0: "written or compared", 64: "usage, or the session is not QUIC",
                        65: "not a capture or a qlog, or no packet is in both",
                        74: "a file already exists, or cannot be written",
                    ], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "value of a series, or loss"
        static let hasPage = true
    }

    @OptionGroup var options: ReportOptions

    @Option(
        name: .customLong("session"), parsing: .unconditional,
        help: ArgumentHelp(
            "The session. (default: the only one of QUIC, or the one that the log of --qlog names)", valueName: "number"
        ),
        transform: SessionNumber.option)
    var number: Int?

    @Option(
        name: .customLong("qlog"),
        help: ArgumentHelp("The qlog of an endpoint to compare with the capture.", valueName: "file"),
        completion: .file())
    var endpointLog: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The qlog to write, or with --qlog and --format html the page; - for standard output. (default: -)",
            valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var existing: ForceOption

    @OptionGroup var format: FormatOption<Kind>

    func validate() throws {
        if endpointLog == "-" { throw ValidationError("--qlog must be a file; standard input is for captures.") }
        if endpointLog == nil, format.format != .text {
            throw ValidationError("--format is for --qlog; without it, the output is a qlog.")
        }
        if endpointLog != nil, output != nil, format.format != .html {
            throw ValidationError("With --qlog, -o is for --format html.")
        }
        if !options.merge, options.files.count > 1 {
            throw ValidationError("qlog takes several files only with --merge.")
        }
    }

    func run() async throws {
        if !options.merge, CaptureInputs.kind(options.files[0]) == .folder {
            throw ExitStatus.wrongUsage("qlog takes a directory only with --merge")
        }
        let log = try endpointLog.map { try EndpointLogFile(path: $0) }
        let analyzer = try options.analyzer()
        let (captures, worst) = try CaptureInputs.overviews(options.files, for: "qlog reads its input twice")
        try CaptureInputs.refuse([output], among: captures.map(\.path) + [endpointLog].compactMap(\.self))
        ReadingProgress.start(options.files, passes: 2)
        defer { ReadingProgress.stop() }
        let name = captures.count == 1 ? captures[0].path : "\(captures.count) files"
        let sessions = try await CaptureInput.reporting(name) { try await analyzer.quicSessions(in: captures) }
        let session = try session(of: sessions, log)
        try CaptureInput.reporting(name) {
            if let log {
                try compare(log, session, sessions, name)
            } else {
                try write(session, sessions, captures.count == 1 ? captures[0].path : nil)
            }
        }
        let status = CaptureInputs.worse(worst, ReportRun.faults(of: sessions.report, name))
        if status != .success { throw status }
    }

    /// - Throws: A usage error for a session that is not there or is not QUIC, and where it is not clear which one is meant.
    private func session(of sessions: QUICSessions, _ log: EndpointLogFile?) throws -> Session {
        let all = sessions.sessions
        if let number {
            try SessionSelection.check([number], in: sessions.report)
            if let session = all.first(where: { $0.id == number }) { return session }
            let other = sessions.report.sessions.first { $0.id == number }?.transport.rawValue.uppercased() ?? "other"
            throw ExitStatus.wrongUsage("session \(number) is \(other), not QUIC; \(Self.list(all))")
        }
        guard !all.isEmpty else { throw ExitStatus.wrongUsage(Self.list(all)) }
        if let session = log?.session(among: all) { return session }
        if let log, let connection = log.connection {
            throw ExitStatus.notUnderstood.failure(
                log.path,
                "it is of the connection \(connection), of which the capture has no beginning; to compare it all the same, give --session (\(Self.list(all)))"
            )
        }
        if all.count == 1 { return all[0] }
        throw ExitStatus.wrongUsage("give the session with --session; \(Self.list(all))")
    }

    private static func list(_ sessions: [Session]) -> String {
        guard let first = sessions.first else { return "no session of the capture is QUIC" }
        guard sessions.count > 1 else { return "the only QUIC session is \(first.id)" }
        let numbers = sessions.prefix(20).map { String($0.id) }.joined(separator: ", ")
        return "the QUIC sessions are \(numbers)\(sessions.count > 20 ? ", …" : "")"
    }

    // MARK: - Writing

    private func write(_ session: Session, _ sessions: QUICSessions, _ path: String?) throws {
        let title = path.map { URL(filePath: $0).lastPathComponent + ", " } ?? ""
        var log = QUICSessionLog(of: session, title: title + "session \(session.id)")
        var file = try QUICLogOutput(output, replaces: existing.force)
        try sessions.forEachPacket(of: session.id) { packet, handshake in
            if log.packets == 0 { try file.write(QUICLogWriter.header(of: log.header(from: packet))) }
            for event in log.take(packet, handshake) { try file.write(QUICLogWriter.record(of: event)) }
        }
        for event in log.finish() { try file.write(QUICLogWriter.record(of: event)) }
        try file.finish()
        guard log.sealedPackets > 0 else { return }
        let isOne = log.sealedPackets == 1
        let reason = session.tls?.sealedReason.map { " (\($0.rawValue))" } ?? ""
        StandardError.write(
            "nearscope: note: \(Quantity.count(log.sealedPackets, "packet")) of \(Quantity.grouped(log.packets)) \(isOne ? "stays" : "stay") sealed\(reason): the log has no number and no frames of \(isOne ? "it" : "them")"
        )
    }

    // MARK: - Comparing

    private func compare(
        _ log: EndpointLogFile, _ session: Session, _ sessions: QUICSessions, _ name: String
    ) throws {
        let source = try log.source(for: session)
        var comparison = EndpointComparison()
        try sessions.forEachPacket(of: session.id) { comparison.take($0, $1) }
        guard
            let report = comparison.report(
                on: source, session, capture: name, origin: sessions.report.capture.origin ?? 0)
        else {
            throw ExitStatus.notUnderstood.failure(
                log.path, "no packet of it is in session \(session.id) of \(name), as far as that is open")
        }
        switch format.format {
        case .text, .json:
            try format.print(report, text: options.page.view(EndpointLogSummary.self).render(report))
        case .html:
            let words =
                options.files + ["--session", String(session.id), "--qlog", log.path] + options.reading.words
                + ["--format", "html", "-o", "endpoint.html"]
            let page = try EndpointLogPage.render(report, command: PageCommand.text("qlog", words))
            if let output, output != "-" {
                try OutputFile.write(page, to: output, replaces: existing.force)
            } else {
                try StandardOutput().write(page)
            }
        case .ndjson, .csv: try format.print(report.rows, .endpointLog)
        }
    }
}
