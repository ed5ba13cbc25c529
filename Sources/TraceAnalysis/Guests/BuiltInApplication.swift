import ApplicationProtocols
import TraceModel
import WireCoding

/// An application that the analyzer brings along: its sessions are recognized by their bytes, and the report has a part of its own
/// about them.
///
/// Facts are those that its conversation returned.
protocol BuiltInApplication: ApplicationProtocol {
    /// The ends of other conversations of the application that a session announces.
    func endpoints(announcedBy facts: any Sendable) -> [AnnouncedEndpoint]
    /// Who is at the ends of a session, as far as its messages say.
    func identities(in facts: any Sendable) -> [EndIdentity]
    /// Adds to a session what the report has for this application alone.
    ///
    /// - Parameter facts: Nil for a session without messages.
    func describe(_ session: inout Session, _ facts: (any Sendable)?, _ axis: TimeAxis)
}

/// An address and port at which a peer of an application is to be reached.
struct AnnouncedEndpoint: Hashable, Sendable {
    var address: IPAddress
    var port: UInt16
}

/// An identity that an application's messages give to one end of a session.
struct EndIdentity: Sendable {
    var side: ConversationSide
    /// Nil where it only has a name.
    var peerID: String?
    /// Nil where no message has one.
    var displayName: String?
    /// The kind of evidence that the messages are for the peer ID.
    var evidence: Peer.EvidenceKind
    /// When it was said first.
    var moment: PacketMoment
}
