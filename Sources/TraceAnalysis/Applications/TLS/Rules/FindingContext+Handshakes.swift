import SealedChannels
import TraceModel
import WireCoding

/// Helpers of the rules about handshakes of TLS, also in DTLS and QUIC.
extension FindingContext {
    /// What the handshake of a session shows; nil for sessions that are not sealed.
    ///
    /// - Parameter index: The session's index in the report.
    func handshake(ofSession index: Int) -> HandshakeStory? {
        guard report.sessions[index].tls != nil else { return nil }
        return NativeApplications.handshake(of: connections[index])
    }

    /// A date in a sentence: `2025-11-06T08:49:37Z`.
    static func date(_ seconds: Int64) -> String {
        String(RFC3339.text((seconds, 0), decimals: 1).prefix(19)) + "Z"
    }
}

extension HandshakeStory {
    /// The client's or the server's end of a session.
    func end(ofClient isClient: Bool, in index: Int) -> SessionEnd {
        SessionEnd(index: index, isInitiator: isClient == clientIsInitiator)
    }

    /// Whether both ends had a key before the session that is not from an earlier one.
    var sharesKey: Bool {
        facts.cipherSuite?.parameters?.keyExchange.hasIdentity == true
            || facts.usesPreSharedKey && facts.offeredTickets == 0
    }
}
