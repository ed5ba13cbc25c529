import SealedChannels
import TraceModel

/// The server chose a cipher suite that does not protect what it should.
enum WeakCipherRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), let suite = story.facts.cipherSuite,
            !story.facts.awaitsSecondHello, let weakness = suite.weakness
        else { return [] }
        if !weakness.isBroken {
            // Encryption before authentication repairs it; and where the version is old, that is worse.
            guard story.facts.version == .tls12 || story.facts.version == .dtls12,
                !story.facts.encryptsThenAuthenticates
            else { return [] }
        }
        let end = story.end(ofClient: false, in: index)
        return [
            context.finding(
                "tls-cipher-weak", weakness.isBroken ? .warning : .note, sentBy: end,
                at: [story.server.hello].compactMap(\.self),
                message: "\(context.label(of: end)) chose the cipher suite \(suite), \(words(weakness)).",
                facts: ["cipherSuite": suite.description, "weakness": fact(weakness)],
                remedy:
                    "Offer only suites with AES-GCM or ChaCha20-Poly1305, and let the server choose none but these.",
                reference: reference(weakness))
        ]
    }

    private static func words(_ weakness: TLSCipherSuite.Weakness) -> String {
        switch weakness {
        case .noEncryption: "which encrypts nothing: everyone on the path can read what is sent"
        case .export: "whose keys are so short that everyone can find them"
        case .rc4: "with RC4, of which parts can be computed from what is sent"
        case .des: "with DES or IDEA, which are no longer safe"
        case .tripleDES: "with triple DES, whose short blocks repeat in long sessions"
        case .anonymous: "in which neither end proves who it is: anyone between them can read and change what is sent"
        case .cbcWithSHA1: "with CBC and SHA-1, which libraries have implemented wrongly again and again"
        }
    }

    private static func fact(_ weakness: TLSCipherSuite.Weakness) -> String {
        switch weakness {
        case .noEncryption: "noEncryption"
        case .export: "export"
        case .rc4: "rc4"
        case .des: "des"
        case .tripleDES: "tripleDES"
        case .anonymous: "anonymous"
        case .cbcWithSHA1: "cbcWithSHA1"
        }
    }

    private static func reference(_ weakness: TLSCipherSuite.Weakness) -> String {
        switch weakness {
        case .rc4: "RFC 7465"
        case .des: "RFC 5469 §4"
        case .anonymous: "RFC 5246 Appendix F.1.1.1"
        case .cbcWithSHA1: "RFC 9325 §4.2, RFC 7366"
        default: "RFC 9325 §4.1"
        }
    }
}
