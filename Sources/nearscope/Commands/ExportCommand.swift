import ArgumentParser
import PacketCapture
import Platform
import TraceAnalysis
import TraceModel
import TraceTables
import WireText

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Writes what is in reports as rows: a SQLite database, files for DuckDB, pandas and Spark, or a stream.",
        discussion: """
            Every value of the report is a column of a table; every row begins with capture_id, which depends on the packets \
            of a capture and not on its name. Docs/tables.md lists all tables and columns.

            A name that ends in .sqlite, .sqlite3 or .db is a database, made or added to: the rows of the same capture are \
            replaced, and each capture is there whole or not at all. Any other name is a directory with a file for each table, \
            which are written anew. - is standard output, where each row names its table.

            Messages and round trips take a second reading: --all-tables, or --tables with their names.

            EXAMPLES
              nearscope export *.pcapng -o traces.sqlite
              nearscope export captures/ -o rows/ --format csv
              nearscope export captures/ -o rows/ --format arrow
              nearscope export trace.pcapng -o - | jq 'select(.table == "findings")'
              nearscope export trace.pcapng -o rows/ --all-tables --compress zstd
              nearscope export --schema sql | sqlite3 empty.sqlite
            """
                + ExitStatus.help(
                    [0: "written", 74: "output could not be written, or is a database of another program"],
                    others: ExitStatus.ofCaptures))

    @Argument(
        help: ArgumentHelp("Capture files, or directories of capture files.", valueName: "file"), completion: .file())
    var arguments: [String] = []

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The database, the directory, or - for standard output.", valueName: "path"),
        completion: .file())
    var output: String?

    @Option(help: "The format of files in a directory: arrow is Apache Arrow, for pandas, Polars and Spark.")
    var format: RowFormat?

    @Option(help: "How files in a directory are compressed; those of arrow within.")
    var compress: Compression?

    @Option(
        name: .customLong("tables"), help: ArgumentHelp("Only these tables: sessions,findings.", valueName: "names"),
        transform: { $0.split(separator: ",").map { String($0.trimmingPrefix(" ")) } })
    var tableNames: [String]?

    var tables: [String] { tableNames ?? [] }

    @Flag(help: "Also the tables that take a second reading: messages and round_trips.")
    var allTables = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many captures are analyzed at a time. (default: one per processor, of several captures)",
            valueName: "number"))
    var jobs: Int?

    @Option(help: "Print the tables instead: as SQL that SQLite and DuckDB load, or as JSON Schema.")
    var schema: SchemaFormat?

    @OptionGroup var reading: AnalysisOptions

    enum Compression: String, ExpressibleByArgument, CaseIterable { case zstd }
    enum SchemaFormat: String, ExpressibleByArgument, CaseIterable { case sql, json }

    /// Where rows go.
    enum Destination: Equatable { case database, folder, standardOutput }

    var destination: Destination {
        guard let output, output != "-" else { return .standardOutput }
        let name = output.lowercased()
        let isDatabase = [".sqlite", ".sqlite3", ".db"].contains { name.hasSuffix($0) }
        return isDatabase ? .database : .folder
    }

    func validate() throws {
        if schema != nil {
            guard paths.isEmpty, output == nil, tables.isEmpty, !allTables else {
                throw ValidationError("--schema prints all tables, and takes no files and no other options.")
            }
            return
        }
        if paths.isEmpty { throw ValidationError("Give a capture file, or a directory of capture files.") }
        guard output != nil else {
            throw ValidationError("Give -o with a database such as traces.sqlite, a directory such as rows/, or -.")
        }
        try LimitedOption.checkPositive("--jobs", jobs)
        if let output, let ending = Self.fileEndings.first(where: { output.lowercased().hasSuffix($0) }) {
            throw ValidationError(
                "-o \(output): rows go to a directory with a file for each table: -o \(output.dropLast(ending.utf8.count))/, or to a database: -o \(output.dropLast(ending.utf8.count)).sqlite."
            )
        }
        if destination != .folder {
            if compress != nil { throw ValidationError("--compress is for files in a directory: -o rows/.") }
            if let format, format != .ndjson || destination == .database {
                throw ValidationError("--format \(format.rawValue) is for files in a directory: -o rows/.")
            }
        }
        if tableNames?.isEmpty == true { throw ValidationError("--tables needs names: --tables sessions,findings.") }
        if allTables, !tables.isEmpty { throw ValidationError("--tables and --all-tables exclude each other.") }
    }

    /// Names that are meant as one file.
    private static let fileEndings = [
        ".csv", ".ndjson", ".jsonl", ".json", ".arrow", ".feather", ".parquet", ".sql", ".zst", ".gz",
    ]

    private var paths: [String] { ArgumentRuns.split(arguments) }

    func run() async throws {
        let known = ReportTables.standard
        switch schema {
        case .sql: return try StandardOutput().write(known.sql)
        case .json: return try StandardOutput().write(SchemaDocument.rows(of: known))
        case nil: break
        }
        try await ExportRun(
            paths: paths, analyzer: reading.analyzer(), merges: reading.merge, jobs: jobs, tables: known,
            wanted: try wanted(of: known), open: open
        ).run()
    }

    /// The tables that get rows, by their indices.
    private func wanted(of known: ReportTables) throws -> Set<Int> {
        let names = tables.isEmpty ? known.schemas.map(\.name) : tables
        let second = allTables || !tables.isEmpty ? [] : ReportTables.ofSecondReading
        return Set(
            try names.filter { !second.contains($0) }.map { name in
                guard let index = known.index(of: name) else {
                    throw ExitStatus.missing("table", name, known.schemas.map(\.name))
                }
                return index
            })
    }

    private func open(_ tables: ReportTables, _ wanted: Set<Int>) throws -> any TableOutput {
        let path = output ?? "-"
        switch destination {
        case .database: return try DatabaseOutput(path, tables, wanted: wanted)
        case .folder:
            PartialFiles.removeOnSignals()
            // A table that takes a second reading has a file all the same.
            let files = self.tables.isEmpty ? Set(tables.schemas.indices) : wanted
            return try FolderOutput(path, tables, wanted: files, as: format ?? .ndjson, isCompressed: compress != nil)
        case .standardOutput:
            let output = StandardOutput()
            return StreamOutput(tables, wanted: wanted) { try output.write($0) }
        }
    }
}

extension RowFormat: ExpressibleByArgument {}
