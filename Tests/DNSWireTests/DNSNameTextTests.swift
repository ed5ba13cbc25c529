import DNSWire
import Foundation
import Testing
import WireSimulation
import WireTesting

@Suite struct DNSNameTextTests {
    @Test(
        arguments: [
            ("", .emptyText), ("..", .emptyLabel(number: 1)), ("a..b", .emptyLabel(number: 2)),
            (".a", .emptyLabel(number: 1)),
            (String(repeating: "a", count: 64) + ".local", .labelTooLong(number: 1, length: 64)),
            ("a\\", .invalidEscape(position: 1)), ("a\\999", .invalidEscape(position: 1)),
            (
                Array(repeating: String(repeating: "a", count: 63), count: 4).joined(separator: "."),
                .nameTooLong(length: 257)
            ),
        ] as [(String, DNSNameViolation)])
    func theReasonIsSaid(text: String, expected: DNSNameViolation) {
        #expect(throws: expected) { try DNSName(validating: text) }
        #expect(DNSName(presentation: text) == nil && DNSName(text as String) == nil)
        #expect(!expected.description.isEmpty)
    }

    @Test(arguments: [".", "local", "local.", "Living\\032Room._airplay._tcp.local."])
    func whatIsANameIsRead(text: String) throws {
        #expect(try DNSName(validating: text) == DNSName(presentation: text))
    }

    @Test func aNameCanBeWrittenInAProgram() {
        let name: DNSName = "_http._tcp.local."
        #expect(name.labels.count == 3)
    }

    @Test func everyNameIsItsTextAndBack() throws {
        for seed in 0..<300 {
            var source = SeededGenerator(seed: UInt64(seed))
            let labels = (0..<source.number(in: 0...4)).map { _ in source.bytes(source.number(in: 1...20)) }
            let name = try DNSName(labels: labels)
            #expect(DNSName(name.description)?.labels == labels)
            let coded = try JSONEncoder().encode([name])
            #expect(try JSONDecoder().decode([DNSName].self, from: coded).first?.labels == labels)
        }
    }

    @Test func aTextThatIsNoNameIsNotDecoded() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DNSName].self, from: Data(#"["a..b"]"#.utf8))
        }
    }
}
