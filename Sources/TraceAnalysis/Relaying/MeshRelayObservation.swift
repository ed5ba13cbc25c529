import PeerMessaging
import TraceModel
import WireCoding

/// A relayed broadcast of a mesh as it passed the capture point.
struct MeshRelayObservation: Equatable, Sendable {
    /// The number of peers in a message's `seenBy` that are kept. With more, no peer is reported for what is not kept.
    static let maximumSeenBy = 64
    /// The maximum bytes of a peer ID; that of the mesh is a UUID. A message with a longer one is not followed.
    static let maximumIDLength = 256

    /// The report's number of the session.
    var session: Int
    /// The interface of the session: a capture of several may hold a message several times.
    var interface: Int
    var fromInitiator: Bool
    /// The packet that completed the message.
    var moment: PacketMoment
    /// The sender of this copy.
    var senderID: String
    var originalSender: String
    var payload: ContentDigest
    /// As the copy says, its sender's own entry included.
    var seenBy: Set<String>
    /// The peer at the other end, by its identification; nil where it has not identified itself.
    var receiver: String?

    /// - Returns: Nil for anything but a relayed broadcast.
    init?(
        _ message: MeshMessage, session: Int, interface: Int, fromInitiator: Bool, receiver: String?,
        moment: PacketMoment
    ) {
        guard case .relayedBroadcast(let payload, let originalSender, let seenBy) = message.type else { return nil }
        let names = [message.senderID, originalSender, receiver ?? ""]
        guard names.allSatisfy({ $0.utf8.count <= Self.maximumIDLength }) else { return nil }
        self.session = session
        self.interface = interface
        self.fromInitiator = fromInitiator
        self.moment = moment
        self.receiver = receiver
        self.originalSender = originalSender
        senderID = message.senderID
        self.payload = ContentDigest(payload.span)
        self.seenBy = Set(seenBy.lazy.filter { $0.utf8.count <= Self.maximumIDLength }.prefix(Self.maximumSeenBy))
    }

    /// The fields that the rules of the mesh check: all but the payload, of which only ``payload`` is kept.
    var broadcast: RelayedBroadcast {
        RelayedBroadcast(payload: [], originalSender: originalSender, seenBy: Array(seenBy))
    }

    /// Whether all of its list is kept.
    var hasWholeList: Bool { seenBy.count < Self.maximumSeenBy }

    /// Bytes of its texts.
    var size: Int {
        senderID.utf8.count + originalSender.utf8.count + (receiver?.utf8.count ?? 0)
            + seenBy.reduce(0) { $0 + $1.utf8.count + 16 }
    }
}
