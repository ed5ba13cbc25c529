import TraceModel
import SealedChannels

/// The unencrypted facts of a session's channel.
enum ChannelFacts {
    static func tls(of connection: Connection) -> Session.TLS? {
        var facts = connection.datagrams?.handshake?.facts ?? connection.datagrams?.quic?.handshake
        if connection.hasContent {
            let sides = [connection.initiator.decoder.handshake, connection.responder.decoder.handshake]
            for handshake in sides.compactMap(\.self) {
                var sum = facts ?? TLSHandshakeFacts()
                sum.merge(handshake.facts)
                facts = sum
            }
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
