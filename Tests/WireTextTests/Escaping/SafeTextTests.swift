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
}
