import DNSWire
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite("The service behind an address and port")
struct ServiceIndexTests {
    private typealias Fixture = ServiceFixture

    @Test("Of several names for one place the last one claimed before counts, else the first one after")
    func times() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 1000)
        let service = try #require(tracker.services.first)
        var later = ServiceTracker()
        try later.take(Fixture.announcement(), from: Fixture.first, frame: 9, milliseconds: 5000)
        let renamed = try #require(later.services.first)
        var index = ServiceIndex()
        let address = Fixture.first.address
        index.add(service, id: "s1", addresses: [address])
        index.add(renamed, id: "s2", addresses: [address])
        let found = { (time: Int64) in index.service(at: address, port: 7000, isTCP: true, before: time) }
        #expect(found(500_000_000) == "s1")
        #expect(found(2_000_000_000) == "s1")
        #expect(found(6_000_000_000) == "s2")
        #expect(index.service(at: address, port: 7001, isTCP: true, before: 0) == nil)
        #expect(index.service(at: address, port: 7000, isTCP: false, before: 0) == nil)
        #expect(index.service(at: Fixture.second.address, port: 7000, isTCP: true, before: 0) == nil)
    }

    @Test("What was only probed for is not there yet")
    func probes() throws {
        var tracker = ServiceTracker()
        let probe = DNSMessage(authorities: [try Fixture.location()])
        try tracker.take(probe, from: Fixture.first, frame: 1, milliseconds: 0)
        var index = ServiceIndex()
        index.add(try #require(tracker.services.first), id: "s1", addresses: [Fixture.first.address])
        #expect(index.service(at: Fixture.first.address, port: 7000, isTCP: true, before: .max) == nil)
    }
}
