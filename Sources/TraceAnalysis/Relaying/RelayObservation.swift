import PeerMessaging
import TraceModel
import WireCoding
import XMPPStreams

/// Where and when a message passed the capture point.
struct RelaySighting: Equatable, Sendable {
    /// The report's number of the session.
    var session: Int
    /// The interface of the session: a capture of several may hold a message several times.
    var interface: Int
    var fromInitiator: Bool
    /// The packet that completed the message.
    var moment: PacketMoment
}

/// A message as it passed the capture point, of which there may be further copies.
protocol RelayCopy: Equatable, Sendable {
    var sighting: RelaySighting { get set }
    /// Bytes of its texts.
    var size: Int { get }
}

extension RelayCopy {
    var session: Int { sighting.session }
    var interface: Int { sighting.interface }
    var moment: PacketMoment { sighting.moment }
}

/// A chat message of an XMPP stream as it passed the capture point, with what is needed to find its other copies.
struct RelayObservation: RelayCopy {
    /// Characters of a body that are kept to be shown.
    static let maximumExcerpt = 128
    /// The maximum bytes of a stanza's number. Numbers are short; a message with a longer one is not followed.
    static let maximumIDLength = 256

    var sighting: RelaySighting
    /// The full address of the client that the stream belongs to, from its resource binding.
    var client: JID?
    /// The account that sent the stanza: its `from`, upstream the client's. Nil where neither is known.
    var carrier: JID?
    /// The account that it is for.
    var recipient: JID
    /// The carrier's own number for the stanza.
    var id: String?
    /// The author and its number, where the stanza names them: another carries it.
    var relayedIdentity: RelayStanza.Identity?
    var body: ContentDigest
    var excerpt: String
    /// Seconds since 1970, by the sender's clock.
    var senderTime: Double?

    /// - Parameters:
    ///   - stanza: What was said.
    ///   - client: The stream's bound address, if it is known (``XMPPStreamFacts/boundJID`` of the server's side).
    /// - Returns: Nil for anything but a message from one account to another: errors quote the message that failed,
    ///   group chats number by nickname, and chat states have no text.
    init?(_ stanza: RelayStanza, at sighting: RelaySighting, client: JID?) {
        let isUpstream = sighting.fromInitiator
        guard stanza.type != "error", stanza.type != "groupchat", let text = stanza.body,
            let recipient = stanza.to ?? (isUpstream ? nil : client)
        else { return nil }
        let addresses = [recipient, stanza.from ?? recipient, stanza.reallyFrom ?? recipient]
        guard addresses.allSatisfy({ $0.rawValue.utf8.count <= JID.maximumLength }),
            [stanza.id, stanza.reallyFromID].allSatisfy({ ($0?.utf8.count ?? 0) <= Self.maximumIDLength })
        else { return nil }
        self.sighting = sighting
        self.client = client
        carrier = stanza.carrier ?? (isUpstream ? client?.account : nil)
        self.recipient = recipient.account
        id = stanza.id
        relayedIdentity = stanza.isRelayed ? stanza.identity : nil
        guard relayedIdentity != nil || !(stanza.id ?? "").isEmpty else { return nil }
        body = ContentDigest(text)
        excerpt = Excerpt.cut(text, length: Self.maximumExcerpt)
        senderTime = stanza.senderTime
    }

    /// From the client to the server. Clients open the connection, so this is from initiator to responder.
    var isUpstream: Bool { sighting.fromInitiator }

    /// The identity that all copies of the message share; nil if the author is not known.
    var identity: RelayStanza.Identity? {
        if let relayedIdentity { return relayedIdentity }
        guard let carrier, let id else { return nil }
        return RelayStanza.Identity(author: carrier, id: id)
    }

    var size: Int {
        recipient.rawValue.utf8.count + (client?.rawValue.utf8.count ?? 0) + (carrier?.rawValue.utf8.count ?? 0)
            + (id?.utf8.count ?? 0) + (relayedIdentity.map { $0.author.rawValue.utf8.count + $0.id.utf8.count } ?? 0)
            + excerpt.utf8.count
    }
}

/// A relayed broadcast of a mesh as it passed the capture point.
struct MeshRelayObservation: RelayCopy {
    /// The number of peers in a message's `seenBy` that are kept. With more, no peer is reported for what is not kept.
    static let maximumSeenBy = 64
    /// The maximum bytes of a peer ID; that of the mesh is a UUID. A message with a longer one is not followed.
    static let maximumIDLength = 256

    var sighting: RelaySighting
    /// The sender of this copy.
    var senderID: String
    var originalSender: String
    var payload: ContentDigest
    /// As the copy says, its sender's own entry included.
    var seenBy: Set<String>
    /// The peer at the other end, by its identification; nil where it has not identified itself.
    var receiver: String?

    /// - Returns: Nil for anything but a relayed broadcast.
    init?(_ message: MeshMessage, at sighting: RelaySighting, receiver: String?) {
        guard case .relayedBroadcast(let payload, let originalSender, let seenBy) = message.type else { return nil }
        let names = [message.senderID, originalSender, receiver ?? ""]
        guard names.allSatisfy({ $0.utf8.count <= Self.maximumIDLength }) else { return nil }
        self.sighting = sighting
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

    var size: Int {
        senderID.utf8.count + originalSender.utf8.count + (receiver?.utf8.count ?? 0)
            + seenBy.reduce(0) { $0 + $1.utf8.count + 16 }
    }
}

/// A record of a text by which another one can be recognized as the same.
///
/// The hash is that of Swift's collections, with a seed drawn at random in each run: no one can construct two texts
/// with the same hash. It is only compared, and never gets into a report.
struct ContentDigest: Hashable, Sendable {
    let length: Int
    private let hash: Int

    init(_ bytes: Span<UInt8>) {
        length = bytes.count
        var hasher = Hasher()
        // The pointer is used within the closure, while the span that it came from is alive.
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hash = hasher.finalize()
    }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }
}
