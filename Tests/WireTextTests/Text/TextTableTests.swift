import Testing

@testable import WireText

@Suite struct TextTableTests {
    private let plain = TextStyle(colored: false)

    @Test func columnsAreAsWideAsTheirContentNumbersStandAtTheRight() {
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

    @Test func emptyColumnsAreLeftOut() {
        var table = TextTable([.init("a"), .init("b"), .init("c")])
        table.add(["1", "", "3"])
        #expect(table.lines(width: 60, style: plain) == ["  a  c", "  1  3"])
    }

    @Test func longCellsAreCutTheLastOneToTheLine() {
        var table = TextTable([.init("a", limit: 4), .init("b", limit: 100)])
        table.add(["abcdef", String(repeating: "z", count: 90)])
        let lines = table.lines(width: 30, style: plain)
        #expect(lines[1].hasPrefix("  ab…f  zzz"))
        #expect(lines.allSatisfy { SafeText.width($0) <= 30 })
    }

    private var sessions: TextTable {
        var table = TextTable([
            .init("#", .right), .init("from", limit: 20, minimum: 11), .init("port", .right, dispensable: 2),
            .init("RTT", .right, dispensable: 1), .init("end", minimum: 9),
        ])
        table.add(["1", "192.168.12.169", "9000", "2.13 ms", "no answer"])
        table.add(["2", "Bruno's iPhone", "9000", "2.13 ms", ""])
        return table
    }

    @Test func aLineThatIsTooNarrowCostsTheWidestCellsTheirMiddles() {
        #expect(
            sessions.lines(width: 42, style: plain) == [
                "  #  from         port      RTT  end",
                "  1  192.1…2.169  9000  2.13 ms  no answer",
                "  2  Bruno…Phone  9000  2.13 ms",
            ])
    }

    @Test(arguments: [(38, 0), (30, 1), (20, 2)])
    func thenColumnsGoTheMostDispensableFirstTheLastOnesStay(width: Int, stage: Int) {
        let headings = ["  #  from          RTT  end", "  #  from         end", "  #  from         e…"]
        let lines = sessions.lines(width: width, style: plain)
        #expect(lines[0].split(separator: " ") == headings[stage].split(separator: " "))
        #expect(lines.allSatisfy { SafeText.width($0) <= width })
    }

    @Test func noLineEndsInSpaces() {
        var table = TextTable([.init("name"), .init("host")])
        table.add(["a", "a.local"])
        table.add(["b", ""])
        #expect(table.lines(width: 60, style: plain).last == "  b")
    }
}
