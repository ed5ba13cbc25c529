/// Peers of which each is connected to all others, by one connection each.
public struct FullMesh: Hashable, Sendable {
    /// The default number of pairs that ``missingPairs(connected:maximumCount:)`` lists. The number of pairs grows with
    /// the square of the number of peers.
    public static let defaultMaximumPairs = 1024

    /// The peer IDs in ascending order, each once.
    public let peers: [String]

    /// The mesh of these peers, by their IDs; an ID that is there twice counts once.
    public init(peers: some Sequence<String>) { self.peers = Set(peers).sorted() }

    /// The connections of N peers: N·(N−1)/2.
    public var connectionCount: Int {
        // More peers than have room in memory would be needed for an overflow.
        peers.count * max(peers.count - 1, 0) / 2
    }

    /// The pairs of these peers that have no connection, in ascending order.
    ///
    /// - Parameters:
    ///   - connected: The pairs that have one. Others than of these peers do not matter.
    ///   - maximumCount: How many are listed.
    public func missingPairs(connected: Set<PeerPair>, maximumCount: Int = defaultMaximumPairs) -> [PeerPair] {
        var missing: [PeerPair] = []
        for (index, first) in peers.enumerated() {
            for second in peers[(index + 1)...] {
                guard missing.count < maximumCount else { return missing }
                guard let pair = PeerPair(first, second), !connected.contains(pair) else { continue }
                missing.append(pair)
            }
        }
        return missing
    }
}
