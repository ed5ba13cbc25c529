import ProtocolDescriptions
import Testing

/// A page that is no YAML is refused with what would be right, not with the words of the grammar.
@Suite struct PageMistakeTests {
    @Test(arguments: [
        ("pairs: [{ask: a, answer: b, by: body[1]}]", "2:37", "needs quotes inside {…} and […], as by: \"body[1]\""),
        ("message: {show: [body[0]]}", "2:22", "needs quotes"),
        ("framing: {prefix: {size: 1}\nbody: json", "3:1", "needs “,” or “}” here"),
        ("over: [tcp\nbody: json", "3:5", "needs “,” or “]” here"),
        ("framing: {delimiter: \"\\q\"}", "2:23", "write \\\\ for a backslash"),
        ("over: [tcp]\n body: json", "3:2", "in the same column"),
        ("name: x: y", "2:8", "put a text that holds one into quotes"),
        ("body: @json", "2:7", "needs quotes"),
        ("body: \"json", "2:12", "never closed"),
        ("body: json\nover:\t[tcp]", "3:6", "separate with spaces"),
        ("framing:\u{A0}{fixed: 4}", "2:9", "U+00A0 looks like a space and is none"),
    ])
    func theSentenceSaysWhatWouldBeRight(_ lines: String, _ place: String, _ words: String) {
        expectRefusal(of: DescribedPage.check(yaml: "nearscope: protocol/1\n" + lines), at: place, saying: words)
    }

    /// In quotes a space without a break may be meant.
    @Test func aQuotedTextMayHoldAnySpace() {
        let page = "nearscope: protocol/1\nname: x\nframing: {delimiter: \"\u{A0}\"} # a\u{A0}b\n"
        #expect(DescribedPage.check(yaml: page) == [])
    }

    @Test(arguments: [
        ("\"\\n\"", [0x0A]), ("'\\n'", [0x5C, 0x6E]), ("{hex: 5c6e}", [0x5C, 0x6E]), (";", [0x3B]),
    ])
    func escapesNeedQuotes(_ delimiter: String, _ bytes: [UInt8]) throws {
        let start = "nearscope: protocol/1\nname: x\nframing: "
        let page = try DescribedPage(yaml: start + "{delimiter: \(delimiter)}\n")
        #expect(page.description.framing?.method == .delimiter(bytes))
        #expect(
            DescribedPage.check(yaml: start + "{delimiter: \\n}\n").map(\.description) == [
                "3:22: without quotes, \\n is a backslash and what follows it; write \"\\n\" for the escape, or '\\n' for "
                    + "the backslash"
            ])
    }
}
