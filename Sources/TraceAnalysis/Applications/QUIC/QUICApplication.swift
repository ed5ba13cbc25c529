import TraceModel

/// QUIC connections, of which the headers and Initial packets show without keys.
enum QUICApplication: NativeApplication {
    typealias Datagrams = QUICDatagrams

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        guard connection.isQUIC else { return nil }
        return ApplicationEvidence(.unknown, because: "QUIC, encrypted", isSealed: true)
    }

    static func clientRandoms(of connection: Connection) -> [[UInt8]] {
        [connection.datagramReader(QUICDatagrams.self)?.clientRandom].compactMap(\.self)
    }

    static func describe(_ session: inout Session, _ connection: Connection) {
        guard let quic = connection.datagramReader(QUICDatagrams.self) else { return }
        session.quic = quic.facts
        session.tls = quic.handshake.map(Session.TLS.init)
    }

    static func sealedMetrics(of connection: Connection, _ session: Session) -> Session.MetricLimit? {
        guard connection.isQUIC else { return nil }
        return .init(
            metrics: SessionDirection.keys(
                \.payloadBytes, \.goodput, \.messages, \.applicationRTT, \.transportRTT, \.lostMessages),
            reason: .encrypted,
            message: "QUIC encrypts its streams and packet numbers. Datagrams, volumes and the handshake are readable.")
    }
}
