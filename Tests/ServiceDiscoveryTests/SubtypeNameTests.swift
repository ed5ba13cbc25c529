import DNSWire
import ServiceDiscovery
import Testing

@Suite struct SubtypeNameTests {
    private func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }

    @Test func hasSubtypeTypeAndDomain() throws {
        let subtype = try #require(SubtypeName(name("_printer._sub._http._tcp.local.")))
        #expect(subtype.subtypeText == "_printer")
        #expect(subtype.type.description == "_http._tcp")
        #expect(subtype.domain.presentation == "local.")
        #expect(SubtypeName(try name("plain\\.name._SUB._http._tcp.local."))?.subtypeText == "plain.name")
    }

    @Test func otherNamesHaveNone() throws {
        for text in ["_sub._http._tcp.local.", "a._sub._http._tcp.", "_printer._http._tcp.local.", "_http._tcp.local."]
        {
            #expect(SubtypeName(try name(text)) == nil)
        }
    }
}
