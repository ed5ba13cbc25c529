import DNSWire
import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct ServiceInstanceNameTests {
    private func name(_ labels: String...) throws -> DNSName { try DNSName(labels: labels.map { Array($0.utf8) }) }

    @Test func hasInstanceTypeAndDomain() throws {
        let full = try name("iPad (2)", "_txtchat", "_udp", "local")
        let service = try #require(ServiceInstanceName(full))
        #expect(service.instanceText == "iPad (2)")
        #expect(service.type.description == "_txtchat._udp")
        #expect(service.type.transport == .udp)
        #expect(service.domain.presentation == "local.")
        #expect(service.fullName == full)
        #expect(service.description == "iPad (2)._txtchat._udp.local.")
    }

    @Test func instancesMayHoldAnyBytes() throws {
        #expect(ServiceInstanceName(try name("v1.2 node", "_odd", "_tcp", "local"))?.instanceText == "v1.2 node")
        let label: [UInt8] = [0x61, 0xFF, 0x00]
        let full = try DNSName(labels: [label] + ["_odd", "_tcp", "local"].map { Array($0.utf8) })
        let service = try #require(ServiceInstanceName(full))
        #expect(service.instance == label)
        #expect(service.instanceText == "a\u{FFFD}\u{0}")
    }

    @Test func labelsBeforeTheTypeAreJoined() throws {
        let service = try #require(ServiceInstanceName(name("v1", "2 node", "_odd", "_tcp", "local")))
        #expect(service.instanceText == "v1.2 node")
        #expect(service.type.description == "_odd._tcp")
        let whole = try #require(ServiceInstanceName(name("v1.2 node", "_odd", "_tcp", "local")))
        #expect(whole.instance == service.instance)
        #expect(whole != service)
    }

    @Test func instancesMayLookLikeTypes() throws {
        let underscore = try #require(ServiceInstanceName(name("_http", "_ipp", "_tcp", "local")))
        #expect(underscore.instanceText == "_http")
        let type = try #require(ServiceInstanceName(name("_http", "_tcp", "_ipp", "_tcp", "local")))
        #expect(type.instanceText == "_http._tcp")
        #expect(type.type.description == "_ipp._tcp")
    }

    @Test func domainsMayHaveSeveralLabels() throws {
        let service = try #require(ServiceInstanceName(name("iPad", "_HTTP", "_Tcp", "example", "com")))
        #expect(service.domain.presentation == "example.com.")
        #expect(service.type == (try ServiceType(validating: "_http._tcp")))
        #expect(service.type.description == "_HTTP._Tcp")
    }

    @Test(arguments: [
        // No instance, no domain, no type, another transport.
        "_http._tcp.local.", "iPad._http._tcp.", "iPad.local.", "iPad._http._sctp.local.", "iPad.http._tcp.local.", ".",
        // The names of subtypes and of the directory itself.
        "_printer._sub._http._tcp.local.", "_printer._SUB._http._tcp.local.", "_services._dns-sd._udp.local.",
        "_SERVICES._DNS-SD._UDP.local.", "b._dns-sd._udp.local.",
    ])
    func isNoInstance(text: String) throws {
        #expect(ServiceInstanceName(try #require(DNSName(presentation: text))) == nil)
    }

    @Test func comparesWithoutCaseOfLetters() throws {
        let first = try #require(ServiceInstanceName(name("iPad", "_http", "_tcp", "local")))
        let second = try #require(ServiceInstanceName(name("IPAD", "_http", "_tcp", "local")))
        #expect(Set([first, second]).count == 1)
        #expect(second.instanceText == "IPAD")
    }

    @Test func anyInstanceLabelIsFoundAgain() throws {
        var random = SeededGenerator(seed: 6763)
        for _ in 0..<300 {
            let label = random.bytes(random.number(in: 1...63))
            let full = try DNSName(labels: [label, Array("_x".utf8), Array("_udp".utf8), Array("local".utf8)])
            #expect(ServiceInstanceName(full)?.instance == label)
        }
    }
}
