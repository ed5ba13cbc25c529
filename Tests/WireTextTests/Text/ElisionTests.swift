import Testing

@testable import WireText

@Suite struct ElisionTests {
    private func cut(_ cells: [String], width: Int) -> [String] {
        var elision = Elision(longerThan: 4)
        for cell in cells { elision.measure(cell) }
        return cells.map { elision.cut(toWidth: width).of($0) }
    }

    @Test func aCellIsCutInItsMiddle() {
        #expect(cut(["3F2504E0-4F89-41D3-9A0C-0305E82C3301"], width: 11) == ["3F250…C3301"])
        #expect(cut(["short"], width: 11) == ["short"])
    }

    @Test func whatDistinguishesCellsStays() {
        let names = ["Bruno's long iPhone name", "Bruno's long iPhone name (2)", "Bruno's long iPhone name #2"]
        #expect(Set(cut(names, width: 9)).count == 3)
        // Only the beginning differs, and only the end.
        let heads = ["A-0123456789", "B-0123456789"]
        let tails = ["0123456789012-A", "0123456789012-B"]
        for width in 3...11 {
            #expect(Set(cut(heads, width: width)).count == 2, "\(width)")
            #expect(Set(cut(tails, width: width)).count == 2, "\(width)")
        }
    }

    @Test func whatDiffersNearTheMiddleMovesTheEllipsis() {
        let cells = ["2001:db8::1:aaaa:5555:6666:7777", "2001:db8::1:bbbb:5555:6666:7777"]
        let shown = cut(cells, width: 20)
        #expect(Set(shown).count == 2 && shown.allSatisfy { SafeText.width($0) <= 20 })
    }

    @Test func whatAllBeginWithIsLeftOutWhereThePlaceThatDiffersIsFarFromBothEnds() {
        let cells = (1...3).map { String(repeating: "x", count: 30) + "-\($0)-" + String(repeating: "y", count: 30) }
        #expect(cut(cells, width: 9).map { String($0.prefix(4)) } == ["…x-1", "…x-2", "…x-3"])
    }

    @Test func anEscapedCharacterIsLeftOutOrShownAsAWhole() {
        let (before, after) = (String(repeating: "x", count: 30), String(repeating: "y", count: 30))
        let cells = ["\\u{200B}", "\\u{200C}"].map { before + $0 + after }
        #expect(cut(cells, width: 14).map { String($0.prefix(11)) } == ["…xx\\u{200B}", "…xx\\u{200C}"])
    }

    @Test func wideCharactersCountTwice() {
        #expect(SafeText.cut("日本語の長い名前です", width: 9, tail: 4) == "日本…です")
        #expect(SafeText.cut("abcdef", width: 1, tail: 0) == "…")
    }
}
