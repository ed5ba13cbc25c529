import Testing
import TraceModel

@testable import TracePages

@Suite struct PeerPairsTests {
    private func attempt(_ id: Int, to peer: String?, _ address: String, _ ending: Session.Ending) -> Session {
        var session = TraceSamples.session(id, to: peer)
        session.responder = .init(peer: peer, address: address, port: 9800)
        session.ending = ending
        if ending == .fin { session.established = 1.1 }
        return session
    }

    private func figure(_ report: TraceReport) throws -> String {
        var html = HTMLText()
        try #require(PeerGraph(PageContext(PageCapture(report), number: nil))).write(to: &html)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test func anAddressThatNeverAnsweredIsThere() {
        let sessions = [
            attempt(1, to: "p2", "fe80::2", .refused), attempt(2, to: nil, "10.77.9.13", .unanswered),
            attempt(3, to: "p2", "fe80::2", .fin), attempt(4, to: nil, "10.77.9.13", .unanswered),
        ]
        let pairs = PeerPairs(TraceSamples.report(sessions: sessions))
        #expect(pairs.nodes.map(\.isTried) == [false, false, true] && pairs.nodes[2].name == "10.77.9.13")
        // What connected at last has not failed.
        #expect(pairs.pairs.map(\.state) == [.retried, .failed])
        #expect(pairs.pairs.map(\.failures) == [1, 2] && pairs.pairs.map(\.sessions) == [1, 0])
    }

    @Test func whoIsToOpenAMissingConnectionIsKnown() throws {
        var peers = [Peer(id: "p1", label: "Ana"), Peer(id: "p2", label: "Bo")]
        peers[0].peerIDs = ["b"]
        peers[1].peerIDs = ["a"]
        var report = TraceSamples.report(peers: peers, sessions: [TraceSamples.session(from: nil)])
        report.meshes = [
            Mesh(
                id: "m1", peers: ["p1", "p2"], connectedPairs: 0, expectedPairs: 1, missingPairs: [["p1", "p2"]],
                isComplete: true)
        ]
        #expect(PeerPairs(report).pairs.map(\.opener) == [1])
        let figure = try figure(report)
        #expect(figure.contains("<circle class=\"box s2\"") && figure.contains("stroke-width=\"2\""))
    }

    @Test(arguments: [3, 12, 13, 60]) func namesAreInAListAndManyPeersAreAMatrix(count: Int) throws {
        let peers = (1...count).map { Peer(id: "p\($0)", label: "Peer \($0)") }
        let figure = try figure(TraceSamples.report(peers: peers, sessions: [TraceSamples.session()]))
        let svg = try #require(figure.split(separator: "</svg><ul").first)
        #expect(!svg.contains("Peer 3") && figure.contains("<li>3 Peer 3</li>"))
        #expect(svg.contains("<circle") == (count <= PeerGraph.circleLimit))
    }
}
