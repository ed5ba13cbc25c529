import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Hosts that hear each other over a link that delays and loses messages.
private struct SimulatedLink {
    var hosts: [ClaimingHost]
    var generator: SeededGenerator
    let delay: ClosedRange<Int>
    /// Of a hundred messages so many are lost, for each receiver by itself.
    let loss: Int
    private var inFlight: [Flight] = []

    private struct Flight {
        let arrival: Int64
        let message: DNSMessage
        let sender: IPAddress
        let receiver: Int
        let delivery: NameClaim.Delivery
    }

    init(_ hosts: [ClaimingHost], seed: UInt64, delay: ClosedRange<Int>, loss: Int) {
        self.hosts = hosts
        generator = SeededGenerator(seed: seed)
        self.delay = delay
        self.loss = loss
    }

    /// Lets all happen until a time.
    ///
    /// - Parameter onEvent: Called after each step.
    mutating func run(until end: Int64, onEvent: (SimulatedLink) -> Void = { _ in }) {
        var handled = hosts.map(\.log.count)
        for index in hosts.indices { collect(from: index, since: 0) }
        handled = hosts.map(\.log.count)
        while true {
            let arrival = inFlight.indices.min { inFlight[$0].arrival < inFlight[$1].arrival }
            let wakeUp = hosts.compactMap(\.wakeUp).min() ?? .max
            let next = min(arrival.map { inFlight[$0].arrival } ?? .max, wakeUp)
            guard next <= end else { return }
            if let arrival, inFlight[arrival].arrival == next {
                let flight = inFlight.remove(at: arrival)
                hosts[flight.receiver].receive(flight.message, from: flight.sender, by: flight.delivery, at: next)
            } else {
                for index in hosts.indices { hosts[index].advance(to: next) }
            }
            for index in hosts.indices {
                collect(from: index, since: handled[index])
                handled[index] = hosts[index].log.count
            }
            onEvent(self)
        }
    }

    private mutating func collect(from index: Int, since count: Int) {
        for entry in hosts[index].log[count...] {
            guard case .send(let message, _, let destination) = entry.action else { continue }
            for receiver in hosts.indices where receiver != index {
                if case .unicast(let address) = destination, hosts[receiver].address != address { continue }
                if generator.chance(loss, in: 100) { continue }
                let delay = Int64(generator.number(in: delay)) * 100_000
                inFlight.append(
                    Flight(
                        arrival: entry.time + delay, message: message, sender: hosts[index].address,
                        receiver: receiver, delivery: destination == .multicast ? .multicast : .unicast))
            }
        }
    }

    var holders: [String] { hosts.filter(\.claim.holdsName).map { $0.label.lowercased() } }
}

@Suite struct NameClaimLinkTests {
    private static let profiles: [ProbingProfile] = [.rfc6762, .apple, .avahi]

    private func hosts(
        _ count: Int, seed: UInt64, _ profile: (inout SeededGenerator) -> ProbingProfile, within milliseconds: Int
    ) throws -> [ClaimingHost] {
        var generator = SeededGenerator(seed: seed)
        return try (1...count).map { number in
            var host = try ClaimingHost.service(
                number.isMultiple(of: 2) ? "iPad" : "IPAD", port: UInt16(generator.number(in: 1...65_535)),
                profile: profile(&generator), seed: seed &* 31 &+ UInt64(number), number: UInt8(number))
            host.start(at: Int64(generator.number(in: 0...milliseconds)) * millisecond)
            return host
        }
    }

    private func expectDistinctNames(_ link: SimulatedLink, seed: UInt64) {
        #expect(link.holders.count == link.hosts.count, "seed \(seed): \(link.hosts.map(\.claim.state))")
        #expect(Set(link.holders).count == link.hosts.count, "seed \(seed): \(link.holders)")
    }

    @Test(arguments: 0..<300) func twoHostsOfOneKindEndWithTwoNames(seed: Int) throws {
        let seed = UInt64(seed)
        let profile = Self.profiles[Int(seed % 3)]
        var link = SimulatedLink(
            try hosts(2, seed: seed, { _ in profile }, within: 2000), seed: seed, delay: 1...50, loss: 0)
        link.run(until: 60 * second)
        expectDistinctNames(link, seed: seed)
    }

    /// Where nothing is lost and the RFC is kept to, no two hosts hold one name for a moment.
    @Test(arguments: 0..<300) func nameIsNeverHeldTwice(seed: Int) throws {
        let seed = UInt64(seed)
        let all = try hosts(3, seed: seed, { _ in .rfc6762 }, within: 2000)
        var link = SimulatedLink(all, seed: seed, delay: 1...50, loss: 0)
        link.run(until: 60 * second) { link in
            #expect(Set(link.holders).count == link.holders.count, "seed \(seed)")
        }
        expectDistinctNames(link, seed: seed)
    }

    @Test(arguments: 0..<300) func hostsOfAllKindsEndWithTheirOwnNames(seed: Int) throws {
        let seed = UInt64(seed)
        var link = SimulatedLink(
            try hosts(4, seed: seed, { $0.pick(Self.profiles) }, within: 3000), seed: seed, delay: 1...50, loss: 0)
        link.run(until: 120 * second)
        expectDistinctNames(link, seed: seed)
    }

    @Test(arguments: 0..<300) func lostMessagesAreSurvived(seed: Int) throws {
        let seed = UInt64(seed)
        let profile = Self.profiles[Int(seed % 3)]
        var link = SimulatedLink(
            try hosts(2, seed: seed, { _ in profile }, within: 2000), seed: seed, delay: 1...200, loss: 10)
        link.run(until: 120 * second)
        expectDistinctNames(link, seed: seed)
    }

    /// A host that the others could not hear shows up later, announces, and all come to terms.
    @Test(arguments: 0..<100) func hostsThatMeetLateComeToTerms(seed: Int) throws {
        let seed = UInt64(seed)
        let profile = Self.profiles[Int(seed % 3)]
        var link = SimulatedLink(
            try hosts(2, seed: seed, { _ in profile }, within: 500), seed: seed, delay: 1...50, loss: 100)
        link.run(until: 30 * second)
        #expect(link.holders == ["ipad", "ipad"])
        var joined = SimulatedLink(link.hosts, seed: seed, delay: 1...50, loss: 0)
        joined.hosts.indices.forEach { joined.hosts[$0].log = [] }
        joined.hosts[0].receive(
            joined.hosts[1].claim.records.announcement, from: joined.hosts[1].address, at: 30 * second)
        joined.run(until: 90 * second)
        expectDistinctNames(joined, seed: seed)
    }

    /// python-zeroconf breaks no ties: two that go through probing together both take the name, as nobody else would.
    @Test func zeroconfHostsThatStartTogetherShareTheName() throws {
        var profile = ProbingProfile.zeroconf
        profile.firstProbeDelay = .milliseconds(100) ... .milliseconds(100)
        var link = SimulatedLink(
            try hosts(2, seed: 1, { _ in profile }, within: 0), seed: 1, delay: 1...50, loss: 0)
        link.run(until: 60 * second)
        #expect(link.holders == ["ipad", "ipad"])
    }
}
