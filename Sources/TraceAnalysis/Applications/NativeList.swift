import TraceModel
import WireCoding

/// The applications that the analyzer reads inside each connection. What is asked of the list is asked of each, or of the one
/// that a session is of.
protocol NativeApplicationList {
    associatedtype Streams: StreamReaderList
    associatedtype Datagrams: DatagramReaderList

    static var rules: [any FindingRule.Type] { get }
    /// Of several that are possible the first that is certain, else the first.
    static func evidence(of connection: Connection) -> ApplicationEvidence?
    static func firstMessage(of connection: Connection, as application: Session.Application) -> PacketMoment?
    static func identified(in connection: Connection, as application: Session.Application) -> PacketMoment?
    /// Of whatever application the session is.
    static func identities(in connection: Connection) -> [EndIdentity]
    /// - Returns: Nil if the session is of none of them.
    static func identities(in connection: Connection, as application: Session.Application) -> [EndIdentity]?
    static func sender(
        ofInitiator isInitiator: Bool, in connection: Connection, as application: Session.Application
    ) -> String?
    /// - Returns: Whether the session is of one of them.
    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) -> Bool
    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)?
    static func capturePoint(of connection: Connection, as application: Session.Application) -> Session.CapturePoint?
    static func clientRandoms(of connection: Connection) -> [[UInt8]]
    static func handshake(of connection: Connection) -> HandshakeStory?
    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis)
    static func sealedMetrics(of connection: Connection, _ session: Session) -> [Session.MetricLimit]
    static func doubts(about connection: Connection) -> [Session.MetricLimit]
}

extension NativeApplicationList {
    /// The list with one more application, which is asked first.
    typealias And<Application: NativeApplication> = NativeList<Application, Self>
}

/// An application, and those after it in the list.
enum NativeList<First: NativeApplication, Others: NativeApplicationList>: NativeApplicationList {
    typealias Streams = StreamReaders<First.Stream, Others.Streams>
    typealias Datagrams = DatagramReaders<First.Datagrams, Others.Datagrams>

    static var rules: [any FindingRule.Type] { First.rules + Others.rules }

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        let own = First.evidence(of: connection)
        if let own, !own.isGuess { return own }
        guard let other = Others.evidence(of: connection) else { return own }
        return own == nil || !other.isGuess ? other : own
    }

    static func firstMessage(of connection: Connection, as application: Session.Application) -> PacketMoment? {
        First.isNamed(application)
            ? First.firstMessage(of: connection) : Others.firstMessage(of: connection, as: application)
    }

    static func identified(in connection: Connection, as application: Session.Application) -> PacketMoment? {
        First.isNamed(application)
            ? First.identified(in: connection) : Others.identified(in: connection, as: application)
    }

    static func identities(in connection: Connection) -> [EndIdentity] {
        First.identities(in: connection) + Others.identities(in: connection)
    }

    static func identities(in connection: Connection, as application: Session.Application) -> [EndIdentity]? {
        First.isNamed(application)
            ? First.identities(in: connection) : Others.identities(in: connection, as: application)
    }

    static func sender(
        ofInitiator isInitiator: Bool, in connection: Connection, as application: Session.Application
    ) -> String? {
        First.isNamed(application)
            ? First.sender(ofInitiator: isInitiator, in: connection)
            : Others.sender(ofInitiator: isInitiator, in: connection, as: application)
    }

    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) -> Bool {
        guard First.isNamed(end.application) else { return Others.describe(&direction, end) }
        First.describe(&direction, end)
        return true
    }

    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)? {
        First.isNamed(application)
            ? First.resolver(of: connection, as: application) : Others.resolver(of: connection, as: application)
    }

    static func capturePoint(of connection: Connection, as application: Session.Application) -> Session.CapturePoint? {
        First.isNamed(application)
            ? First.capturePoint(of: connection) : Others.capturePoint(of: connection, as: application)
    }

    static func clientRandoms(of connection: Connection) -> [[UInt8]] {
        First.clientRandoms(of: connection) + Others.clientRandoms(of: connection)
    }

    static func handshake(of connection: Connection) -> HandshakeStory? {
        First.handshake(of: connection) ?? Others.handshake(of: connection)
    }

    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis) {
        First.describe(&session, connection, axis)
        Others.describe(&session, connection, axis)
    }

    static func sealedMetrics(of connection: Connection, _ session: Session) -> [Session.MetricLimit] {
        let own = First.sealedMetrics(of: connection, session).map { [$0] } ?? []
        return own + Others.sealedMetrics(of: connection, session)
    }

    static func doubts(about connection: Connection) -> [Session.MetricLimit] {
        First.doubts(about: connection) + Others.doubts(about: connection)
    }
}

/// The end of the list.
enum NoNatives: NativeApplicationList {
    typealias Streams = NoStreamReaders
    typealias Datagrams = NoDatagramReaders

    static var rules: [any FindingRule.Type] { [] }
    static func evidence(of connection: Connection) -> ApplicationEvidence? { nil }
    static func firstMessage(of connection: Connection, as application: Session.Application) -> PacketMoment? { nil }
    static func identified(in connection: Connection, as application: Session.Application) -> PacketMoment? { nil }
    static func identities(in connection: Connection) -> [EndIdentity] { [] }
    static func identities(in connection: Connection, as application: Session.Application) -> [EndIdentity]? { nil }
    static func sender(
        ofInitiator isInitiator: Bool, in connection: Connection, as application: Session.Application
    ) -> String? { nil }
    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) -> Bool { false }
    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)? {
        nil
    }
    static func capturePoint(of connection: Connection, as application: Session.Application) -> Session.CapturePoint? {
        nil
    }
    static func clientRandoms(of connection: Connection) -> [[UInt8]] { [] }
    static func handshake(of connection: Connection) -> HandshakeStory? { nil }
    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis) {}
    static func sealedMetrics(of connection: Connection, _ session: Session) -> [Session.MetricLimit] { [] }
    static func doubts(about connection: Connection) -> [Session.MetricLimit] { [] }
}
