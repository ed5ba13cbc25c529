import DNSWire
import ServiceDiscovery
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct ServiceIndexTests {
    private typealias Fixture = ServiceFixture

    @Test func ofSeveralNamesForOnePlaceTheLastOneClaimedBeforeCounts() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 1000)
        let service = try #require(tracker.services.first)
        var later = ServiceTracker()
        try later.take(Fixture.announcement(), from: Fixture.first, frame: 9, milliseconds: 5000)
        let renamed = try #require(later.services.first)
        var index = ServiceIndex()
        let address = Fixture.first.address
        index.add(service, index: 0, row: 0, addresses: [address])
        index.add(renamed, index: 1, row: 0, addresses: [address])
        let found = { (time: Int64) in index.service(at: address, port: 7000, isTCP: true, before: time) }
        #expect(found(500_000_000) == 0)
        #expect(found(2_000_000_000) == 0)
        #expect(found(6_000_000_000) == 1)
        #expect(index.service(at: address, port: 7001, isTCP: true, before: 0) == nil)
        #expect(index.service(at: address, port: 7000, isTCP: false, before: 0) == nil)
        #expect(index.service(at: Fixture.second.address, port: 7000, isTCP: true, before: 0) == nil)
    }

    @Test func whatWasOnlyProbedForIsNotThereYet() throws {
        var tracker = ServiceTracker()
        let probe = DNSMessage(authorities: [try Fixture.location()])
        try tracker.take(probe, from: Fixture.first, frame: 1, milliseconds: 0)
        var index = ServiceIndex()
        index.add(try #require(tracker.services.first), index: 0, row: 0, addresses: [Fixture.first.address])
        #expect(index.service(at: Fixture.first.address, port: 7000, isTCP: true, before: .max) == nil)
    }

    /// A service that was announced at once.
    private func service(frame: Int) throws -> ServiceClaim {
        let name = try #require(ServiceInstanceName(try Fixture.name(Fixture.instanceText)))
        let moment = PacketMoment(frame: frame, time: Int64(frame))
        var record = ServiceClaim(name: name, in: MessageContext(sender: Fixture.first, moment: moment))
        let location = ServiceLocation(port: 7000, target: try Fixture.name("anna.local."))
        record.announce(
            location, timeToLive: 120, asked: false, defendingAgainst: nil, slept: false, isAnnouncement: true,
            in: MessageContext(sender: Fixture.first, moment: moment))
        return record
    }

    @Test func ofTwoNamesInOnePacketTheFirstOneCounts() throws {
        var index = ServiceIndex()
        let address = Fixture.first.address
        for (frame, number) in [(1, 0), (5, 1), (5, 2)] {
            index.add(try service(frame: frame), index: number, row: 0, addresses: [address])
        }
        for (time, number) in [(0, 0), (4, 0), (5, 1), (9, 1)] as [(Int64, Int)] {
            #expect(index.service(at: address, port: 7000, isTCP: true, before: time) == number)
        }
    }

    @Test func anyNumberOfNamesForOnePlaceAreFoundWithoutLookingAtAll() throws {
        var index = ServiceIndex()
        let address = Fixture.first.address
        for frame in 1...40_000 { index.add(try service(frame: frame), index: frame, row: 0, addresses: [address]) }
        for time in 1...40_000 {
            let found = index.service(at: address, port: 7000, isTCP: true, before: Int64(time))
            if found != time { Issue.record("\(time): \(found?.description ?? "none")") }
        }
    }

    @Test func theLastOneClaimedBeforeCountsAmongAllHostsWithTheAddress() throws {
        var index = ServiceIndex()
        let address = Fixture.first.address
        // Rows of addresses that share one of them, as of a host whose addresses changed.
        for (frame, row) in [(1, 0), (3, 1), (5, 0), (5, 1), (8, 2)] {
            index.add(
                try service(frame: frame), index: frame * 10 + row, row: row,
                addresses: [address, Fixture.second.address])
        }
        for (time, found) in [(0, 10), (2, 10), (3, 31), (4, 31), (5, 50), (7, 50), (8, 82)] as [(Int64, Int)] {
            #expect(index.service(at: address, port: 7000, isTCP: true, before: time) == found)
        }
    }

    @Test func hostsBeyondTheLimitOfOneAddressAreCounted() throws {
        var index = ServiceIndex()
        let address = Fixture.first.address
        for row in 0...ServiceIndex.maximumRowsPerAddress {
            index.add(try service(frame: row + 1), index: row, row: row, addresses: [address])
        }
        #expect(index.omitted == 1)
        let last = index.service(at: address, port: 7000, isTCP: true, before: .max)
        #expect(last == ServiceIndex.maximumRowsPerAddress - 1)
    }
}
