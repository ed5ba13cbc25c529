import DNSWire
import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct ServiceTypeRulesTests {
    @Test func tellsEveryRuleThatIsBroken() {
        #expect(
            ServiceType.violations(in: "-a--b_cdefghijklmn._sctp") == [
                .missingUnderscore, .missingTransport, .tooLong(length: 18), .invalidCharacter(0x5F, position: 5),
                .hyphenAtEdge, .adjacentHyphens,
            ])
        #expect(
            ServiceType.violations(in: "_é._tcp") == [
                .invalidCharacter(0xC3, position: 0), .invalidCharacter(0xA9, position: 1), .noLetter,
            ])
        #expect(ServiceType.violations(in: "") == [.missingUnderscore, .missingTransport, .emptyName])
        #expect(ServiceType.violations(in: "_http._tcp.local") == [.missingTransport])
        #expect(ServiceType.violations(in: "_http..") == [.missingTransport])
        #expect(ServiceType.violations(in: "_http._tcp.").isEmpty)
    }

    @Test func readsTextThatIsNoName() {
        let long = "_" + String(repeating: "a", count: 70) + "._tcp"
        #expect(ServiceType.violations(in: long) == [.tooLong(length: 70)])
        #expect(ServiceType.violations(in: #"_a\._tcp"#).contains(.missingTransport))
    }

    @Test func typesOnTheWireHaveTheirViolations() throws {
        let name = try #require(DNSName(presentation: "_-1_._tcp."))
        let type = try #require(ServiceType(observed: name))
        #expect(type.violations == [.invalidCharacter(0x5F, position: 2), .hyphenAtEdge, .noLetter])
        #expect(type.violation == type.violations.first)
        #expect(try ServiceType(validating: "_http._tcp").violations.isEmpty)
    }

    @Test func everyRuleHasItsSection() {
        #expect(ServiceTypeViolation.missingTransport.reference == "RFC 6763 §7")
        #expect(ServiceTypeViolation.noLetter.reference == "RFC 6335 §5.1")
    }

    /// Which types the code of each family let a service register.
    @Test(arguments: [
        ("_a._udp", true, false, true),
        ("_fifteen-letters._tcp", true, true, true),
        ("_sixteen-letters1._tcp", true, true, false),
        ("_seventeen-letters._tcp", true, true, false),
        ("_HTTP._TCP", true, true, true),
        ("_123._tcp", true, true, false),
        ("_-a._tcp", false, true, false),
        ("_a-._tcp", false, true, false),
        ("_a--b._tcp", true, true, false),
        ("_foo_bar._tcp", true, true, false),
        ("_a b._tcp", false, true, false),
        ("http._tcp", false, false, false),
        ("_http._sctp", false, false, false),
    ])
    func respondersLetDifferentTypesThrough(text: String, apple: Bool, avahi: Bool, zeroconf: Bool) {
        #expect(ServiceType.isAccepted(text, by: .apple) == apple)
        #expect(ServiceType.isAccepted(text, by: .avahi) == avahi)
        #expect(ServiceType.isAccepted(text, by: .zeroconf) == zeroconf)
    }

    @Test func properTypesWithTwoCharactersAreAcceptedByAll() throws {
        var random = SeededGenerator(seed: 6335)
        for _ in 0..<300 {
            let name = String(
                decoding: (0..<random.number(in: 2...15)).map { _ in random.pick(Array("ab1-".utf8)) }, as: UTF8.self)
            guard let type = try? ServiceType(name: name, transport: .tcp) else { continue }
            for family in ResponderFamily.allCases { #expect(type.isAccepted(by: family), "\(name)") }
        }
    }
}
