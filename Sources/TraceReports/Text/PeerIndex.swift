import TraceModel

/// The peers of a report by their ids. Ids count the peers, so that nothing need be kept beside them: there may be a million.
struct PeerIndex: Sendable {
    private let peers: [Peer]
    /// An index for a foreign report with other ids; nil otherwise.
    private let indices: [String: Int]?

    init(_ peers: [Peer]) {
        self.peers = peers
        let areNumbered = peers.indices.allSatisfy { Self.index(of: peers[$0].id) == $0 }
        indices =
            areNumbered ? nil : Dictionary(peers.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    subscript(id: String) -> Peer? {
        guard let index = indices.map({ $0[id] }) ?? Self.index(of: id), peers.indices.contains(index) else {
            return nil
        }
        return peers[index]
    }

    /// `p1` is the first.
    private static func index(of id: String) -> Int? {
        guard id.utf8.first == UInt8(ascii: "p"), let number = Int(id.dropFirst()) else { return nil }
        return number > 0 ? number - 1 : nil
    }
}
