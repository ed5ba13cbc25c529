/// Peers that are connected with each other by mesh sessions, directly or through others, and which connections there are.
///
/// In a full mesh each pair has one connection: n·(n − 1)/2 for n peers.
public struct Mesh: Codable, Hashable, Sendable {
    /// `m1`, `m2`, …
    public var id: String
    /// Ids of the peers, in the report's order.
    public var peers: [String]
    /// The service type that they announce, nil where it was not seen.
    public var serviceType: String?
    /// Pairs with at least one established session.
    public var connectedPairs: Int
    /// Pairs of a full mesh.
    public var expectedPairs: Int
    /// Pairs without an established session in the capture, two peer ids each; at most ``maximumMissingPairs``.
    public var missingPairs: [[String]]
    /// Whether all pairs could have been seen: a capture at one end sees only the connections of that end. It does not say that all
    /// are connected; ``isFullyConnected`` does.
    public var isComplete: Bool
    /// Whether every pair is connected; nil where some pairs are not in a capture that could not have seen them.
    public var isFullyConnected: Bool?

    /// Made of what each one has; the rest can be set.
    public init(
        id: String, peers: [String], serviceType: String? = nil, connectedPairs: Int, expectedPairs: Int,
        missingPairs: [[String]], isComplete: Bool
    ) {
        (self.id, self.peers, self.serviceType, self.connectedPairs) = (id, peers, serviceType, connectedPairs)
        (self.expectedPairs, self.missingPairs, self.isComplete) = (expectedPairs, missingPairs, isComplete)
        isFullyConnected = connectedPairs >= expectedPairs ? true : isComplete ? false : nil
    }

    /// More than these are not listed.
    public static let maximumMissingPairs = 1024
}
