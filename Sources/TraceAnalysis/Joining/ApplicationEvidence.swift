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
        (application, evidence) = connection.isTCP ? Self.stream(connection) : Self.datagrams(connection.datagrams)
        turnsEncrypted = connection.isTCP && Self.turnsEncrypted(connection)
    }

    /// Frames before an illegal length that make it an illegal length, and not the end of a coincidence.
    private static let certainFrames = 4

    private static func stream(_ connection: Connection) -> (application: Session.Application, evidence: String?) {
        guard connection.hasContent else { return (.unknown, nil) }
        let sides = [connection.initiator.decoder, connection.responder.decoder]
        let messages = sides.reduce(0) { $0 + $1.mesh.counts.known }
        if messages > 0 { return (.mesh, "\(messages) mesh messages in length-prefixed frames") }
        if sides.allSatisfy(\.isEcho) { return (.echo, "units of 8 bytes that came back unchanged") }
        if let streams = stanzas(sides) { return streams }
        if sides.contains(where: \.isTLS) { return (.tls, "a TLS handshake") }
        // One frame may be chance: a stream's first four bytes are a possible length once in four hundred.
        let frames = sides.reduce(0) { $0 + $1.frames }
        let isBroken = sides.contains { $0.framingFaults.contains(where: \.isIllegalLength) }
        if frames >= (isBroken ? Self.certainFrames : 2) { return (.framed, "\(frames) length-prefixed frames") }
        // A long request line hides its version; the answer begins with it.
        let texts = sides.compactMap { TextKind(prefix: $0.opening.span) }
        let text = texts.contains(.rtsp) ? .rtsp : texts.first
        let rest = turnsEncrypted(connection) ? ", then encrypted" : ""
        return (.unknown, text.map { "unencrypted \($0.rawValue)\(rest)" })
    }

    /// One side alone may have been read wrongly: an answer to HEAD has a length, and no body.
    private static func turnsEncrypted(_ connection: Connection) -> Bool {
        connection.hasContent && connection.initiator.decoder.turnsEncrypted
            && connection.responder.decoder.turnsEncrypted
    }

    private static func stanzas(_ sides: [StreamDecoder]) -> (application: Session.Application, evidence: String?)? {
        let streams = sides.compactMap(\.stanzas).filter(\.isXMPP)
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
        return (.unknown, content.evidence)
    }
}
