import Testing
import WireCoding

@testable import TraceAnalysis

@Suite struct WireAddressStandInsTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    /// The stand-ins of addresses that were all learned before.
    private func standIns(_ texts: String...) throws -> [String] {
        var standIns = WireAddressStandIns()
        let addresses = try texts.map(Self.address)
        standIns.isLearning = true
        for address in addresses { #expect(standIns.standIn(for: address) == address) }
        standIns.isLearning = false
        return addresses.map { standIns.standIn(for: $0).description }
    }

    @Test func equalAddressesHaveEqualStandInsOfTheirKind() throws {
        let found = try standIns(
            "192.168.178.20", "192.168.178.21", "192.168.178.20", "10.3.0.7", "172.20.1.1", "169.254.9.9",
            "17.253.144.10")
        #expect(found[0] == found[2])
        #expect(Set(found).count == 6)
        #expect(found[0].hasPrefix("192.168.") && found[3].hasPrefix("10.") && found[5].hasPrefix("169.254."))
        #expect(found[4].hasPrefix("172."))
        #expect(found[6] == "192.0.2.1")
        // Hosts of one network stay in one.
        #expect(found[0].split(separator: ".").dropLast() == found[1].split(separator: ".").dropLast())
    }

    @Test func octetsKeepTheirDigits() throws {
        let before = ["192.168.178.20", "192.168.1.5", "10.0.22.201"]
        for (original, standIn) in zip(before, try standIns(before[0], before[1], before[2])) {
            #expect(original.split(separator: ".").map(\.count) == standIn.split(separator: ".").map(\.count))
        }
    }

    @Test func noStandInIsAnAddressThatWasLearned() throws {
        let found = try standIns("10.0.0.1", "10.1.1.1", "192.0.2.1", "fd00::1", "2001:db8:0:1::1")
        #expect(Set(found).isDisjoint(with: ["10.0.0.1", "10.1.1.1", "192.0.2.1", "fd00::1", "2001:db8:0:1::1"]))
    }

    @Test func whatMeansTheSameEverywhereStays() throws {
        let kept = [
            "224.0.0.251", "239.255.255.250", "255.255.255.255", "0.0.0.0", "127.0.0.1", "ff02::fb", "::1", "::",
        ]
        var standIns = WireAddressStandIns()
        for text in kept { #expect(standIns.standIn(for: try Self.address(text)).description == text) }
        for text in ["ff:ff:ff:ff:ff:ff", "01:00:5e:00:00:fb", "33:33:00:00:00:fb", "00:25:00:ff:94:73"] {
            let address = try #require(LinkAddress(text))
            #expect(standIns.standIn(for: address) == address)
        }
    }

    @Test func anAddressMadeOfALinkAddressFollowsIt() throws {
        var standIns = WireAddressStandIns()
        let link = standIns.standIn(for: try #require(LinkAddress("3c:07:54:12:34:56")))
        #expect(link.description == "02:00:00:00:00:01")
        let address = standIns.standIn(for: try Self.address("fe80::3e07:54ff:fe12:3456"))
        #expect(address.description == "fe80::ff:fe00:1")
    }

    @Test func aGroupAndItsLinkAddressGoTogether() throws {
        var standIns = WireAddressStandIns()
        let solicited = standIns.standIn(for: try Self.address("ff02::1:ff12:3456"))
        let link = standIns.standIn(for: try #require(LinkAddress("33:33:ff:12:34:56")))
        #expect(solicited.description == "ff02::1:ff00:1")
        #expect(link.description == "33:33:ff:00:00:01")
        let group = standIns.standIn(for: try Self.address("239.1.2.3"))
        let groupLink = standIns.standIn(for: try #require(LinkAddress("01:00:5e:01:02:03")))
        #expect(groupLink.rawValue & 0x7F_FFFF == UInt64(group.low) & 0x7F_FFFF)
        #expect(group.description != "239.1.2.3")
    }
}
