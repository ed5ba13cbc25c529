import PeerMessaging
import TraceModel
import WireCoding
import SealedChannels

/// The unencrypted facts of a session's channel.
struct ChannelFacts {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func add(to session: inout Session) {
        session.quic = quic
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

    private var quic: Session.QUIC? {
        guard let quic = connection.datagrams?.quic else { return nil }
        var facts = Session.QUIC()
        facts.versions = quic.versions.map { "0x" + Self.hex($0.rawValue) }
        if !quic.originalDestinationConnectionID.isEmpty {
            facts.originalDestinationConnectionID = Hex.encode(quic.originalDestinationConnectionID)
        }
        facts.initialPackets = quic.initialPackets
        facts.handshakePackets = quic.handshakePackets
        facts.zeroRTTPackets = quic.zeroRTTPackets
        facts.retryPackets = quic.retryPackets
        facts.versionNegotiationPackets = quic.versionNegotiationPackets
        facts.shortHeaderDatagrams = quic.shortHeaderDatagrams
        return facts
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
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
