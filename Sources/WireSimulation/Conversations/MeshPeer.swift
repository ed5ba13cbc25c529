import PeerMessaging
import WireCoding
import WireTesting

/// One peer of a ``MeshRun``: who it is, and what it knows.
struct MeshPeer: Sendable {
    static let port: UInt16 = 9000

    let number: Int
    let peerID: String
    let displayName: String
    /// Its ends of connections, by the index of the other peer.
    var lines: [Int: ConnectionEnd] = [:]
    /// Peers that it knows, so that it tries to connect at most once at a time.
    var known: Set<Int> = []
    var isListening = true
    var hasRefused = false
    /// Connections on which it may talk.
    var openConnections: Set<Int> = []
    var said = 0
    var pings = 0
    /// Broadcasts that it has had: who said them first, and what.
    var heard: Set<RelayedBroadcast> = []
    /// Broadcasts that it hands on when it may talk to all, and from whom it has them.
    var held: [(sender: Int, broadcast: RelayedBroadcast)] = []

    init(number: Int, displayName: String, random: inout SeededGenerator) {
        self.number = number
        self.displayName = displayName
        // A random UUID (RFC 9562 §5.4).
        var bytes = random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Hex.encode(bytes).uppercased())
        peerID = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }

    func mayTalkToAll(of peers: Int) -> Bool { openConnections.count == peers - 1 }
}
