import SealedChannels
import TraceModel

/// What an alert means, and what may help: for who has to repair it, not for who wrote the RFC.
struct TLSAlertWords {
    /// After its sender: what this one does not accept.
    let meaning: String
    /// One sentence.
    let remedy: String

    /// - Parameter isClients: Whether the client sent it.
    init(_ code: TLSAlert.Code, _ story: HandshakeStory, isClients: Bool) {
        let (own, other) = isClients ? ("client", "server") : ("server", "client")
        (meaning, remedy) =
            Self.ofCertificates(code, own, other) ?? Self.ofChoices(code, story, own, other)
            ?? Self.ofKeys(code, story, own, other)
            ?? Self.ofFaults(code, own, other)
    }

    private typealias Words = (meaning: String, remedy: String)

    private static func ofCertificates(_ code: TLSAlert.Code, _ own: String, _ other: String) -> Words? {
        switch code {
        case .unknownCA:
            (
                "does not trust the issuer of the \(other)'s certificate",
                "Make the issuer known to the \(own), or give the \(other) a certificate of an issuer that it knows; the "
                    + "\(other) has to send the certificates in between too."
            )
        case .certificateExpired:
            (
                "finds the \(other)'s certificate expired or not yet valid",
                "Renew the \(other)'s certificate, or set the clock of the \(own)."
            )
        case .certificateUnknown:
            (
                "does not accept the \(other)'s certificate, and does not say why",
                "See what the \(own)'s own check of certificates refuses, such as the name or the key; if it has none, "
                    + "make the \(other)'s issuer known to it."
            )
        case .badCertificate:
            (
                "finds the \(other)'s certificate damaged, or its check refuses it",
                "Check the \(other)'s certificate and the order of its chain, and the \(own)'s own check of certificates."
            )
        case .unsupportedCertificate:
            (
                "cannot use the \(other)'s kind of certificate",
                "Give the \(other) a certificate with a key and a use that the \(own) supports, or let the \(own) support it."
            )
        case .certificateRevoked:
            ("finds the \(other)'s certificate revoked", "Give the \(other) a new certificate.")
        case .certificateRequired:
            (
                "wants a certificate of the client, which sent none",
                "Give the client an identity, or do not let the server ask for one."
            )
        default: nil
        }
    }

    private static func ofChoices(
        _ code: TLSAlert.Code, _ story: HandshakeStory, _ own: String, _ other: String
    ) -> Words? {
        switch code {
        case .handshakeFailure:
            (
                "finds nothing that both support, or misses a certificate or a key that it needs",
                "Compare the cipher suites, groups and signature algorithms of both ends; see whether the server has a "
                    + "certificate or key of a kind that the client accepts, and the client one that the server asks for."
            )
        case .protocolVersion:
            (
                "does not support a version that the \(other) offers",
                "Let both ends speak TLS 1.2 or 1.3, and see that no proxy in between speaks for one of them."
            )
        case .insufficientSecurity:
            (
                "wants stronger encryption than the \(other) offers",
                "Update the \(other)'s TLS library or settings, or allow its cipher suites at the \(own)."
            )
        case .inappropriateFallback:
            (
                "supports a better version than the client came back with",
                "Find out why the client's first attempt failed, and do not let it fall back."
            )
        case .noApplicationProtocol:
            (
                story.facts.offeredProtocols.isEmpty
                    ? "wants an application protocol (ALPN), and the client offers none that it speaks"
                    : "speaks none of the application protocols (ALPN) that the client offers: "
                        + Excerpt.shortList(story.facts.offeredProtocols.map(Excerpt.quoted)),
                "Set the same application protocol at both ends."
            )
        case .unrecognizedName:
            (
                story.facts.serverName.map {
                    "is not responsible for the name \(Excerpt.quoted($0)), which the client asks for"
                }
                    ?? "wants to know which host the client asks for",
                "Let the client ask for a name that the server has, or configure the server for it."
            )
        case .missingExtension, .unsupportedExtension:
            (
                code == .missingExtension
                    ? "misses an extension that has to be there" : "got an extension that it did not ask for",
                "Update the TLS library of the \(other), which sent the message, and that of the \(own)."
            )
        default: nil
        }
    }

    private static func ofKeys(
        _ code: TLSAlert.Code, _ story: HandshakeStory, _ own: String, _ other: String
    ) -> Words? {
        let compares = "Compare the pre-shared key or passcode of both ends, byte by byte."
        switch code {
        case .unknownPSKIdentity:
            return (
                story.facts.exchangedIdentity.map { "knows no pre-shared key of the identity \(Excerpt.quoted($0))" }
                    ?? "knows none of the pre-shared keys that the client offers",
                "Set the same identity at both ends, and give the \(own) its key."
            )
        case .decryptError where story.sharesKey || !story.facts.offeredIdentities.isEmpty:
            return ("cannot verify that the \(other) has the same key", compares)
        case .badRecordMAC where story.sharesKey:
            return (
                "cannot open a record of the \(other): the keys differ, or bytes were changed",
                "\(compares.dropLast()); if they are equal, look for what changes bytes on their way."
            )
        case .badRecordMAC:
            return (
                "cannot open a record of the \(other): bytes were changed, or the keys differ",
                "Look for what changes bytes on their way, and for a library that encrypts wrongly."
            )
        case .decryptError:
            return (
                "cannot verify a signature or the Finished message of the \(other)",
                "Check that the \(other)'s private key belongs to its certificate, and that no proxy in between changes the "
                    + "handshake."
            )
        case .accessDenied:
            return (
                "knows who the \(other) is, and does not let it in",
                "Give the \(other) the right to connect, or another identity."
            )
        default: return nil
        }
    }

    private static func ofFaults(_ code: TLSAlert.Code, _ own: String, _ other: String) -> Words {
        let faulty =
            "Update the TLS library of the \(other), which sent the message, and see that nothing else writes into the "
            + "connection."
        return switch code {
        case .unexpectedMessage: ("got a message of the \(other) that must not come now", faulty)
        case .illegalParameter: ("got a value of the \(other) that must not be", faulty)
        case .decodeError: ("cannot read a message of the \(other)", faulty)
        case .internalError:
            (
                "failed for a reason of its own",
                "Look into the log of the \(own); often its certificate or key cannot be used."
            )
        default: ("cannot go on", "Look into the log of the \(own).")
        }
    }
}
