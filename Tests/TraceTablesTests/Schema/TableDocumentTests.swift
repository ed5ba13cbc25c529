import Foundation
import TestSupport
import Testing

@testable import TraceTables

/// Docs/tables.md has a row for every column of every table, and for no other. `.ci/tables-document` writes these rows.
@Suite struct TableDocumentTests {
    /// What the document says of a column.
    private struct Row {
        let name: String
        let type: String
        let unit: String
        let source: String
        let meaning: String
    }

    /// The rows below the heading of each table.
    private static func documented() throws -> [String: [Row]] {
        let page = try String(contentsOf: Fixture.repository.appending(path: "Docs/tables.md"), encoding: .utf8)
        let block = try #require(page.components(separatedBy: "<!-- tables -->").dropFirst().first)
        let tables = try #require(block.components(separatedBy: "<!-- /tables -->").first)
        var rows: [String: [Row]] = [:]
        var table = ""
        for line in tables.split(separator: "\n") {
            if line.hasPrefix("#### ") {
                table = String(line.dropFirst(5))
                rows[table] = []
            }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 5, "\(line)")
            let quotes = CharacterSet(charactersIn: "`")
            rows[table, default: []].append(
                Row(
                    name: cells[0].trimmingCharacters(in: quotes), type: cells[1], unit: cells[2],
                    source: cells[3].trimmingCharacters(in: quotes), meaning: cells[4]))
        }
        return rows
    }

    private static func type(of column: TableSchema.Column) -> String {
        let name =
            switch column.kind {
            case .integer: "integer"
            case .real: "real"
            case .boolean: "boolean"
            case .text: "text"
            case .json: "JSON"
            }
        return column.isNullable ? name + " or null" : name
    }

    @Test func theDocumentHasExactlyTheTablesOfTheReport() throws {
        #expect(try Self.documented().keys.sorted() == ReportTables.standard.schemas.map(\.name).sorted())
    }

    @Test func theDocumentHasExactlyTheColumnsOfEachTable() throws {
        let rows = try Self.documented()
        for table in ReportTables.standard.schemas {
            #expect(rows[table.name]?.map(\.name) == table.columns.map(\.name), "\(table.name)")
        }
    }

    @Test func columnsHaveTheirTypesUnitsAndSources() throws {
        let rows = try Self.documented()
        for table in ReportTables.standard.schemas {
            for column in table.columns {
                let row = try #require(rows[table.name]?.first { $0.name == column.name })
                #expect(row.type == Self.type(of: column), "\(table.name).\(column.name)")
                // Shares have no unit.
                #expect(row.unit == (column.unit == "1" ? "" : column.unit), "\(table.name).\(column.name)")
                #expect(column.source.isEmpty || row.source == column.source, "\(table.name).\(column.name)")
                guard case .text(let texts?) = column.kind else { continue }
                #expect(texts.allSatisfy { row.meaning.contains("`\($0)`") }, "\(table.name).\(column.name)")
            }
        }
    }
}
