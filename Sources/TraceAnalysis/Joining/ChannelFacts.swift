import PeerMessaging
import TraceModel
import WireCoding
import SealedChannels

/// The unencrypted facts of a session's channel.
struct ChannelFacts {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func add(to session: inout Session) {
        session.quic = connection.datagrams?.quic?.facts
        session.tls = tls
    }

    private var tls: Session.TLS? {
        var facts = connection.datagrams?.handshake?.facts
        guard connection.hasContent else { return facts.map(Session.TLS.init) }
        for handshake in [connection.initiator.decoder.handshake, connection.responder.decoder.handshake] {
            guard let handshake else { continue }
            var sum = facts ?? TLSHandshakeFacts()
            sum.merge(handshake.facts)
            facts = sum
        }
        return facts.map(Session.TLS.init)
    }
}

extension Session.TLS {
    init(_ facts: TLSHandshakeFacts) {
        self.init()
        version = (facts.version ?? facts.offeredVersions.max { $0.rawValue < $1.rawValue })?.description
        serverName = facts.serverName
        applicationProtocols = facts.applicationProtocol.map { [$0] } ?? facts.offeredProtocols
        cipherSuite = facts.cipherSuite?.description
        if let certificate = facts.certificate {
            certificateNames = ([certificate.subject].compactMap(\.self) + certificate.dnsNames)
        }
        alerts = facts.alerts.map(\.code.description)
    }
}
