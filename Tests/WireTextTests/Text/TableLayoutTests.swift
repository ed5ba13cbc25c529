import Testing

@testable import WireText

@Suite struct TableLayoutTests {
    @Test func rowsAreWrittenAsThoseOfATable() {
        let columns: [TextTable.Column] = [
            .init("name", limit: 12), .init("port", .right), .init("empty"), .init("where", limit: 40, minimum: 6),
        ]
        let rows = [
            ["日本語の長い名前です", "80", "", "2001:db8:1111:2222:3333:4444:5555:6666"], ["b", "50000", "", "x"],
        ]
        var table = TextTable(columns)
        var layout = TableLayout(columns)
        for row in rows {
            table.add(row)
            layout.measure(row)
        }
        for width in [30, 40, 80] {
            let lines = layout.fitted(into: width)
            #expect([lines.heading] + rows.map(lines.line) == table.lines(width: width, style: .init(colored: false)))
        }
    }

    @Test func aNumberThatWasNotMeasuredIsWholeAllTheSame() {
        var layout = TableLayout([.init("file"), .init("packets", .right)])
        layout.measure(["a", "1"])
        #expect(layout.fitted(into: 40).line(["a", "1,234,567"]) == "  a     1,234,567")
    }

    @Test func longAddressesLoseTheirMiddle() {
        var layout = TableLayout([.init("from", limit: 24, minimum: 8), .init("x", .right)])
        let row = ["2001:db8:1111:2222:3333:4444:5555:6666", "1"]
        layout.measure(row)
        #expect(layout.fitted(into: 23).line(row).hasSuffix("…555:6666  1"))
        #expect(layout.fitted(into: 23).line(row).hasPrefix("  2001:db8:…"))
    }
}
