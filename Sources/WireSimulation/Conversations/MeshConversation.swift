import WireCoding
import WireTesting

/// Peers that find each other by multicast DNS, connect by the rules of a mesh, and talk: a capture of it, and what
/// really happened.
///
/// Each peer probes for its names, announces itself and browses. In each pair the peer with the lower peer ID connects.
/// Both identify themselves, wait four seconds, and send pings, direct messages, broadcasts and one relayed broadcast.
/// At the end the initiators close, and all send goodbyes.
///
/// ```swift
/// var capture = SyntheticCapture()
/// let truth = try MeshConversation(peers: 5, seed: 1).write(into: &capture)
/// ```
public struct MeshConversation: Hashable, Sendable {
    /// A rule that is broken on purpose.
    @nonexhaustive
    public enum Fault: String, Hashable, Sendable, CaseIterable {
        /// The peer that initiates first sends a message before its four seconds are over.
        case earlyData = "early-data"
        /// The higher of the two lowest peer IDs connects too.
        case secondConnection = "second-connection"
        /// The last frame of a connection is cut by its end.
        case cutFrame = "cut-frame"
        /// The peer of the highest ID does not listen until others have tried, so that they have to try again. The truth
        /// has these attempts in ``ConversationTruth/failedAttempts``, the other faults in
        /// ``ConversationTruth/violations``.
        case refusedConnection = "refused-connection"
    }

    /// How many peers there may be.
    public static let peerLimits = 2...32
    /// How many messages each peer may send. All of a conversation is in memory: the most peers with the most messages
    /// need about 1 GB.
    public static let messageLimits = 1...1000

    /// How many peers there are.
    public let peers: Int
    /// The number of messages that each peer sends unprompted: a broadcast counts once, answers and relayed copies do
    /// not count.
    public let messages: Int
    /// The rules that are broken, none by default.
    public let faults: Set<Fault>
    /// The network between any two peers.
    public let link: NetworkModel.Link
    /// Where the packets are captured.
    public let point: NetworkModel.CapturePoint
    /// The same seed and settings give the same packets.
    public let seed: UInt64
    /// The first moment, in nanoseconds since 1970.
    public let start: Int64

    /// - Precondition: There are as many peers and messages as ``peerLimits`` and ``messageLimits`` allow, and the host
    ///   to capture at is one of them.
    public init(
        peers: Int = 4, messages: Int = 10, faults: Set<Fault> = [],
        link: NetworkModel.Link = NetworkModel.Link(delay: 5_000_000, jitter: 1_000_000),
        at point: NetworkModel.CapturePoint = .network, seed: UInt64, start: Int64 = 1_700_000_000_000_000_000
    ) {
        precondition(Self.peerLimits.contains(peers), "a mesh has 2 to 32 peers")
        precondition(Self.messageLimits.contains(messages), "a peer sends 1 to 1,000 messages")
        if case .host(let host) = point { precondition((0..<peers).contains(host), "there is no such peer") }
        self.peers = peers
        self.messages = messages
        self.faults = faults
        self.link = link
        self.point = point
        self.seed = seed
        self.start = start
    }

    /// Writes the packets into the capture, in order of time.
    ///
    /// - Returns: The truth.
    /// - Throws: Any error from ``SyntheticCapture``.
    public func write(into capture: inout SyntheticCapture) throws(WireError) -> ConversationTruth {
        var run = try MeshRun(self)
        try run.play()
        var truth = run.truth()
        truth.frames = try run.simulation.packets.write(into: &capture)
        return truth
    }
}
