import Testing

@testable import TraceReports

@Suite("Tables of text")
struct TextTableTests {
    private let plain = TextStyle(colored: false)

    @Test("Columns are as wide as their content; numbers stand at the right")
    func alignment() {
        var table = TextTable([.init("name"), .init("port", .right), .init("note")])
        table.add(["日本", "80", "x"])
        table.add(["b", "50000", "yy"])
        #expect(
            table.lines(width: 60, style: plain) == [
                "  name   port  note",
                "  日本     80  x",
                "  b     50000  yy",
            ])
    }

    @Test("Empty columns are left out")
    func emptyColumns() {
        var table = TextTable([.init("a"), .init("b"), .init("c")])
        table.add(["1", "", "3"])
        #expect(table.lines(width: 60, style: plain) == ["  a  c", "  1  3"])
    }

    @Test("Long cells are cut, the last one to the line")
    func cutting() {
        var table = TextTable([.init("a", limit: 4), .init("b", limit: 100)])
        table.add(["abcdef", String(repeating: "z", count: 90)])
        let lines = table.lines(width: 30, style: plain)
        #expect(lines[1].hasPrefix("  abc…  zzz"))
        #expect(lines.allSatisfy { SafeText.width($0) <= 30 })
    }
}
