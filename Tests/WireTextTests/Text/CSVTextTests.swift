import Testing

@testable import WireText

@Suite struct CSVTextTests {
    private func row(_ fields: CSVText.Field...) -> String {
        var text = CSVText()
        text.add(fields)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func rowsEndWithCRAndLFAndWhatIsAbsentIsEmpty() {
        #expect(row(.text("a"), .integer(1), .number(0.5), .flag(true)) == "a,1,0.5,true\r\n")
        #expect(row(.text(nil), .integer(nil), .number(nil), .flag(nil)) == ",,,\r\n")
    }

    @Test func textsWithCommasOrQuotationMarksAreQuoted() {
        #expect(row(.text("Bo, the \"first\"")) == "\"Bo, the \"\"first\"\"\"\r\n")
        #expect(row(.text("x;=cmd()")) == "\"x;=cmd()\"\r\n")
        #expect(row(.text("a\r\nb")) == "a\\u{D}\\u{A}b\r\n")
        #expect(row(.text("\u{1B}[2J")) == "\\u{1B}[2J\r\n")
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\u{FF1D}1", "\u{A0}=1", "\u{2007} +1"])
    func noTextIsAFormula(text: String) { #expect(row(.text(text)) == "'\(text)\r\n") }

    /// A spreadsheet would not see the character, and find a formula after it.
    @Test(arguments: [("\u{AD} +1", "\\u{AD} +1"), ("\u{3164}@A1", "\\u{3164}@A1"), ("\u{FEFF}=1", "\\u{FEFF}=1")])
    func whatIsInvisibleBeforeAFormulaIsShown(text: String, cell: String) { #expect(row(.text(text)) == "\(cell)\r\n") }

    @Test(arguments: [
        String(repeating: "a", count: 5000), "e" + String(repeating: "\u{301}", count: 50_000),
        String(repeating: "\u{202E}", count: 3000), String(repeating: "👨\u{200D}", count: 20_000) + "👨",
    ])
    func aLongTextIsCut(text: String) {
        let bytes = row(.text(text)).utf8.count
        #expect(bytes <= CSVText.usualMaximumTextLength + 2 && bytes > CSVText.usualMaximumTextLength - 16)
        #expect(row(.text(text)).hasSuffix("…\r\n"))
        #expect(row(.text(String(repeating: "a", count: 1024))).utf8.count == 1026)
    }

    @Test func aFormulaThatHasToBeQuotedHasItsApostropheWithinTheQuotationMarks() {
        #expect(row(.text("=A1,B1")) == "\"'=A1,B1\"\r\n")
    }

    @Test func numbersAreWrittenAsTheyAreNegativeOnesToo() {
        #expect(row(.integer(-3), .number(-0.25), .number(1e-9)) == "-3,-0.25,0.000000001\r\n")
        #expect(row(.number(.infinity), .number(.nan)) == ",\r\n")
    }
}
