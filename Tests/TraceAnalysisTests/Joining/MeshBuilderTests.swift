import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct MeshBuilderTests {
    private func session(_ id: Int, _ initiator: Int, _ responder: Int, service: String? = nil) -> Session {
        Session(
            id: id, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(peer: "p\(initiator)", address: "10.0.0.1", port: 50_000),
            responder: .init(peer: "p\(responder)", address: "10.0.0.2", port: 7000), service: service, interface: 0,
            firstFrame: 3, start: 1, end: 11, duration: 10)
    }

    private func meshes(_ sessions: [Session], peers: Int) -> [Mesh] {
        MeshBuilder(
            sessions, peerIndices: Dictionary(uniqueKeysWithValues: (1...peers).map { ("p\($0)", $0 - 1) }),
            services: []
        ).meshes()
    }

    @Test func peersThatNoConnectionJoinsAreOfTwoMeshes() {
        let meshes = meshes(
            [session(1, 1, 3), session(2, 2, 4), session(3, 3, 5), session(4, 4, 2), session(5, 5, 1)], peers: 6)
        #expect(meshes.map(\.peers) == [["p1", "p3", "p5"], ["p2", "p4"]])
        #expect(meshes.map(\.connectedPairs) == [3, 1])
        #expect(meshes.map(\.expectedPairs) == [3, 1])
        #expect(meshes.map(\.missingPairs) == [[], []])
    }

    @Test func aMeshIsFullyConnectedIfAllItsPairsAreOrUnknown() {
        // A chain of four: nobody is in all connections, so the missing ones would have been seen.
        let chain = meshes([session(1, 1, 2), session(2, 2, 3), session(3, 3, 4)], peers: 4)
        #expect(chain.map(\.isComplete) == [true] && chain.map(\.isFullyConnected) == [false])
        // A star is what the capture of its middle shows of any mesh.
        let star = meshes([session(1, 1, 2), session(2, 1, 3)], peers: 3)
        #expect(star.map(\.isComplete) == [false] && star.map(\.isFullyConnected) == [nil])
        let full = meshes([session(1, 1, 2), session(2, 2, 3), session(3, 3, 1)], peers: 3)
        #expect(full.map(\.isFullyConnected) == [true])
    }

    /// Looking through all sessions for each mesh would take this test minutes.
    @Test func aCaptureOfNothingButPairsHasAsManyMeshesAsSessions() {
        let count = 50_000
        let meshes = meshes((1...count).map { session($0, 2 * $0 - 1, 2 * $0) }, peers: 2 * count)
        #expect(meshes.count == count)
        #expect(meshes.allSatisfy { $0.connectedPairs == 1 && $0.expectedPairs == 1 })
        #expect(meshes.last?.peers == ["p\(2 * count - 1)", "p\(2 * count)"])
    }
}
