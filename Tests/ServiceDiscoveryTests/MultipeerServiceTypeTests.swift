import ServiceDiscovery
import Testing

@Suite struct MultipeerServiceTypeTests {
    @Test func isAdvertisedOverBothTransports() throws {
        let type = try MultipeerServiceType("abc-txtchat")
        #expect(type.types.map(\.description) == ["_abc-txtchat._tcp", "_abc-txtchat._udp"])
        #expect(type.tcp.transport == .tcp && type.udp.transport == .udp)
    }

    @Test(arguments: [
        ("", [ServiceTypeViolation.emptyName]),
        ("TxtChat", [.uppercaseLetter(0x54, position: 0), .uppercaseLetter(0x43, position: 3)]),
        ("abc_txt", [.invalidCharacter(0x5F, position: 3)]),
        ("-1--", [.hyphenAtEdge, .adjacentHyphens, .noLetter]),
        ("sixteen-letters1", [.tooLong(length: 16)]),
    ])
    func tellsEveryRuleThatIsBroken(name: String, violations: [ServiceTypeViolation]) {
        #expect(MultipeerServiceType.violations(in: name) == violations)
        #expect(throws: violations[0]) { try MultipeerServiceType(name) }
    }
}
