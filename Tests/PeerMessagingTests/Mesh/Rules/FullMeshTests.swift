import PeerMessaging
import Testing
import WireSimulation
import WireTesting

@Suite struct FullMeshTests {
    @Test func eachPairHasOneConnection() {
        for count in 0...9 {
            let mesh = FullMesh(peers: (0..<count).map { "peer \($0)" })
            #expect(mesh.connectionCount == count * (count - 1) / 2)
            #expect(mesh.missingPairs(connected: []).count == mesh.connectionCount)
        }
    }

    @Test func connectedAndMissingPairsAreAll() {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let mesh = FullMesh(peers: (0..<generator.number(in: 0...8)).map { "\($0)" } + ["0"])
            let connected = Set(mesh.missingPairs(connected: []).filter { _ in generator.chance(1, in: 2) })
            let strangers = PeerPair("0", "stranger").map { [$0] } ?? []
            let missing = mesh.missingPairs(connected: connected.union(strangers))
            #expect(missing == missing.sorted() && connected.isDisjoint(with: missing))
            #expect(missing.count + connected.count == mesh.connectionCount)
        }
    }

    @Test func listsNoMoreThanAsked() {
        let mesh = FullMesh(peers: (0..<200).map { "\($0)" })
        #expect(mesh.missingPairs(connected: []).count == FullMesh.defaultMaximumPairs)
        #expect(mesh.missingPairs(connected: [], maximumCount: 0).isEmpty)
        #expect(mesh.connectionCount == 19_900)
    }
}
