import DNSWire
import ServiceDiscovery
import Testing

@Suite struct ServiceTypeNameTests {
    private func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }

    @Test func isATypeWithADomain() throws {
        let browsed = try #require(ServiceTypeName(name("_txtchat._udp.local.")))
        #expect(browsed.type.description == "_txtchat._udp")
        #expect(browsed.domain.presentation == "local.")
        for text in ["iPad._txtchat._udp.local.", "_txtchat._udp.", "txtchat._udp.local.", "_a._b._udp.local."] {
            #expect(ServiceTypeName(try name(text)) == nil)
        }
    }

    @Test func knowsTheNameThatListsTypes() throws {
        #expect(ServiceTypeName.isTypeEnumeration(try name("_services._dns-sd._udp.local.")))
        #expect(ServiceTypeName.isTypeEnumeration(try name("_Services._DNS-SD._udp.example.com.")))
        for text in ["_services._dns-sd._tcp.local.", "x._services._dns-sd._udp.local.", "_http._tcp.local.", "."] {
            #expect(!ServiceTypeName.isTypeEnumeration(try name(text)))
        }
    }
}
