import Testing

@testable import WireCoding

@Suite struct JSONTextTests {
    private func text(pretty: Bool = false, _ body: (inout JSONText) -> Void) -> String {
        var text = JSONText(pretty: pretty)
        body(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#),
            ("\n\t\r", #""\n\t\r""#),
            ("\u{0}\u{1B}\u{7F}\u{85}", #""\u0000\u001b\u007f\u0085""#),
            ("\u{202E}\u{2028}", #""\u202e\u2028""#),
            ("\u{E0041}", #""\udb40\udc41""#),
            ("é日🎉/", "\"é日🎉/\""),
        ])
    func stringsAreEscapedWhereJSONAsksForItAndWhereATerminalWouldBeSteered(value: String, json: String) {
        #expect(text { $0.value(value) } == json)
    }

    @Test(arguments: [true, false])
    func foundationsStyleEscapesOnlyWhatJSONDemands(escapesSlashes: Bool) {
        var text = JSONText(pretty: false, style: .foundation(escapesSlashes: escapesSlashes))
        text.value("a/\"\\\u{8}\u{C}\n\u{1B}\u{7F}\u{202E}é")
        let slash = escapesSlashes ? #"\/"# : "/"
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == "\"a" + slash + #"\"\\\b\f\n\u001b"# + "\u{7F}\u{202E}é\"")
    }

    @Test(arguments: [(1.5, "1.5"), (3, "3"), (-0.0, "-0"), (1e-09, "1e-09"), (1e16, "1e+16")] as [(Double, String)])
    func foundationsStyleKeepsExponents(value: Double, json: String) {
        var text = JSONText(pretty: false, style: .foundation(escapesSlashes: true))
        text.value(value)
        #expect(String(decoding: text.bytes, as: UTF8.self) == json)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (0.1, "0.1"), (1e-09, "0.000000001"),
            (1.5e-09, "0.0000000015"), (-2.5e-05, "-0.000025"), (123456.789, "123456.789"), (1e14, "100000000000000"),
            (.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)])
    func numbersHaveTheirShortestDigitsAndSmallOnesNoExponent(value: Double, json: String) {
        #expect(text { $0.value(value) } == json)
    }

    @Test(
        arguments: [
            Double.pi, 1e300, -1e300, .leastNonzeroMagnitude, 1e-20, 9.87e-21, 1e15, 1e16, .greatestFiniteMagnitude,
            0.1 + 0.2, 1.0e-05,
        ])
    func everyFiniteNumberIsReadBackAsItself(value: Double) {
        #expect(Double(text { $0.value(value) }) == value)
    }

    private func nest(_ text: inout JSONText) {
        text.beginObject()
        text.key("a")
        text.beginArray()
        text.value(1)
        text.null()
        text.value(true)
        text.endArray()
        text.key("b")
        text.beginObject()
        text.endObject()
        text.key("c")
        text.beginArray()
        text.endArray()
        text.endObject()
    }

    @Test func nestedStructuresOnOneLine() {
        #expect(text(nest) == #"{"a":[1,null,true],"b":{},"c":[]}"#)
    }

    @Test func nestedStructuresIndented() {
        #expect(
            text(pretty: true, nest) == """
                {
                  "a": [
                    1,
                    null,
                    true
                  ],
                  "b": {},
                  "c": []
                }
                """)
    }

    @Test func closingToADepthClosesEverythingAboveIt() {
        let json = text {
            $0.beginObject()
            $0.key("a")
            $0.beginArray()
            $0.beginArray()
            $0.close(downTo: 1)
            $0.key("b")
            $0.value("x")
            $0.close(downTo: 0)
        }
        #expect(json == #"{"a":[[]],"b":"x"}"#)
    }
}
