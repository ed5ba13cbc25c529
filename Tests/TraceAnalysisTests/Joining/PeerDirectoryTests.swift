import DNSWire
import PacketCapture
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct PeerDirectoryTests {
    private typealias Fixture = ServiceFixture

    private let axis = TimeAxis(origin: 0)
    private let four = Fixture.first.address
    private let six = Fixture.firstOverIPv6.address
    private let other = Fixture.second.address

    private func moment(_ frame: Int) -> PacketMoment { PacketMoment(frame: frame, time: Int64(frame) * 1_000_000_000) }

    /// The peers of a directory that was told all this.
    private func peers(_ body: (inout PeerDirectory) throws -> Void) rethrows -> [Peer] {
        var directory = PeerDirectory()
        try body(&directory)
        directory.finish(axis)
        return directory.peers
    }

    @Test func withoutEvidenceEveryAddressIsAPeerOfItsOwn() {
        let peers = peers {
            $0.see(other, at: moment(2))
            $0.see(four, at: moment(1))
        }
        #expect(peers.map(\.id) == ["p1", "p2"])
        #expect(peers.map(\.label) == ["10.0.0.1", "10.0.0.2"])
        #expect(peers.map(\.evidence) == [[], []])
    }

    @Test func groupBroadcastAndUnspecifiedAddressesAreNotPeers() {
        let peers = peers {
            for value in [0xE000_00FB, 0xFFFF_FFFF, 0] as [UInt32] { $0.see(IPAddress(ipv4: value), at: moment(1)) }
            $0.see(IPAddress(ipv6High: 0xFF02 << 48, low: 0xFB), at: moment(1))
        }
        #expect(peers.isEmpty)
    }

    private func user(
        _ link: LinkAddress, _ uses: [(IPAddress, PacketMoment)], _ kind: Peer.EvidenceKind = .linkAddress
    ) -> LinkUser {
        var user = LinkUser(link: link)
        for (address, moment) in uses { user.add(address, kind, at: moment) }
        return user
    }

    @Test func oneLinkAddressJoinsAnIPv4AndALinkLocalIPv6Address() throws {
        let link = try #require(Fixture.first.linkAddress)
        let peers = peers { $0.join(user(link, [(four, moment(1)), (six, moment(2))])) }
        #expect(peers.count == 1)
        #expect(peers[0].addresses == ["10.0.0.1", "fe80::1"])
        #expect(peers[0].linkAddresses == ["02:00:00:00:00:01"])
        #expect(peers[0].evidence.map(\.kind) == [.linkAddress])
        #expect(peers[0].evidence.map(\.frame) == [1])
    }

    @Test func aRoutersLinkAddressJoinsNothing() throws {
        let link = try #require(Fixture.first.linkAddress)
        let peers = peers {
            $0.see(four, at: moment(1))
            $0.see(other, at: moment(2))
            $0.join(user(link, [(four, moment(1)), (other, moment(2))]))
        }
        #expect(peers.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
    }

    @Test func whatARouterSaysOfItselfCountsWhoseverPacketsItPassesOn() throws {
        let link = try #require(Fixture.first.linkAddress)
        var router = user(link, [(four, moment(1)), (other, moment(2))])
        router.add(other, .addressResolution, at: moment(3))
        let peers = peers {
            $0.see(four, at: moment(1))
            $0.see(other, at: moment(2))
            $0.join(router)
        }
        #expect(peers.map(\.linkAddresses) == [[], ["02:00:00:00:00:01"]])
        #expect(peers[1].evidence.map(\.kind) == [.addressResolution])
    }

    @Test func aNameThatTheCaptureFileGivesToAnAddressIsTheLastToNameAPeer() throws {
        let peers = peers {
            $0.see(four, at: moment(1))
            $0.add(NameResolution(.ip(four), names: ["printer.example", "lp"]))
            $0.add(NameResolution(.ip(IPAddress(ipv4: 77)), names: ["nobody"]))
        }
        #expect(peers.map(\.label) == ["printer.example"])
        #expect(peers[0].resolvedNames == ["printer.example", "lp"])
    }

    /// A host name that was announced with these addresses.
    private func host(
        _ name: DNSName, of sender: ServiceSender, at addresses: [IPAddress], in moment: PacketMoment
    ) -> HostClaim {
        var host = HostClaim(name: name, sender: sender, moment: moment)
        for isIPv6 in [false, true] {
            _ = host.announce(
                addresses.filter { $0.isIPv6 == isIPv6 }, takingBack: [], flushes: true,
                in: MessageContext(sender: sender, moment: moment))
        }
        return host
    }

    @Test func aHostsAddressesAreOnePeer() throws {
        let name = try Fixture.name("anna.local.")
        let own = host(name, of: Fixture.first, at: [four, six], in: moment(1))
        let foreign = host(name, of: Fixture.second, at: [other], in: moment(2))
        let peers = peers {
            $0.add(own)
            $0.add(foreign)
        }
        #expect(peers.map(\.addresses) == [["10.0.0.1", "fe80::1"], ["10.0.0.2"]])
        #expect(peers.map(\.hostnames) == [["anna.local."], ["anna.local."]])
        #expect(peers[0].label == "anna")
        #expect(peers[0].linkAddresses == ["02:00:00:00:00:01"])
    }

    @Test func aNameThatIsOnlyProbedForIsNobodys() throws {
        var host = HostClaim(name: try Fixture.name("anna.local."), sender: Fixture.first, moment: moment(1))
        let record = ResourceRecord(name: host.name, type: .a, ttl: 120, data: .address(four))
        host.probe([record], in: MessageContext(sender: Fixture.first, moment: moment(1)))
        #expect(peers { $0.add(host) }.isEmpty)
    }

    @Test func whoAnnouncesOnlyOthersAddressesLendsThemNoLinkAddress() throws {
        let host = host(try Fixture.name("anna.local."), of: Fixture.second, at: [four], in: moment(1))
        let peers = peers { $0.add(host) }
        #expect(peers.count == 1)
        #expect(peers[0].linkAddresses.isEmpty)
    }

    /// Peers after `anna.local.` announced a service from one address, and from another one with that port.
    private func peersOfInterfaces(secondPort: UInt16, reflected: Bool = false) throws -> [Peer] {
        var tracker = ServiceTracker()
        let (first, second) = (Fixture.first, Fixture.second)
        try tracker.take(Fixture.announcement(), from: first, frame: 1, milliseconds: 0)
        let other = try Fixture.announcement(port: secondPort, address: reflected ? first.address : second.address)
        try tracker.take(other, from: second, frame: 2, milliseconds: 10)
        tracker.joinHolders(HolderEvidence(conversations: HolderEvidence.Conversations()))
        return peers {
            $0.see(second.address, at: moment(2))
            for host in tracker.hosts { $0.add(host) }
            for service in tracker.services { $0.joinInterfaces(of: service, hosts: tracker.hosts(of: service)) }
        }
    }

    @Test func interfacesThatAnnounceTheSameServiceOfTheSameHostAreOnePeer() throws {
        let peers = try peersOfInterfaces(secondPort: 7000)
        #expect(peers.map(\.addresses) == [["10.0.0.1", "10.0.0.2"]])
        #expect(peers[0].evidence.map(\.kind) == [.hostAddress, .serviceLocation])
    }

    @Test func twoHostsOfOneNameWithServicesOnDifferentPortsStayTwo() throws {
        #expect(try peersOfInterfaces(secondPort: 8000).map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(
            try peersOfInterfaces(secondPort: 7000, reflected: true).map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
    }

    @Test func addressesWithOnePeerIDInTXTRecordsAreOnePeer() throws {
        var tracker = ServiceTracker()
        let (first, second) = (Fixture.first, Fixture.second)
        try tracker.take(Fixture.announcement(peerID: "P-1"), from: first, frame: 1, milliseconds: 0)
        let other = try Fixture.announcement(port: 8000, host: "b.local.", address: second.address, peerID: "P-1")
        try tracker.take(other, from: second, frame: 2, milliseconds: 100)
        let peers = peers {
            for service in tracker.services { $0.add(service, addresses: tracker.addresses(of: service)) }
        }
        #expect(peers.count == 1)
        #expect(peers[0].peerIDs == ["P-1"])
        #expect(peers[0].addresses == ["10.0.0.1", "10.0.0.2"])
        #expect(peers[0].evidence.map(\.kind) == [.textPeerID])
    }

    @Test func aPeerIsFoundByAnyOfItsAddressesAndListsItsServices() throws {
        let link = try #require(Fixture.first.linkAddress)
        var directory = PeerDirectory()
        directory.see(other, at: moment(1))
        directory.join(user(link, [(four, moment(2)), (six, moment(3))]))
        directory.finish(axis)
        #expect(directory.peer(at: four) == "p2" && directory.peer(at: six) == "p2")
        #expect(directory.peer(at: other) == "p1")
        #expect(directory.peer(at: IPAddress(ipv4: 99)) == nil)
        directory.add(service: "s1", to: 1)
        #expect(directory.peers.map(\.serviceIDs) == [[], ["s1"]])
    }

    @Test func anyNumberOfHostNamesOfOneDeviceAreOnePeer() throws {
        let names = try (0..<30_000).map { try Fixture.name("a-host-name-of-some-length-\($0).local.") }
        let peers = peers {
            for name in names {
                let host = host(name, of: Fixture.first, at: [four], in: moment(1))
                $0.add(host)
                $0.add(host)
            }
        }
        #expect(peers.count == 1)
        #expect(peers[0].hostnames.count == names.count)
    }

    @Test func evidenceThatJoinsFromTheLastAddressToTheFirstMakesNoLongPaths() throws {
        let addresses = (0..<60_000 as Range<UInt32>).map { IPAddress(ipv4: 0x0B00_0000 + $0) }
        let names = try addresses.indices.map { try Fixture.name("h\($0).local.") }
        let peers = peers {
            for (number, address) in addresses.enumerated() { $0.see(address, at: moment(number + 1)) }
            for number in addresses.indices.dropLast().reversed() {
                let pair = [addresses[number], addresses[number + 1]]
                $0.add(host(names[number], of: Fixture.second, at: pair, in: moment(100_000)))
            }
        }
        #expect(peers.count == 1)
        #expect(peers[0].addresses.count == addresses.count)
    }
}
