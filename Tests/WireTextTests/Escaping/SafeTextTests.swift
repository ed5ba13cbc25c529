import Testing

@testable import WireText

@Suite struct SafeTextTests {
    @Test(
        arguments: [
            ("a\u{1B}[31mb", "a\\u{1B}[31mb"),
            ("line\nfeed\ttab\r", "line\\u{A}feed\\u{9}tab\\u{D}"),
            ("\u{7F}\u{9B}2J", "\\u{7F}\\u{9B}2J"),
            ("gpj\u{202E}.exe", "gpj\\u{202E}.exe"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("\u{200F}\u{061C}", "\\u{200F}\\u{61C}"),
            ("\u{2028}\u{FEFF}\u{E0041}", "\\u{2028}\\u{FEFF}\\u{E0041}"),
            ("iPad\u{200B}", "iPad\\u{200B}"), ("iPad\u{AD}\u{3164}\u{E0100}", "iPad\\u{AD}\\u{3164}\\u{E0100}"),
        ])
    func controlsAndCharactersThatTurnTextAroundAreWrittenOut(text: String, escaped: String) {
        #expect(SafeText.escaped(text) == escaped)
    }

    @Test(arguments: ["Anna’s iPad", "Zoë", "日本語", "👩‍👩‍👧 🎉", "שלום", ""])
    func ordinaryTextOfAnyScriptStays(text: String) {
        #expect(SafeText.escaped(text) == text)
    }

    @Test func widthsAreColumnsOfATerminal() {
        #expect(SafeText.width("abc") == 3)
        #expect(SafeText.width("日本") == 4)
        #expect(SafeText.width("🎉") == 2)
        #expect(SafeText.width("e\u{301}") == 1)
        #expect(SafeText.width("") == 0)
    }

    @Test func cuttingKeepsToTheLimitAndMarksWhatIsGone() {
        #expect(SafeText.cut("abcdef", width: 6) == "abcdef")
        #expect(SafeText.cut("abcdefg", width: 6) == "abcde…")
        #expect(SafeText.cut("日本語", width: 4) == "日…")
    }

    /// A part of an escaped character says something else.
    @Test func anEscapedCharacterIsShownWholeOrNotAtAll() {
        #expect(SafeText.cut("ab\\u{200B}cd", width: 6) == "ab…")
        #expect(SafeText.cut("ab\\u{200B}cd", width: 11) == "ab\\u{200B}…")
        #expect(SafeText.cutMiddle("abcd\\u{202E}", width: 8) == "abcd…")
        #expect(SafeText.wrapped("abc\\xE4d", width: 5) == ["abc", "\\xE4d"])
        #expect(SafeText.cut("C:\\users\\xyz\\u{zz}", width: 9) == "C:\\users…")
    }

    @Test func linesBreakAtSpacesAndHoldEveryWord() {
        #expect(SafeText.wrapped("one two three", width: 7) == ["one two", "three"])
        #expect(SafeText.wrapped("enormous x", width: 3) == ["eno", "rmo", "us", "x"])
        #expect(SafeText.wrapped("", width: 3) == [])
    }

    @Test func textIsWrappedBetweenPartsSoThatNumbersStayWithTheirUnits() {
        #expect(SafeText.wrapped(["RTT 2.13 ms,", "open"], width: 13) == ["RTT 2.13 ms,", "open"])
        #expect(SafeText.wrapped(["open,", "RTT 2.13 ms"], width: 13) == ["open,", "RTT 2.13 ms"])
        #expect(SafeText.wrapped("RTT 2.13 ms, open", width: 10) == ["RTT 2.13", "ms, open"])
    }

    @Test func whatIsLongerThanALineIsBrokenWordsOnlyWhereTheyMustBe() {
        #expect(SafeText.wrapped(["a b c", "d"], width: 3) == ["a b", "c d"])
        #expect(SafeText.wrapped("to abcdefgh", width: 3) == ["to", "abc", "def", "gh"])
        #expect(SafeText.wrapped("日本語", width: 4) == ["日本", "語"])
        #expect(SafeText.wrapped("日", width: 1) == ["日"])
    }

    /// A character may have any number of scalars, all in one place of the terminal.
    private static let long = [
        "e" + String(repeating: "\u{301}", count: 10_000), String(repeating: "\u{301}", count: 10_000),
        String(repeating: "👨\u{200D}", count: 5000) + "👨", String(repeating: "x\u{301}\u{302}\u{303}", count: 3000),
        String(repeating: "日\u{FE0F}\u{20E3}", count: 3000), String(repeating: "❤️", count: 3000),
    ]

    @Test(arguments: long, [1, 8, 40, 80]) func aLimitOfColumnsIsOneOfBytes(text: String, width: Int) {
        let most = 4 * TerminalCells.maximumScalars * (width + 2)
        let cut = SafeText.cut(text, width: width)
        #expect(cut.utf8.count <= most && cut.hasSuffix("…") && SafeText.width(cut) <= width)
        for lines in [SafeText.wrapped(text, width: width), SafeText.folded(text, width: width)] {
            #expect(lines.allSatisfy { $0.utf8.count <= most })
            #expect(lines.joined().unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }

    @Test func theLongestEmojiTakesTwoColumns() {
        for emoji in ["👨🏻‍❤️‍💋‍👨🏻", "👩‍👩‍👧", "🇩🇪", "1️⃣"] { #expect(SafeText.width(emoji) == 2) }
        #expect(SafeText.cut("👩‍👩‍👧👩‍👩‍👧", width: 3) == "👩‍👩‍👧…")
    }

    @Test func bytesAreCutBetweenCharacters() {
        #expect(SafeText.cut("日本語", bytes: 9) == "日本語")
        #expect(SafeText.cut("日本語", bytes: 8) == "日…")
        #expect(SafeText.cut("abcdef", bytes: 5) == "ab…")
    }

    @Test func foldedLinesKeepTheirSpaces() {
        #expect(SafeText.folded("a  b cc", width: 4) == ["a  b", "cc"])
        #expect(SafeText.folded("abcdef gh", width: 4) == ["abcd", "ef", "gh"])
        #expect(SafeText.folded("ab cd ef", width: 5) == ["ab cd", "ef"])
    }

    @Test func aLineThatIsTooLongSaysHowMuchItLacks() throws {
        let long = String(repeating: "日", count: 5000)
        let text = String(decoding: SafeText.limited(Array("a\n\(long)\n\nb\n".utf8)), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[0] == "a" && lines[2].isEmpty && lines[3] == "b" && lines[4].isEmpty)
        #expect(lines[1].utf8.count <= SafeText.maximumLineLength)
        let shown = lines[1].prefix { $0 == "日" }
        #expect(lines[1].dropFirst(shown.count) == "… (\(15_000 - shown.utf8.count) more bytes of this line)")
    }

    @Test func linesStayLines() { #expect(SafeText.escapedLines("a\u{1B}\nb\r\n") == "a\\u{1B}\nb\\u{D}\\u{A}") }
}
