import Testing
import TraceModel

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct PeerIndexTests {
    @Test func findsPeersByTheirNumbers() {
        let index = PeerIndex((1...3).map { Peer(id: "p\($0)", label: "\($0)") })
        #expect(index["p1"]?.label == "1" && index["p3"]?.label == "3")
        for id in ["p0", "p4", "p", "3", "", "p-1", "p99999999999999999999"] { #expect(index[id] == nil, "\(id)") }
    }

    @Test func findsPeersOfOtherNames() {
        let index = PeerIndex([Peer(id: "b", label: "B"), Peer(id: "p1", label: "P"), Peer(id: "b", label: "again")])
        #expect(index["b"]?.label == "B" && index["p1"]?.label == "P" && index["p2"] == nil)
    }
}
