import Foundation
import GRDB
import Testing

@testable import TraceTables

@Suite struct DatabaseOutputTests {
    private let folder: URL
    private let tables = ReportTables.standard
    private var path: String { folder.appending(path: "traces.sqlite").path }
    private var all: Set<Int> { Set(tables.schemas.indices) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "database-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func protocols(_ id: String, _ names: String...) throws -> [TableRow] {
        let table = try #require(tables.index(of: "protocols"))
        return names.map { TableRow(table: table, cells: [.text(id), .text($0), .integer(3)]) }
    }

    private func stored() throws -> [String] {
        try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT capture_id || ' ' || protocol FROM protocols ORDER BY rowid")
        }
    }

    @Test func theSameCaptureReplacesItsRows() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try DatabaseOutput(path, tables, wanted: all)
        try output.add(capture: "a") { take in try protocols("a", "tcp", "udp").forEach(take) }
        try output.add(capture: "b") { take in try protocols("b", "arp").forEach(take) }
        try output.finish()
        let again = try DatabaseOutput(path, tables, wanted: all)
        try again.add(capture: "a") { take in try protocols("a", "quic").forEach(take) }
        try again.finish()
        #expect(try Set(stored()) == ["b arp", "a quic"])
    }

    @Test func twoProgramsMayAddTheSameCaptureToANewDatabase() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outputs = try [DatabaseOutput(path, tables, wanted: all), DatabaseOutput(path, tables, wanted: all)]
        for (output, name) in zip(outputs, ["tcp", "tcp"]) {
            try output.add(capture: "a") { take in try protocols("a", name).forEach(take) }
        }
        try outputs[0].add(capture: "a") { take in try protocols("a", "udp").forEach(take) }
        for output in outputs { try output.finish() }
        #expect(try stored() == ["a udp"])
    }

    private struct Interruption: Error {}

    @Test func aCaptureThatFailsLeavesNothing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try DatabaseOutput(path, tables, wanted: all)
        try output.add(capture: "a") { take in try protocols("a", "tcp").forEach(take) }
        #expect(throws: Interruption.self) {
            try output.add(capture: "b") { take in
                try protocols("b", "udp").forEach(take)
                throw Interruption()
            }
        }
        try output.finish()
        #expect(try stored() == ["a tcp"])
    }

    @Test func textsAreStoredWhole() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try DatabaseOutput(path, tables, wanted: all)
        let texts = ["", "a\0b", "Zoë's 日本 👩‍👩‍👧", "'; DROP TABLE captures; --"]
        try output.add(capture: "a") { take in
            for text in texts { try protocols("a", text).forEach(take) }
        }
        try output.finish()
        let found = try DatabaseQueue(path: path).read {
            try Data.fetchAll($0, sql: "SELECT CAST(protocol AS BLOB) FROM protocols ORDER BY rowid")
        }
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == texts)
    }

    @Test func whatIsNotOursIsLeftAsItWas() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = Data("no database\n".utf8)
        try text.write(to: URL(filePath: path))
        #expect(throws: TableError.self) { try DatabaseOutput(path, tables, wanted: all) }
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
        #expect(throws: TableError.self) { try DatabaseOutput(folder.path, tables, wanted: all) }
        let other = folder.appending(path: "other.sqlite").path
        try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE captures_of_birds (id)") }
        #expect(throws: TableError.self) { try DatabaseOutput(other, tables, wanted: all) }
    }

    /// Not even how it is stored changes, whatever it claims to be.
    @Test(arguments: [0, 1]) func aDatabaseThatOnlyLooksLikeOursIsLeftAsItWas(version: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { database in
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "CREATE TABLE captures (a); PRAGMA user_version = \(version)")
        }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: TableError.self) { try DatabaseOutput(path, tables, wanted: all) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func tablesOfOnesOwnMayBeAdded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try DatabaseOutput(path, tables, wanted: all).finish()
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE builds (path TEXT, version TEXT)") }
        try DatabaseOutput(path, tables, wanted: all).finish()
    }

    @Test func newerTablesAreRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try DatabaseOutput(path, tables, wanted: all).finish()
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 9999") }
        let error = #expect(throws: TableError.self) { try DatabaseOutput(path, tables, wanted: all) }
        #expect(error?.description.contains("version 9999") == true)
    }
}
