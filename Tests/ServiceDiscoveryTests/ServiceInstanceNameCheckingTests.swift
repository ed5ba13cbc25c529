import DNSWire
import Foundation
import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct ServiceInstanceNameCheckingTests {
    private func violations(_ text: String) throws -> [InstanceNameViolation] {
        try ServiceInstanceName(presentation: text).violations
    }

    private func violations(ofInstance text: String) -> [InstanceNameViolation] {
        ServiceInstanceName.violations(ofInstance: Array(text.utf8))
    }

    @Test(arguments: [
        "iPad (2)._http._tcp.local", "Jürgen’s iPhone 📱._txtchat._udp.local", "_http._ipp._tcp.local",
        "3F2504E0-4F89-41D3-9A0C-0305E82C3301._txtchatquic._udp.local", " ._http._tcp.example.com",
    ])
    func properNamesBreakNoRule(text: String) throws {
        #expect(try violations(text).isEmpty)
    }

    @Test func whatBreaksARuleIsTold() throws {
        #expect(try violations("v1.2 node._odd._tcp.local") == [.severalLabels(count: 2)])
        #expect(try violations(#"v1\.2 node._odd._tcp.local"#) == [.splitByZeroconf(labels: 2)])
        #expect(try violations(#"a\255._odd._tcp.local"#) == [.notUTF8(position: 1)])
        #expect(try violations(#"a\009\127._odd._tcp.local"#) == [.controlCharacter(9, position: 1)])
        #expect(try violations("a._sixteen-letters-._tcp.local") == [.serviceType(.tooLong(length: 16))])
        #expect(try violations("Ange\u{301}._odd._tcp.local") == [.notNormalized(position: 3)])
        #expect(violations(ofInstance: "") == [.emptyInstance])
        #expect(violations(ofInstance: String(repeating: "a", count: 64)) == [.instanceTooLong(length: 64)])
    }

    // Measured: 29 times é were answered by Avahi 0.8, 30 times were not.
    @Test func avahiCannotReadQuestionsForLongTexts() throws {
        let name = { (count: Int) in String(repeating: "é", count: count) + "._utf._tcp.local" }
        #expect(try violations(name(29)).isEmpty)
        #expect(try violations(name(30)) == [.unreadableByAvahi(length: 256)])
    }

    @Test func everyRuleSaysWhereItIsWritten() {
        for rule in InstanceNameRule.allCases {
            #expect(!rule.reference.isEmpty && !rule.summary.isEmpty)
            #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
        }
        #expect(InstanceNameViolation.noServiceType.rule.severity == .must)
        #expect(InstanceNameViolation.notNormalized(position: 0).rule.severity == .should)
        #expect(InstanceNameViolation.splitByZeroconf(labels: 2).rule.severity == .information)
    }

    @Test(
        arguments: [
            ("é", nil), ("e\u{301}", 0), ("xe\u{301}", 1), ("e\u{323}\u{302}", 0), ("e\u{302}\u{323}", 0),
            ("x\u{301}\u{323}", 0), ("x\u{323}\u{301}", nil), ("o\u{308}", 0), ("\u{212B}", 0), ("K\u{212A}", 1),
            ("か\u{3099}", 0), ("が", nil), ("\u{1112}\u{1161}\u{11AB}", 0), ("\u{D558}\u{11AB}", 0), ("한", nil),
            ("\u{915}\u{93C}", nil), ("\u{958}", 0), ("👩\u{200D}💻", nil), ("iPad", nil),
        ] as [(String, Int?)])
    func namesAreInNormalizationFormC(text: String, position: Int?) {
        #expect(violations(ofInstance: text) == (position.map { [.notNormalized(position: $0)] } ?? []))
    }

    /// Without a syllable before a trailing consonant, which Foundation on Linux leaves apart, and without a composed
    /// letter before a mark that belongs below its own, which we do.
    @Test func normalizationIsAsFoundationHasIt() {
        let pieces: [String] =
            [
                "a", "e", "O", "éx", "ộx", "я", "и", "か", "ハ", "\u{1112}", "\u{1161}", "\u{11AB}", "한",
                "\u{D558}",
            ]
            + [
                "\u{301}", "\u{302}", "\u{308}", "\u{323}", "\u{327}", "\u{306}", "\u{3099}", "\u{309A}", "\u{345}",
                "α",
            ]
            + ["\u{915}", "\u{93C}", "\u{9C7}", "\u{9BE}", "\u{200D}", "📱", "\u{2126}", "\u{F900}"]
        var random = SeededGenerator(seed: 5198)
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<random.number(in: 1...4) {
                text.unicodeScalars.append(contentsOf: random.pick(pieces).unicodeScalars)
            }
            let isNormal = text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8)
            #expect(violations(ofInstance: text).isEmpty == isNormal, "\(text.unicodeScalars.map(\.value))")
        }
    }
}
