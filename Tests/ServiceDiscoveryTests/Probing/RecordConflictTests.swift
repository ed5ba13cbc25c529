import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct RecordConflictTests {
    private func service(_ name: String, port: UInt16, target: String = "a.local", ttl: UInt32 = 120) -> ResourceRecord
    {
        ResourceRecord(
            name: DNSName(presentation: name)!, type: .srv, cacheFlush: true, ttl: ttl,
            data: .service(ServiceLocation(port: port, target: DNSName(presentation: target)!)))
    }

    private func address(_ name: String, _ address: String) -> ResourceRecord {
        ResourceRecord(name: DNSName(presentation: name)!, type: .a, ttl: 120, data: .address(IPAddress(address)!))
    }

    private func pointer(_ name: String, to target: String) -> ResourceRecord {
        ResourceRecord(
            name: DNSName(presentation: name)!, type: .ptr, ttl: 120, data: .pointer(DNSName(presentation: target)!))
    }

    @Test func otherDataConflicts() throws {
        let held = service("iPad._http._tcp.local", port: 7001)
        let heard = service("IPAD._http._tcp.local", port: 7002)
        let conflict = try #require(RecordConflict(of: heard, with: [held]))
        #expect(conflict.held == held)
        #expect(conflict.heard == heard)
    }

    @Test func identicalDataDoesNotConflict() {
        let held = service("iPad._http._tcp.local", port: 7001)
        #expect(
            RecordConflict(of: service("iPad._http._tcp.local", port: 7001, target: "A.local"), with: [held]) == nil)
    }

    @Test func oneOfSeveralHeldRecordsIsEnough() {
        let held = [address("a.local", "10.0.0.1"), address("a.local", "10.0.0.2")]
        #expect(RecordConflict(of: address("a.local", "10.0.0.2"), with: held) == nil)
        #expect(RecordConflict(of: address("a.local", "10.0.0.3"), with: held)?.held == held[0])
    }

    @Test func otherNameTypeOrClassDoesNotConflict() {
        let held = [service("iPad._http._tcp.local", port: 7001)]
        #expect(RecordConflict(of: service("iPad._http._udp.local", port: 7002), with: held) == nil)
        #expect(RecordConflict(of: address("iPad._http._tcp.local", "10.0.0.1"), with: held) == nil)
        var chaos = service("iPad._http._tcp.local", port: 7002)
        chaos.rawClass = RecordClass.chaos.rawValue
        #expect(RecordConflict(of: chaos, with: held) == nil)
    }

    @Test func goodbyeDoesNotConflict() {
        let held = [service("iPad._http._tcp.local", port: 7001)]
        #expect(RecordConflict(of: service("iPad._http._tcp.local", port: 7002, ttl: 0), with: held) == nil)
    }

    @Test func sharedPointersNeverConflictButReverseOnesDo() {
        let shared = pointer("_http._tcp.local", to: "iPad._http._tcp.local")
        #expect(RecordConflict(of: pointer("_http._tcp.local", to: "x._http._tcp.local"), with: [shared]) == nil)
        let reverse = pointer("1.0.0.10.IN-ADDR.arpa", to: "a.local")
        #expect(RecordConflict(of: pointer("1.0.0.10.in-addr.arpa", to: "b.local"), with: [reverse]) != nil)
        let reverse6 = pointer("1.0.ip6.arpa", to: "a.local")
        #expect(RecordConflict(of: pointer("1.0.ip6.arpa", to: "b.local"), with: [reverse6]) != nil)
    }

    @Test func brokenDataIsComparedByItsBytes() {
        var held = service("iPad._http._tcp.local", port: 7001)
        var heard = held
        held.data = .malformed([1, 2], WireError(.invalidValue(0), field: "RDATA", offset: 1))
        heard.data = .malformed([1, 2], WireError(.invalidValue(0), field: "RDATA", offset: 9))
        #expect(RecordConflict(of: heard, with: [held]) == nil)
        heard.data = .malformed([1, 3], WireError(.invalidValue(0), field: "RDATA", offset: 1))
        #expect(RecordConflict(of: heard, with: [held]) != nil)
    }

    @Test func anySectionOfResponsesCountsAndQueriesDoNot() {
        let held = [service("iPad._http._tcp.local", port: 7001)]
        let other = service("iPad._http._tcp.local", port: 7002)
        var message = DNSMessage(flags: .multicastResponse, additionals: [other])
        #expect(RecordConflict.first(in: message, with: held)?.heard == other)
        message = DNSMessage(answers: [other], authorities: [other])
        #expect(RecordConflict.first(in: message, with: held) == nil)
    }
}
