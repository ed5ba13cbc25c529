import Foundation
import Testing
import TraceModel

@Suite struct PeersCommandTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    @Test func rowsArePeers() throws {
        let lines = try BuiltTool.run("peers", capture, "--format", "ndjson").text.split(separator: "\n")
        let peers = try lines.map { try JSONDecoder().decode(Peer.self, from: Data($0.utf8)) }
        #expect(Set(peers.map(\.label)) == ["Alice", "Bruno's iPhone"])
        let csv = try BuiltTool.run("peers", capture, "--format", "csv").text.split(separator: "\r\n")
        #expect(csv.count == 3 && csv[0].hasPrefix("capture,id,label"))
    }

    @Test func textHasAllOfThem() throws {
        let text = try BuiltTool.run("peers", capture).text
        #expect(text.hasPrefix("Peers and services (2 peers, 2 services)\n") && text.contains("Alice"))
    }
}
