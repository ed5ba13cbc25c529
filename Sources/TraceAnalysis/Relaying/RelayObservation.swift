import PeerMessaging
import TraceModel
import XMPPStreams

/// A chat message of an XMPP stream as it passed the capture point, with what is needed to find its other copies.
struct RelayObservation: Equatable, Sendable {
    /// Characters of a body that are kept to be shown.
    static let maximumExcerpt = 128
    /// The maximum bytes of a stanza's number. Numbers are short; a message with a longer one is not followed.
    static let maximumIDLength = 256

    /// The report's number of the session.
    var session: Int
    /// The interface of the session: a capture of several may hold a stanza several times.
    var interface: Int
    /// From the client to the server. Clients open the connection, so this is from initiator to responder.
    var isUpstream: Bool
    /// The packet that completed the stanza.
    var moment: PacketMoment
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
    init?(
        _ stanza: RelayStanza, session: Int, interface: Int, isUpstream: Bool, client: JID?, moment: PacketMoment
    ) {
        guard stanza.type != "error", stanza.type != "groupchat", let text = stanza.body,
            let recipient = stanza.to ?? (isUpstream ? nil : client)
        else { return nil }
        let addresses = [recipient, stanza.from ?? recipient, stanza.reallyFrom ?? recipient]
        guard addresses.allSatisfy({ $0.rawValue.utf8.count <= JID.maximumLength }),
            [stanza.id, stanza.reallyFromID].allSatisfy({ ($0?.utf8.count ?? 0) <= Self.maximumIDLength })
        else { return nil }
        self.session = session
        self.interface = interface
        self.isUpstream = isUpstream
        self.client = client
        self.moment = moment
        carrier = stanza.carrier ?? (isUpstream ? client?.account : nil)
        self.recipient = recipient.account
        id = stanza.id
        relayedIdentity = stanza.isRelayed ? stanza.identity : nil
        guard relayedIdentity != nil || !(stanza.id ?? "").isEmpty else { return nil }
        body = ContentDigest(text)
        excerpt = Excerpt.cut(text, length: Self.maximumExcerpt)
        senderTime = stanza.senderTime
    }

    /// The identity that all copies of the message share; nil if the author is not known.
    var identity: RelayStanza.Identity? {
        if let relayedIdentity { return relayedIdentity }
        guard let carrier, let id else { return nil }
        return RelayStanza.Identity(author: carrier, id: id)
    }

    /// Bytes of its texts.
    var size: Int {
        recipient.rawValue.utf8.count + (client?.rawValue.utf8.count ?? 0) + (carrier?.rawValue.utf8.count ?? 0)
            + (id?.utf8.count ?? 0) + (relayedIdentity.map { $0.author.rawValue.utf8.count + $0.id.utf8.count } ?? 0)
            + excerpt.utf8.count
    }
}
