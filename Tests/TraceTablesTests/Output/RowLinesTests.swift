import Foundation
import Testing

@testable import TraceTables

@Suite struct RowLinesTests {
    private let schema = TableSchema(
        name: "things", source: "", keys: ["capture_id"],
        columns: [
            .init("capture_id", .text(nil)), .init("name", .text(nil)), .init("count", .integer), .init("rate", .real),
            .init("is_there", .boolean), .init("list", .json(.list(.integer)), isNullable: true),
        ])

    private func text(_ format: RowText, _ cells: [Cell], namesTable: Bool = false) -> String {
        var lines = RowLines(schema, as: format, namesTable: namesTable)
        var bytes: [UInt8] = []
        lines.write(TableRow(table: 0, cells: cells), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aRowIsAnObjectOrALine() {
        let cells: [Cell] = [
            .text("a"), .text("x,\"y\""), .integer(-3), .real(0.5), .boolean(true), .json(Array("[1,2]".utf8)),
        ]
        #expect(
            text(.ndjson, cells)
                == #"{"capture_id":"a","name":"x,\"y\"","count":-3,"rate":0.5,"is_there":true,"list":[1,2]}"# + "\n")
        #expect(text(.csv, cells) == #"a,"x,""y""",-3,0.5,true,"[1,2]""# + "\r\n")
        #expect(text(.ndjson, cells, namesTable: true).hasPrefix(#"{"capture_id":"a","table":"things","name""#))
        #expect(
            String(decoding: RowLines(schema, as: .csv).head, as: UTF8.self)
                == "capture_id,name,count,rate,is_there,list\r\n")
        #expect(RowLines(schema, as: .ndjson).head.isEmpty)
    }

    @Test func nullIsAnEmptyFieldAndAFormulaIsAText() {
        let cells: [Cell] = [.text("a"), .text("=1+1"), .integer(0), .real(0), .boolean(false), .null]
        #expect(text(.csv, cells) == "a,'=1+1,0,0,false,\r\n")
        #expect(text(.ndjson, cells).contains(#""list":null"#))
    }

    @Test func aTextWithoutCharactersIsNotAMissingOne() {
        #expect(text(.csv, [.text("a"), .text(""), .null]) == "a,\"\",\r\n")
    }

    @Test func onlyControlsAreEscaped() {
        #expect(text(.csv, [.text("Chi \u{2708}\u{FE0E}")]) == "Chi \u{2708}\u{FE0E}\r\n")
        #expect(text(.csv, [.text("a\u{1B}[2Jb\u{202E}c")]) == "a\\u{1B}[2Jb\\u{202E}c\r\n")
    }

    @Test func longTextsAreWhole() {
        let long = String(repeating: "x", count: 5000)
        #expect(text(.csv, [.text(long)]) == long + "\r\n")
    }
}
