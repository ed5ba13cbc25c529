import SealedChannels
import TraceModel

/// TLS over TCP and DTLS over UDP: the unencrypted part of their handshakes.
enum TLSApplication: NativeApplication {
    typealias Stream = TLSReader
    typealias Datagrams = DTLSDatagrams

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        if connection.datagramReader(DTLSDatagrams.self) != nil {
            return ApplicationEvidence(.tls, because: "a DTLS handshake", isSealed: true)
        }
        let isTLS = !handshakes(of: connection).isEmpty
        return isTLS ? ApplicationEvidence(.tls, because: "a TLS handshake", isSealed: true) : nil
    }

    static func isNamed(_ application: Session.Application) -> Bool { application == .tls }

    private static func handshakes(of connection: Connection) -> [TLSHandshakeObserver] {
        [true, false].compactMap { connection.reader(TLSReader.self, ofInitiator: $0)?.handshake }
    }

    static func clientRandoms(of connection: Connection) -> [[UInt8]] {
        let facts = handshakes(of: connection).map(\.facts)
        return (facts + [connection.datagramReader(DTLSDatagrams.self)?.facts].compactMap(\.self))
            .compactMap(\.clientRandom)
    }

    static func describe(_ session: inout Session, _ connection: Connection) {
        var facts = connection.datagramReader(DTLSDatagrams.self)?.facts
        for handshake in handshakes(of: connection) {
            var sum = facts ?? TLSHandshakeFacts()
            sum.merge(handshake.facts)
            facts = sum
        }
        if let facts { session.tls = Session.TLS(facts) }
    }

    static func sealedMetrics(of connection: Connection, _ session: Session) -> Session.MetricLimit? {
        guard connection.isTCP, session.application == .tls else { return nil }
        return .init(
            metrics: SessionDirection.keys(\.messages, \.applicationRTT), reason: .encrypted,
            message: "TLS encrypts the messages. Volumes and timing are readable.")
    }
}
