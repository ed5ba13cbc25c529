import DNSWire
import ServiceDiscovery
import Testing

@Suite struct ServiceTypeTests {
    @Test(arguments: ["a", "http", "txtchat", "exactly15-chars", "4chan", "a-b-c", "HTTP", "1-a"])
    func takesProperNames(name: String) throws {
        let type = try ServiceType(name: name, transport: .udp)
        #expect(type.name == name)
        #expect(type.transport == .udp)
        #expect(type.description == "_\(name)._udp")
        #expect(type.violation == nil)
        #expect(try ServiceType(validating: "_\(name)._udp.") == type)
    }

    @Test(arguments: [
        ("", ServiceTypeViolation.emptyName),
        ("sixteen-letters-", .tooLong(length: 16)),
        ("foo_bar", .invalidCharacter(0x5F, position: 3)),
        ("a b", .invalidCharacter(0x20, position: 1)),
        ("é", .invalidCharacter(0xC3, position: 0)),
        ("-a", .hyphenAtEdge),
        ("a-", .hyphenAtEdge),
        ("a--b", .adjacentHyphens),
        ("123", .noLetter),
        ("1-2", .noLetter),
    ])
    func namesTheRuleThatIsBroken(name: String, violation: ServiceTypeViolation) throws {
        #expect(throws: violation) { try ServiceType(name: name, transport: .tcp) }
        guard !name.isEmpty else { return }
        #expect(throws: violation) { try ServiceType(validating: "_\(name)._tcp") }
        let seen = try DNSName(labels: [Array("_\(name)".utf8), Array("_tcp".utf8)])
        #expect(ServiceType(observed: seen)?.violation == violation)
    }

    @Test(arguments: [
        ("http._tcp", ServiceTypeViolation.missingUnderscore),
        ("", .missingUnderscore),
        ("_http", .missingTransport),
        ("_http._sctp", .missingTransport),
        ("_http.tcp", .missingTransport),
        ("_http._tcp.local", .missingTransport),
        ("_http..", .missingTransport),
        ("_._tcp", .emptyName),
    ])
    func needsTwoLabelsWithUnderscores(text: String, violation: ServiceTypeViolation) {
        #expect(throws: violation) { try ServiceType(validating: text) }
    }

    @Test func comparesWithoutCaseAndKeepsTheSpelling() throws {
        let loud = try ServiceType(validating: "_HTTP._TCP")
        let quiet = try ServiceType(validating: "_http._tcp")
        #expect(loud == quiet)
        #expect(Set([loud, quiet]).count == 1)
        #expect(loud.description == "_HTTP._TCP")
        #expect(try quiet != ServiceType(validating: "_http._udp"))
    }

    @Test func observedTypesMayBreakTheRulesButHaveTheShape() throws {
        let odd = try DNSName(labels: [Array("_a.b\u{1}".utf8), Array("_UDP".utf8)])
        let type = try #require(ServiceType(observed: odd))
        #expect(type.description == "_a\\.b\\001._UDP")
        #expect(type.name == "a\\.b\\001")
        for text in ["http._tcp.", "_http._tcp.local.", "_http.", "_http._quic."] {
            #expect(ServiceType(observed: try #require(DNSName(presentation: text))) == nil)
        }
    }
}
