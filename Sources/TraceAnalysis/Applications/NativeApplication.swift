import TraceModel
import WireCoding

/// An application that the analyzer brings along and reads inside each connection, without a host between: what it reads, and
/// what the report says of it.
///
/// Nothing here is dispatched when it runs. ``NativeApplications`` names all of them, and nothing outside of an application's
/// folder names its types.
protocol NativeApplication {
    /// Reads each direction of a TCP stream.
    associatedtype Stream: StreamReader = NoStream
    /// Reads the datagrams of a UDP conversation.
    associatedtype Datagrams: DatagramReader = NoDatagrams

    /// Findings about its sessions, in the order of those about one moment.
    static var rules: [any FindingRule.Type] { get }

    /// Why a session is of the application; nil if it is not.
    static func evidence(of connection: Connection) -> ApplicationEvidence?
    /// Whether sessions of that name are of the application.
    static func isNamed(_ application: Session.Application) -> Bool

    // MARK: - Of sessions that are its own

    /// The first byte of the first message that only follows what the protocol begins with.
    static func firstMessage(of connection: Connection) -> PacketMoment?
    /// When the initiator's identification was whole.
    static func identified(in connection: Connection) -> PacketMoment?
    /// Who is at the ends of a session, as far as its messages say.
    static func identities(in connection: Connection) -> [EndIdentity]
    /// Who wrote messages that do not say so, by the end that sent them.
    static func sender(ofInitiator isInitiator: Bool, in connection: Connection) -> String?
    /// Adds what an end's messages show.
    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd)
    /// Decides which of the messages that a reader took down are messages, where that is known only at the end; nil where it
    /// always is.
    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)?
    /// Where the capture was made, as far as messages show it.
    static func capturePoint(of connection: Connection) -> Session.CapturePoint?

    // MARK: - Of all sessions

    /// By which key logs name what was sealed: the randoms of its clients' hellos, sealed ones too, and those of keys that opened it
    /// without any.
    static func clientRandoms(of connection: Connection) -> [[UInt8]]
    /// What the handshake of a sealed connection shows; nil if the application has none.
    static func handshake(of connection: Connection) -> HandshakeStory?
    /// Adds what the report has for this application alone.
    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis)
    /// What encryption hides.
    static func sealedMetrics(of connection: Connection, _ session: Session) -> Session.MetricLimit?
    /// What cannot be said of the messages that were read.
    static func doubts(about connection: Connection) -> [Session.MetricLimit]
}

extension NativeApplication {
    static var rules: [any FindingRule.Type] { [] }
    static func evidence(of connection: Connection) -> ApplicationEvidence? { nil }
    static func isNamed(_ application: Session.Application) -> Bool { false }
    static func firstMessage(of connection: Connection) -> PacketMoment? { nil }
    static func identified(in connection: Connection) -> PacketMoment? { nil }
    static func identities(in connection: Connection) -> [EndIdentity] { [] }
    static func sender(ofInitiator isInitiator: Bool, in connection: Connection) -> String? { nil }
    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {}
    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)? {
        nil
    }
    static func capturePoint(of connection: Connection) -> Session.CapturePoint? { nil }
    static func clientRandoms(of connection: Connection) -> [[UInt8]] { [] }
    static func handshake(of connection: Connection) -> HandshakeStory? { nil }
    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis) {}
    static func sealedMetrics(of connection: Connection, _ session: Session) -> Session.MetricLimit? { nil }
    static func doubts(about connection: Connection) -> [Session.MetricLimit] { [] }
}
