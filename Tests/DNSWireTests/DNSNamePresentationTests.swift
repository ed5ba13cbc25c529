import DNSWire
import Testing
import WireSimulation
import WireTesting

@Suite struct DNSNamePresentationTests {
    @Test(arguments: [
        ("iPad (2)", "iPad (2)"),
        ("a.b\\c", "a\\.b\\\\c"),
        ("Jürgen’s iPhone 📱", "Jürgen’s iPhone 📱"),
        ("\t\u{0}\u{1F}\u{7F}", "\\009\\000\\031\\127"),
        ("a\u{85}b", "a\\194\\133b"),
        // Characters that turn the direction of text or break lines.
        ("a\u{202E}b", "a\\226\\128\\174b"),
        ("\u{200E}\u{200F}", "\\226\\128\\142\\226\\128\\143"),
        ("\u{2066}\u{2069}", "\\226\\129\\166\\226\\129\\169"),
        ("\u{2028}\u{061C}", "\\226\\128\\168\\216\\156"),
        // The joiner within an emoji, and the neighbors of those characters, are shown.
        ("👩\u{200D}💻", "👩\u{200D}💻"),
        ("\u{A0}\u{2027}\u{202F}", "\u{A0}\u{2027}\u{202F}"),
        ("@\"$;()", "@\"$;()"),
    ])
    func escapesWhatCannotBeShown(label: String, text: String) throws {
        let name = try DNSName(labels: [Array(label.utf8), Array("local".utf8)])
        #expect(name.presentation == text + ".local.")
        #expect(name.description == name.presentation)
        #expect(DNSName.presentation(ofLabel: label.utf8) == text)
        #expect(DNSName(presentation: name.presentation)?.wireForm == name.wireForm)
    }

    @Test(
        arguments: [
            ([0xFF], "\\255."),
            ([0x61, 0xC3], "a\\195."),
            ([0xC3, 0x61], "\\195a."),
            // Overlong, a surrogate, and above the last character.
            ([0xC0, 0xAE], "\\192\\174."),
            ([0xE0, 0x80, 0xAE], "\\224\\128\\174."),
            ([0xED, 0xA0, 0x80], "\\237\\160\\128."),
            ([0xF4, 0x90, 0x80, 0x80], "\\244\\144\\128\\128."),
            ([0xC3, 0xA9, 0xA9], "é\\169."),
        ] as [([UInt8], String)])
    func escapesWhatIsNotUTF8(label: [UInt8], text: String) throws {
        let name = try DNSName(labels: [label])
        #expect(name.presentation == text)
        #expect(DNSName(presentation: text)?.wireForm == name.wireForm)
    }

    @Test(arguments: [
        ("a.local", "a.local."),
        ("iPad\\032\\0402\\041.local.", "iPad (2).local."),
        ("\\a\\é\\ .", "aé ."),
        ("J\\195\\188rgen.", "Jürgen."),
        (".", "."),
    ])
    func readsOtherSpellings(text: String, canonical: String) {
        #expect(DNSName(presentation: text)?.presentation == canonical)
    }

    @Test(arguments: ["", "..", ".a", "a..b", "a\\", "a\\1", "a\\12", "a\\12x", "\\256", "\\999.", "a.."])
    func refusesWhatIsNoName(text: String) { #expect(DNSName(presentation: text) == nil) }

    @Test func refusesTextOverTheLimits() {
        let label = String(repeating: "a", count: 63)
        #expect(DNSName(presentation: label) != nil)
        #expect(DNSName(presentation: label + "a") == nil)
        let long = [label, label, label].joined(separator: ".")
        #expect(DNSName(presentation: long + "." + label.dropLast(2))?.wireForm.count == 255)
        #expect(DNSName(presentation: long + "." + label.dropLast()) == nil)
        #expect(DNSName(presentation: String(repeating: "a.", count: 128)) == nil)
        #expect(DNSName(presentation: String(repeating: "a.", count: 127))?.labelCount == 127)
    }

    @Test func everyNameReadsBack() {
        for name in Generator<DNSName>.extreme.values(seed: 6763, count: 500) {
            #expect(DNSName(presentation: name.presentation)?.wireForm == name.wireForm)
        }
    }
}
