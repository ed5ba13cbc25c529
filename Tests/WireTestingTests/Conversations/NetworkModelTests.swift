import Testing
import WireSimulation
import WireTesting

@Suite struct NetworkModelTests {
    private let near = SyntheticHost(number: 1)
    private let far = SyntheticHost(number: 2)

    private func transits(_ link: NetworkModel.Link, count: Int = 2000) -> [NetworkModel.Transit] {
        var network = NetworkModel(link: link, seed: 1)
        return (0..<count).map { network.carry(from: near, to: far, at: Int64($0) * 1_000_000) }
    }

    @Test func delaysAreWithinTheJitterAndOrderIsKept() {
        let transits = transits(.init(delay: 10_000_000, jitter: 3_000_000))
        let delays = transits.map { $0.arrivals[0] - $0.sent }
        // Who would arrive before the one ahead arrives just behind it: up to 6 ms late.
        #expect(delays.allSatisfy { (7_000_000...13_100_000).contains($0) })
        #expect(Set(delays).count > 1000)
        let arrivals = transits.flatMap(\.arrivals)
        #expect(arrivals == arrivals.sorted())
        #expect(transits.allSatisfy { $0.sent < $0.passed && $0.passed < $0.arrivals[0] })
    }

    @Test func ratesAreKeptOnAverage() {
        let transits = transits(
            .init(delay: 1_000_000, lossRate: 0.1, duplicationRate: 0.2, reorderingRate: 0.05, holdBack: 50_000_000))
        #expect((160...240).contains(transits.count(where: \.isLost)))
        #expect((300...420).contains(transits.count { $0.arrivals.count == 2 }))
        #expect((60...120).contains(transits.count { ($0.arrivals.first ?? 0) - $0.sent > 40_000_000 }))
    }

    @Test func eachLinkMayBeAnother() {
        var network = NetworkModel(link: .init(delay: 1_000_000), seed: 1)
        network[near, far].lossRate = 1
        #expect(network.carry(from: near, to: far, at: 0).isLost)
        #expect(network.carry(from: far, to: near, at: 0).arrivals == [1_000_000])
        #expect(network[far, near].lossRate == 0)
    }
}
