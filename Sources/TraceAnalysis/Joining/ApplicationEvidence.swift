import ApplicationProtocols
import PeerMessaging
import TraceModel

/// The application of a session, and its evidence. No port decides.
struct ApplicationEvidence {
    var application: Session.Application
    /// In a few words; nil where nothing was recognized.
    var evidence: String?
    /// Whether the connection opens in plain text and goes on encrypted.
    let turnsEncrypted: Bool

    init(of connection: Connection) {
        if let guest = connection.guest, let list = connection.guests?.value.list {
            application = .init(rawValue: list.entries[guest.index].application.name)
            evidence = guest.evidence
            turnsEncrypted = false
            return
        }
        (application, evidence) = connection.isTCP ? Self.stream(connection) : Self.datagrams(connection.datagrams)
        turnsEncrypted = connection.isTCP && Self.turnsEncrypted(connection)
    }

    /// Frames before an illegal length that make it an illegal length, and not the end of a coincidence.
    private static let certainFrames = 4

    private static func stream(_ connection: Connection) -> (application: Session.Application, evidence: String?) {
        guard connection.hasContent else { return (.unknown, nil) }
        let messages = connection.sum { $0.decoder.mesh.counts.known }
        if messages > 0 { return (.mesh, "\(messages) mesh messages in length-prefixed frames") }
        if !connection.hasSide({ !$0.decoder.isEcho }) { return (.echo, "units of 8 bytes that came back unchanged") }
        if let streams = stanzas(connection) { return streams }
        if connection.hasSide({ $0.decoder.isTLS }) { return (.tls, "a TLS handshake") }
        let frames = connection.sum { $0.decoder.frames }
        let evidence = frames - connection.sum { $0.decoder.emptyFrames }
        let isBroken = connection.hasSide { $0.decoder.isBroken }
        if evidence >= (isBroken ? Self.certainFrames : StreamDecoder.fewestFrames) {
            return (.framed, "\(frames) length-prefixed frames")
        }
        // A long request line hides its version; the answer begins with it.
        let texts = [connection.initiator.decoder.opening, connection.responder.decoder.opening]
            .compactMap { TextKind(prefix: $0.span) }
        let text = texts.contains(.rtsp) ? .rtsp : texts.first
        let rest = turnsEncrypted(connection) ? ", then encrypted" : ""
        return (.unknown, text.map { "unencrypted \($0.rawValue)\(rest)" })
    }

    /// One side alone may have been read wrongly: an answer to HEAD has a length, and no body.
    private static func turnsEncrypted(_ connection: Connection) -> Bool {
        connection.hasContent && !connection.hasSide { !$0.decoder.turnsEncrypted }
    }

    private static func stanzas(_ connection: Connection) -> (application: Session.Application, evidence: String?)? {
        let streams = [connection.initiator.decoder.stanzas, connection.responder.decoder.stanzas]
            .compactMap(\.self).filter(\.isXMPP)
        guard !streams.isEmpty else { return nil }
        if streams.contains(where: \.isRelaying) {
            return (.carrierPigeon, "an XMPP stream with messages that CarrierPigeon carries")
        }
        return (.xmpp, "an XMPP stream\(streams.contains { $0.count > 0 } ? "" : " without stanzas")")
    }

    private static func datagrams(
        _ content: DatagramContent?
    ) -> (application: Session.Application, evidence: String?) {
        guard let content else { return (.unknown, nil) }
        if let events = content.events {
            return (.networkEvent, "\(events.initiator.count + events.responder.count) network events")
        }
        if content.echo != nil { return (.echo, "datagrams of 8 bytes that came back unchanged") }
        if content.quic != nil { return (.unknown, "QUIC, encrypted") }
        if content.handshake != nil { return (.tls, "a DTLS handshake") }
        return (.unknown, content.discovery?.evidence ?? content.evidence)
    }
}
