import ArgumentParser
import TraceModel
import TraceReports
import WireCoding
import WireText

/// The output of a command, for the help of its `--format`.
protocol OutputKind {
    /// A row in words, nil for output without rows.
    static var row: String? { get }
    /// The content of the JSON document, nil where that needs no words.
    static var document: String? { get }
    /// Whether there is a page of HTML.
    static var hasPage: Bool { get }
}

extension OutputKind {
    static var hasPage: Bool { false }
    static var row: String? { nil }
    static var document: String? { nil }
}

/// The format of a command's output, among those that make sense for it.
struct FormatOption<Kind: OutputKind>: ParsableArguments {
    /// A format that the command has.
    struct Choice: ExpressibleByArgument {
        let format: OutputFormat

        init?(argument: String) {
            guard let format = OutputFormat(rawValue: argument), Self.formats.contains(format) else { return nil }
            self.format = format
        }

        init(_ format: OutputFormat) { self.format = format }

        private static var formats: [OutputFormat] {
            OutputFormat.offered(forRows: Kind.row != nil) + (Kind.hasPage ? [.html] : [])
        }
        static var allValueStrings: [String] { formats.map(\.rawValue) }
        static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
        var defaultValueDescription: String { format.rawValue }
    }

    @Option(name: .customLong("format"), help: ArgumentHelp(Self.help))
    var choice = Choice(.text)

    var format: OutputFormat { choice.format }

    private static var help: String {
        let start = "text for people, json for programs" + (Kind.document.map { ": \($0)." } ?? ".")
        guard let row = Kind.row else { return start + " ndjson: the same on one line." }
        let rows = OutputFormat.allCases.compactMap { $0.help(row: row) }
        return ([start] + rows + (Kind.hasPage ? ["html: a page with plots."] : [])).joined(separator: " ")
    }

    /// Prints an answer: a text for people, or a value for programs.
    ///
    /// - Throws: The exit status for output that could not be written.
    func print(_ value: some Encodable, text: @autoclosure () -> String) throws {
        try print(json: format == .text ? [] : JSONReport.render(value, pretty: format == .json), text: text())
    }

    /// Prints an answer: a text for people, or a value for programs.
    ///
    /// - Throws: The exit status for output that could not be written.
    func print(_ value: FieldValue, text: @autoclosure () -> String) throws {
        var json = JSONText(pretty: format == .json)
        json.value(value)
        json.endLine()
        try print(json: json.bytes, text: text())
    }

    /// Prints a text for people, or JSON for programs that is written already.
    ///
    /// - Throws: The exit status for output that could not be written.
    func print(json: [UInt8], text: @autoclosure () -> String) throws {
        try format == .text ? StandardOutput().write(text()) : StandardOutput().write(json)
    }

    /// Prints a report for programs, as one document.
    ///
    /// - Throws: The exit status for output that could not be written.
    func print(_ report: TraceReport, workers: Int = 1) async throws {
        let output = StandardOutput()
        try await JSONReport.write(report, pretty: format == .json, workers: workers) { try output.write($0) }
    }

    /// Prints rows in a format that has them.
    ///
    /// - Throws: The exit status for output that could not be written.
    func print<Row>(_ rows: some Sequence<Row>, _ table: RowTable<Row>, hasPrinted: Bool = false) throws {
        let output = StandardOutput()
        var writer = RowWriter(format, table, hasHeader: !hasPrinted) { try output.write($0) }
        for row in rows { try writer.write(row) }
        try writer.finish()
    }
}

/// One text or JSON document.
enum SingleDocument: OutputKind {}
