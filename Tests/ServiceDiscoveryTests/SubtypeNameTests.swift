import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

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

    @Test func isBuiltFromItsParts() throws {
        let type = try ServiceType(validating: "_http._tcp")
        let built = try SubtypeName(subtype: "_printer", of: type)
        #expect(built.description == "_printer._sub._http._tcp.local.")
        #expect(built == SubtypeName(try name("_PRINTER._sub._HTTP._tcp.local")))
        let plain = try SubtypeName(subtype: "v1.2 é", of: type, domain: try name("example.com"))
        #expect(plain.description == "v1\\.2 é._sub._http._tcp.example.com.")
        #expect(SubtypeName(plain.fullName)?.subtypeText == "v1.2 é")
    }

    @Test func onlyTheLimitsOfDNSHoldForSubtypes() throws {
        let type = try ServiceType(validating: "_http._tcp")
        #expect(throws: WireError(.invalidValue(0), field: "DNS label length", offset: 0)) {
            try SubtypeName(subtype: "", of: type)
        }
        #expect(throws: WireError(.tooLong(length: 64, maximum: 63), field: "DNS label", offset: 0)) {
            try SubtypeName(subtype: String(repeating: "a", count: 64), of: type)
        }
    }
}
