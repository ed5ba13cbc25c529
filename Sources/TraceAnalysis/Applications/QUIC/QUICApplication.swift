import SealedChannels
import TraceModel

/// QUIC connections, of which the headers and Initial packets show without keys.
enum QUICApplication: NativeApplication {
    typealias Datagrams = QUICDatagrams

    static var rules: [any FindingRule.Type] {
        [QUICCloseRule.self, BlockedSenderRule.self, PathChangeRule.self]
    }

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        guard let quic = connection.datagramReader(QUICDatagrams.self) else { return nil }
        guard quic.sealing.hasData else {
            return ApplicationEvidence(.unknown, because: "QUIC, encrypted", isSealed: true)
        }
        // What is inside says itself what it is; a guess, so that its guesses count.
        return ApplicationEvidence(.unknown, because: "QUIC, opened", isGuess: true)
    }

    static func clientRandoms(of connection: Connection) -> [[UInt8]] {
        connection.datagramReader(QUICDatagrams.self)?.clientRandoms ?? []
    }

    static func handshake(of connection: Connection) -> HandshakeStory? {
        connection.datagramReader(QUICDatagrams.self)?.story
    }

    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis) {
        guard let quic = connection.datagramReader(QUICDatagrams.self) else { return }
        session.quic = quic.facts
        session.quic?.retry = quic.hasRetry
        let sealing = quic.sealing
        session.tls = quic.handshake.map(Session.TLS.init)
        if session.tls == nil, sealing.isWhole == false {
            // Without a hello, all that is known is why it stays sealed. QUIC has no other version of TLS (RFC 9001 §4.2).
            session.tls = Session.TLS()
            session.tls?.version = TLSVersion.tls13.description
        }
        session.describe(sealing, of: connection)
        // Keys of one end show its own reason; one in an Initial packet needs none.
        if quic.closing != nil { session.ending = .close }
        guard let opening = quic.opened?.value else { return }
        if session.tls != nil, sealing.source != nil { session.tls?.version = TLSVersion.tls13.description }
        session.describe(opening, moves: connection.details.moves, axis)
    }

    static func sealedMetrics(of connection: Connection, _ session: Session) -> Session.MetricLimit? {
        guard connection.isQUIC, session.decrypted == false else { return nil }
        return .init(
            metrics: SessionDirection.keys(
                \.payloadBytes, \.goodput, \.messages, \.applicationRTT, \.transportRTT, \.lostMessages),
            reason: .encrypted,
            message: "QUIC encrypts its streams and packet numbers. Datagrams, volumes and the handshake are readable.")
    }
}
