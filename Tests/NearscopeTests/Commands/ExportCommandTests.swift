import Foundation
import Testing
import TraceTables

@Suite struct ExportCommandTests {
    private let folder: TemporaryFolder
    private let alice = BuiltTool.fixture("mesh2-basic.alice.pcap")
    private let bruno = BuiltTool.fixture("mesh2-basic.bruno.pcapng")

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private struct Row: Decodable {
        let table: String
        let captureID: String

        enum CodingKeys: String, CodingKey {
            case table
            case captureID = "capture_id"
        }
    }

    private func rows(_ arguments: String...) throws -> [Row] {
        let outcome = try BuiltTool.run(arguments: ["export"] + arguments + ["-o", "-"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try outcome.text.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }

    @Test func standardOutputHasRowsOfAllTables() throws {
        let rows = try rows(alice)
        #expect(rows.first?.table == "captures" && Set(rows.map(\.captureID)).count == 1)
        #expect(rows.count { $0.table == "sessions" } == 4 && !rows.contains { $0.table == "messages" })
        #expect(try self.rows(alice, "--all-tables").count { $0.table == "messages" } == 93)
        #expect(try Set(self.rows(alice, "--tables", "sessions,findings").map(\.table)) == ["sessions"])
    }

    @Test func theRowsDoNotDependOnJobsAndThreads() throws {
        let runs = try [["--jobs", "1"], ["--jobs", "2"], ["--threads", "1"], ["--threads", "5"]].map {
            try BuiltTool.run(arguments: ["export", alice, bruno, "--all-tables", "-o", "-"] + $0).output
        }
        #expect(runs.allSatisfy { $0 == runs[0] } && !runs[0].isEmpty)
    }

    @Test func filesAndDatabasesHaveAllTables() throws {
        #expect(try BuiltTool.run("export", alice, "-o", path("rows")).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: path("rows"))
        let known = ReportTables.standard.schemas.map(\.name)
        #expect(names.sorted() == known.map { $0 + ".ndjson" }.sorted())
        let database = try BuiltTool.run("export", alice, bruno, "--all-tables", "-o", path("traces.sqlite"))
        #expect(database.status == 0 && database.text.isEmpty)
        #expect(try BuiltTool.run("export", alice, "-o", path("traces.sqlite")).status == 0)
        let packed = try BuiltTool.run("export", alice, "-o", path("packed/"), "--format", "csv", "--compress", "zstd")
        #expect(packed.status == 0)
        #expect(FileManager.default.fileExists(atPath: path("packed/sessions.csv.zst")))
    }

    @Test func whatCannotBeWrittenIsAnError() throws {
        try Data("text".utf8).write(to: URL(filePath: path("text.db")))
        let text = try BuiltTool.run("export", alice, "-o", path("text.db"))
        #expect(text.status == 74 && text.errors.contains("has no SQLite database in it"))
        #expect(try BuiltTool.run("export", alice, "-o", path("absent/x.sqlite")).status == 74)
        #expect(try BuiltTool.run("export", alice, "-o", path("text.db") + "/").status == 74)
    }

    @Test func oneThatCannotBeReadLeavesTheOthers() throws {
        let outcome = try BuiltTool.run("export", path("absent.pcap"), alice, "-o", "-")
        #expect(outcome.status == 66 && outcome.text.contains(#""table":"captures""#))
        #expect(outcome.errors.contains("absent.pcap"))
    }

    @Test func whatIsThereStaysWhereNothingCanBeRead() throws {
        #expect(try BuiltTool.run("export", alice, "-o", path("rows")).status == 0)
        let file = URL(filePath: path("rows/sessions.ndjson"))
        let before = try Data(contentsOf: file)
        #expect(try BuiltTool.run("export", path("absent.pcap"), "-o", path("rows")).status == 66)
        #expect(try Data(contentsOf: file) == before && !before.isEmpty)
    }

    @Test func schemasNeedNoCapture() throws {
        let sql = try BuiltTool.run("export", "--schema", "sql")
        #expect(sql.status == 0 && sql.text.contains(#"CREATE TABLE "sessions""#) && sql.text.contains("zeek_conn"))
        let json = try BuiltTool.run("export", "--schema", "json")
        #expect(try JSONSerialization.jsonObject(with: json.output) is [String: Any])
        let report = try BuiltTool.run("schema")
        #expect(report.status == 0 && report.text.contains("additionalProperties"))
    }

    @Test(arguments: [
        ("", "Give a capture file"), ("FILE", "Give -o with a database"),
        ("FILE -o x.sqlite --compress zstd", "in a directory"),
        ("FILE -o - --format csv", "in a directory"), ("FILE -o rows.csv", "-o rows/"),
        ("FILE -o - --tables sesions", "did you mean “sessions”?"),
        ("FILE -o - --all-tables --tables peers", "exclude each other"), ("- -o -", "save it to a file first"),
    ])
    func mistakesAreExplained(arguments: String, words: String) throws {
        let given = arguments.split(separator: " ").map { $0 == "FILE" ? alice : String($0) }
        let outcome = try BuiltTool.run(arguments: ["export"] + given)
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
}
