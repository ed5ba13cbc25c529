import Testing

@testable import TraceAnalysis

@Suite final class WireTextStandInsTests {
    private var standIns = WireTextStandIns()

    private func standIn(_ text: String) -> String {
        String(decoding: standIns.standIn(for: text.utf8), as: UTF8.self)
    }

    @Test func standInsAreAsLongAndToldApart() {
        #expect(standIn("Zoe’s Mac") == "i1111111111")
        #expect(standIn("Zoe’s Mat") == "qi111111111")
        #expect(standIn("Zoe’s Mac") == "i1111111111")
        #expect(standIn("Zoe") == "xx1")
        #expect(standIn("Tom") == "xx2")
        #expect(standIn("") == "")
        #expect(Set((0..<30).map { standIn("\(Unicode.Scalar(UInt8(65 + $0)))") }).count == 30)
    }

    @Test func numbersOfRenamedNamesStay() {
        let name = standIn("Printer")
        #expect(standIn("Printer (2)") == name + " (2)")
        #expect(standIn("Printer-3") == name + "-3")
        #expect(standIn("Printer #4") == name + " #4")
        // A number of many digits may be anybody's.
        #expect(!standIn("Printer-20260101").hasSuffix("20260101"))
    }

    @Test func namesThatDifferInCaseStillDo() {
        let (lower, upper) = (standIn("printer"), standIn("PRINTER"))
        #expect(lower != upper)
        #expect(lower.lowercased() == upper.lowercased())
    }

    @Test func orderStays() {
        var names = (0..<500).map { "name-\($0 * 7919 % 1000)-end" }.filter { $0.utf8.count == 12 }
        let standIns = Dictionary(uniqueKeysWithValues: names.map { ($0, standIn($0)) })
        names.sort()
        let shown = names.compactMap { standIns[$0] }
        #expect(shown.count > 400)
        #expect(shown == shown.sorted())
        #expect(Set(shown).count == names.count)
    }

    @Test func nameThatWasCutForItsNumberBelongsToTheWholeOne() {
        let name = String(repeating: "m", count: 62) + "n"
        let whole = standIn(name)
        #expect(standIn(name.prefix(59) + " (2)") == whole.prefix(59) + " (2)")
    }

    @Test func identifiersStayHexadecimal() {
        #expect(standIns.identifier(for: "94f9f392d799") == "000000000001")
        #expect(standIns.identifier(for: "e857c5244651") == "000000000002")
        #expect(standIns.identifier(for: "94f9f392d799") == "000000000001")
    }
}
