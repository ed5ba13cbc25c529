import DNSWire
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct HostClaimTests {
    /// A claim whose holder told 10.0.0.1 at 0 s, and what later words change: at so many seconds these addresses, with or
    /// without the cache-flush bit.
    private func changes(
        _ later: [(time: Double, told: [String], gone: [String], flushes: Bool)]
    ) throws -> [[String]] {
        var claim = HostClaim(
            name: try NamingScene.name("anna.local."), sender: ServiceFixture.first, moment: moment(0))
        return try ([(0, ["10.0.0.1"], [], true)] + later).map { time, told, gone, flushes in
            let change = try claim.announce(
                addresses(told), takingBack: addresses(gone), flushes: flushes,
                in: MessageContext(sender: ServiceFixture.first, moment: moment(time)))
            return change.map { $0.added.map { "+\($0)" } + $0.removed.map { "-\($0)" } } ?? []
        }
    }

    private func addresses(_ texts: [String]) throws -> [IPAddress] { try texts.map { try #require(IPAddress($0)) } }

    private func moment(_ seconds: Double) -> PacketMoment { PacketMoment(frame: 1, time: Int64(seconds * 1e9)) }

    @Test func sameAddressAgainChangesNothing() throws {
        #expect(try changes([(20, ["10.0.0.1"], [], true)]) == [[], []])
    }

    /// From then on, it counts as new: what comes within a second does not flush it.
    @Test func sameAddressAgainIsANewOne() throws {
        let later = try changes([(20, ["10.0.0.1"], [], true), (20.5, ["10.0.0.9"], [], true)])
        #expect(later == [[], [], ["+10.0.0.9"]])
        let late = try changes([(20, ["10.0.0.1"], [], true), (21.5, ["10.0.0.9"], [], true)])
        #expect(late == [[], [], ["+10.0.0.9", "-10.0.0.1"]])
    }

    @Test func addressesOfBothIPVersionsAreToldInTurn() throws {
        let later = try changes([
            (20, ["fe80::1"], [], true), (30, ["10.0.0.1"], [], true), (30, ["fe80::1"], [], true),
            (40, ["10.0.0.1"], [], true), (40, ["fe80::2"], [], true), (50, [], ["10.0.0.1"], true),
            (50, ["fe80::2"], [], true), (60, ["10.0.0.1"], [], true),
        ])
        #expect(
            later == [
                [], ["+fe80::1"], [], [], [], ["+fe80::2", "-fe80::1"], ["-10.0.0.1"], [], ["+10.0.0.1"],
            ])
    }

    @Test func flushedAddressIsReplaced() throws {
        #expect(try changes([(20, ["10.0.0.9"], [], true)]) == [[], ["+10.0.0.9", "-10.0.0.1"]])
    }

    @Test func addressWithoutTheBitIsAdded() throws {
        #expect(try changes([(20, ["10.0.0.9"], [], false)]) == [[], ["+10.0.0.9"]])
    }

    @Test func addressesOfTheLastSecondAreKept() throws {
        // Packets of one announcement each have the bit, and flush nothing that came with them (RFC 6762 §10.2).
        let later = try changes([(20, ["10.0.0.9"], [], true), (20.5, ["10.0.0.10"], [], true)])
        #expect(later == [[], ["+10.0.0.9", "-10.0.0.1"], ["+10.0.0.10"]])
    }

    @Test func otherIPVersionIsNotFlushed() throws {
        #expect(try changes([(20, ["fe80::1"], [], true)]) == [[], ["+fe80::1"]])
    }

    @Test func addressThatIsTakenBackIsGone() throws {
        #expect(try changes([(20, [], ["10.0.0.1"], true)]) == [[], ["-10.0.0.1"]])
        #expect(try changes([(20, [], ["10.0.0.7"], true)]) == [[], ["-10.0.0.1"]])
    }

    @Test func hostThatHasJustComeUpLearnsItsAddresses() throws {
        #expect(try changes([(5, ["10.0.0.1", "10.0.0.9"], [], true)]) == [[], []])
    }

    @Test func addressesHaveALimit() throws {
        var claim = HostClaim(
            name: try NamingScene.name("anna.local."), sender: ServiceFixture.first, moment: moment(0))
        for number in 0..<(HostClaim.maximumAddresses + 10) {
            _ = claim.announce(
                [IPAddress(ipv4: UInt32(number))], takingBack: [], flushes: false,
                in: MessageContext(sender: ServiceFixture.first, moment: moment(Double(number))))
        }
        #expect(claim.addresses.count == HostClaim.maximumAddresses)
    }

    // MARK: - What it means for services

    @Test func servicesOfTheHostAreToldOfTheChange() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.announce("Alice", of: .bert, type: "_other._tcp", at: 0.5)
        try scene.claimHost(.anna, at: 60, addresses: ["10.0.0.41", "fe80::41"])
        let report = try await scene.report()
        let updates = try report.service("Alice", of: .anna).events(.update)
        #expect(updates.map(\.detail) == ["addresses: +10.0.0.41 -10.0.0.1", "addresses: +fe80::41"])
        #expect(updates.map(\.frame) == [3, 3])
        #expect(try report.service("Alice", of: .bert, type: "_other._tcp").events(.update).isEmpty)
    }

    @Test(arguments: [["10.0.0.1"], ["10.0.0.1", "fe80::1"]])
    func aHostThatSaysGoodbyeIsNotUpdated(addresses: [String]) async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.claimHost(.anna, at: 1, addresses: addresses)
        // Avahi has a packet for each IP version.
        for (number, address) in addresses.reversed().enumerated() {
            try scene.claimHost(.anna, at: 30 + Double(number) / 1000, addresses: [address], ttl: 0)
        }
        let left = try await scene.report()
        #expect(left.services[0].events(.update).isEmpty)
        #expect(
            left.hosts[0].timeline.map(\.event) == [.announce, .announce, .goodbye] && left.hosts[0].state == .gone)
        // Back with one address less or another one.
        try scene.claimHost(.anna, at: 60, addresses: ["10.0.0.1"])
        try scene.claimHost(.anna, at: 90, addresses: ["10.0.0.9"])
        let updates = try await scene.report().services[0].events(.update)
        #expect(updates.map(\.detail) == ["addresses: +10.0.0.9 -10.0.0.1"])
    }

    @Test func anAddressThatIsWithdrawnAloneIsAnUpdate() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.claimHost(.anna, at: 1, addresses: ["10.0.0.1", "fe80::1"])
        try scene.claimHost(.anna, at: 30, addresses: ["10.0.0.1"], ttl: 0)
        let report = try await scene.report()
        #expect(report.services[0].events(.update).map(\.detail) == ["addresses: -10.0.0.1"])
        #expect(report.hosts[0].timeline.map(\.event) == [.announce, .announce, .update])
    }

    @Test func interfacesThatTellTheirOwnAddressesReplaceNothing() async throws {
        var scene = NamingScene()
        for second in [0.0, 30] {
            for number in [1, 5] {
                try scene.announce(
                    "Dual", of: NamingScene.Host(number, "anna"), port: 7001, at: second + Double(number) / 1000)
            }
        }
        let report = try await scene.report()
        #expect(report.services.map(\.addresses) == [["10.0.0.1", "10.0.0.5"]])
        #expect(report.services[0].events(.update).isEmpty)
    }

    /// Responders set the bit in goodbyes too: Avahi does, for each address by itself.
    @Test func aGoodbyeOfOneAddressLeavesTheOthers() async throws {
        var scene = NamingScene()
        try scene.claimHost(.anna, at: 0, addresses: ["10.0.0.1", "10.0.0.9"])
        try scene.claimHost(.anna, at: 20, addresses: ["10.0.0.9"], ttl: 0)
        let events = try await scene.report().hosts.flatMap(\.timeline)
        #expect(events.last?.event == .update && events.last?.detail == "addresses: -10.0.0.9")
    }
}
