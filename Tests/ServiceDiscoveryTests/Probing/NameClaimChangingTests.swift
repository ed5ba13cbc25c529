import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct NameClaimChangingTests {
    private func records(
        _ label: String = "iPad", text: [UInt8] = [0], port: UInt16 = 7001, subtypes: [String] = []
    ) throws -> ClaimedRecords {
        try ClaimedRecords(
            instance: Array(label.utf8), type: ServiceType(validating: "_http._tcp"), domain: ClaimingHost.local,
            location: ServiceLocation(port: port, target: DNSName(labels: [Array("host-1".utf8)])), text: text,
            subtypes: subtypes.map { Array($0.utf8) })
    }

    private func settled() throws -> ClaimingHost {
        var host = ClaimingHost(NameClaim(try records()))
        host.settle()
        return host
    }

    @Test func changedRecordsAreAnnouncedWithoutProbing() throws {
        var host = try settled()
        let start = host.now + 5 * second
        host.update(try records(text: [1, 0x61]), at: start)
        host.settle()
        #expect(host.times(of: .probe).count == 3)
        #expect(host.times(of: .announcement).suffix(2) == [start, start + second])
        let last = try #require(host.messages(.announcement).last)
        #expect(last.answers.contains { $0.data == .text([1, 0x61]) })
        #expect(host.claim.state == .established)
    }

    /// The label of the new records does not matter.
    @Test func nameStaysAsItIs() throws {
        var host = try settled()
        host.receive(host.rivalAnswer(), at: host.now + second)
        host.receive(host.rivalAnswer(), by: .unicast, at: host.now)
        host.settle()
        #expect(host.label == "iPad (2)")
        host.update(try records(text: [1, 0x61]), at: host.now + 5 * second)
        host.settle()
        #expect(host.label == "iPad (2)")
        #expect(host.messages(.announcement).last?.answers.contains { $0.data == .text([1, 0x61]) } == true)
    }

    @Test func changeWithinASecondOfTheLastAnnouncementWaits() throws {
        var host = try settled()
        let last = try #require(host.times(of: .announcement).last)
        host.update(try records(text: [1, 0x61]), at: last + 300 * millisecond)
        host.update(try records(text: [1, 0x62]), at: last + 500 * millisecond)
        host.settle()
        #expect(host.times(of: .announcement).suffix(2) == [last + second, last + 2 * second])
    }

    @Test func newRecordsAreDefended() throws {
        var host = try settled()
        host.update(try records(port: 7002), at: host.now + 5 * second)
        host.settle()
        let probe = host.rivalProbe(port: 7001)
        host.receive(probe, at: host.now + 5 * second)
        let defense = try #require(host.messages(.defense).last)
        #expect(defense.answers.contains { $0.data == .service(ServiceLocation(port: 7002, target: .of("host-1"))) })
        // What was its own before is another host's now.
        host.receive(host.rivalAnswer(port: 7001), at: host.now)
        #expect(host.claim.state == .probing(sent: 0))
    }

    @Test func whatIsGoneIsTakenBack() throws {
        var host = ClaimingHost(NameClaim(try records(subtypes: ["_a", "_b"])))
        host.settle()
        host.update(try records(subtypes: ["_b"]), at: host.now + 5 * second)
        host.settle()
        #expect(host.messages(.goodbye).map { $0.answers.map(\.name) } == [[.of("_a._sub._http._tcp.local")]])
        #expect(host.messages(.goodbye)[0].answers[0].ttl == 0)
    }

    @Test func otherTypesAreProbedForAnewWhileTheNameIsNotHeld() throws {
        let addresses = [IPAddress(ipv4: 0x0A00_0001), IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: 1)]
        var host = ClaimingHost(NameClaim(try ClaimedRecords(host: Array("studio".utf8), addresses: [addresses[0]])))
        host.start()
        let first = try #require(host.wakeUp)
        host.advance(to: first + 300 * millisecond)
        host.update(try ClaimedRecords(host: Array("studio".utf8), addresses: addresses), at: host.now)
        host.settle()
        #expect(host.times(of: .probe).map { ($0 - first) / millisecond } == [0, 250, 500, 750, 1000])
        #expect(host.messages(.probe).map(\.authorities.count) == [1, 1, 2, 2, 2])
    }

    @Test func sameRecordsAreNoChange() throws {
        var host = try settled()
        let count = host.log.count
        host.update(try records("Other"), at: host.now + 5 * second)
        #expect(host.log.count == count)
    }
}
