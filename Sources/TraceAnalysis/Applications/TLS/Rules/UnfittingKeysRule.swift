import SealedChannels
import TraceModel

/// Keys were given for a session that open nothing of it.
enum UnfittingKeysRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        let session = context.report.sessions[index]
        guard let tls = session.tls, let story = context.handshake(ofSession: index) else { return [] }
        switch tls.sealedReason {
        case .keysDoNotFit: return [unfitting(session, story, context)]
        case .pskNotSufficient: return [insufficient(session, story, context)]
        default: return []
        }
    }

    private static func unfitting(
        _ session: Session, _ story: HandshakeStory, _ context: FindingContext
    ) -> Finding {
        let identity = story.facts.exchangedIdentity ?? story.facts.sharedIdentity
        let shared = identity.flatMap { context.secrets.sharedKeys(for: Array($0.utf8)).isEmpty ? nil : $0 }
        let isLogged = story.facts.clientRandom.map { context.secrets.knows(clientRandom: $0) } ?? false
        let checkKey = "Check the key or the passcode, with its upper and lower case, and the identity that it is for."
        let checkLog =
            "Use the key log of the same run and of the same TLS library; labels that were exchanged, or secrets that were "
            + "cut, open nothing."
        let (message, remedy): (String, String) =
            switch (shared, isLogged) {
            case (let shared?, true):
                (
                    "Neither the secrets that the key log has for this session nor the keys that were given for the "
                        + "pre-shared identity \(Excerpt.quoted(shared)) open anything of it.",
                    "\(checkLog) \(checkKey)"
                )
            case (let shared?, false):
                (
                    "The keys that were given for the pre-shared identity \(Excerpt.quoted(shared)) open nothing of the "
                        + "session.",
                    checkKey
                )
            case (nil, _): ("The key log has secrets for this session, and they open nothing of it.", checkLog)
            }
        return context.finding(
            "keys-do-not-fit", .warning, about: session, at: story.hellos, message: message,
            facts: ["pskIdentity": identity, "cipherSuite": story.facts.cipherSuite?.description], remedy: remedy,
            reference: "Docs/formats.md, keys")
    }

    private static func insufficient(
        _ session: Session, _ story: HandshakeStory, _ context: FindingContext
    ) -> Finding {
        let identity = story.facts.sharedIdentity
        let suite = story.facts.cipherSuite?.description
        return context.finding(
            "psk-not-sufficient", .note, about: session, at: story.hellos,
            message:
                "The pre-shared key\(identity.map { " of \(Excerpt.quoted($0))" } ?? "") was given, and cannot open the "
                + "session: the key exchange\(suite.map { " (\($0))" } ?? "") adds a secret that was never sent.",
            facts: ["pskIdentity": identity, "cipherSuite": suite],
            remedy:
                "Let one end write a key log, with SSLKEYLOGFILE or the library's callback, and give that with --key-log.",
            reference: "RFC 4279 §3, RFC 8446 §2.2")
    }
}
