import Foundation
import Testing

@testable import TraceTables

@Suite struct FolderOutputTests {
    private let tables = ReportTables.standard

    @Test func filesGetTheirNamesWhenAllAreWhole() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let wanted = Set(["protocols", "sessions"].compactMap(tables.index))
        let output = try FolderOutput(folder.path, tables, wanted: wanted, as: .csv, isCompressed: false)
        let table = try #require(tables.index(of: "protocols"))
        try output.add(capture: "a") { take in
            try take(TableRow(table: table, cells: [.text("a"), .text("tcp"), .integer(1), .integer(60)]))
            try take(TableRow(table: try #require(tables.index(of: "peers")), cells: []))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { $0.hasPrefix(".") })
        try output.finish()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "protocols.csv", "sessions.csv",
            ])
        let text = try String(contentsOf: folder.appending(path: "protocols.csv"), encoding: .utf8)
        #expect(text == "capture_id,protocol,packets,bytes\r\na,tcp,1,60\r\n")
    }

    @Test func aFolderHasTheRowsOfATableOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let wanted = Set(["protocols"].compactMap(tables.index))
        func write(_ format: RowFormat, isCompressed: Bool) throws {
            try FolderOutput(folder.path, tables, wanted: wanted, as: format, isCompressed: isCompressed).finish()
        }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        try write(.ndjson, isCompressed: true)
        #expect(try names() == ["protocols.ndjson.zst"])
        try write(.ndjson, isCompressed: false)
        #expect(try names() == ["protocols.ndjson"])
        try write(.ndjson, isCompressed: true)
        try write(.arrow, isCompressed: true)
        try write(.arrow, isCompressed: false)
        #expect(try names() == ["protocols.arrow", "protocols.ndjson.zst"])
    }

    @Test func aFolderThatCannotBeMadeIsAnError() {
        #expect(throws: TableError.self) {
            try FolderOutput("/dev/null/rows", tables, wanted: [0], as: .ndjson, isCompressed: true)
        }
    }
}
