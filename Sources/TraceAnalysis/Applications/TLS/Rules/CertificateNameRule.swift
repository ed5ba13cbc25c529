import SealedChannels
import TraceModel

/// The server's certificate is for other hosts than the one that the client asks for.
enum CertificateNameRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), let wanted = story.facts.serverName,
            // The name in clear is not the one in the hello within it.
            !story.facts.offersEncryptedHello, let certificate = story.serverCertificate,
            certificate.isFor(host: wanted) == false
        else { return [] }
        let end = story.end(ofClient: false, in: index)
        let refusal = story.fatalAlert.flatMap {
            $0.isClients && $0.alert.code.isAboutCertificate ? $0.alert.code : nil
        }
        let isRefused = refusal?.mayBeAboutName ?? false
        let names =
            certificate.dnsNames.isEmpty
            ? certificate.subject.map { "names no host but in its common name, \(Excerpt.quoted($0))" }
                ?? "names no host"
            : "is for \(Excerpt.shortList(certificate.dnsNames.map(Excerpt.quoted)))"
        let outcome =
            isRefused
            ? "; the client refused it."
            : refusal.map { "; the client refused it for another reason (\($0.registryName))." }
                ?? "; the client did not refuse it."
        let moments = [story.client.hello, story.server.certificate].compactMap(\.self)
        return [
            context.finding(
                "certificate-name-mismatch", isRefused ? .warning : .note, sentBy: end, at: moments,
                message: "The client asked for \(Excerpt.quoted(wanted)), and the certificate of "
                    + "\(context.label(of: end)) \(names)\(outcome)",
                facts: [
                    "serverName": wanted, "certificateNames": certificate.dnsNames, "subject": certificate.subject,
                ],
                remedy: isRefused
                    ? "Put the name into the subject alternative name of the certificate, or let the client ask for a name "
                        + "that is there."
                    : "Nothing is wrong if the client checks the certificate in another way, such as by its key; otherwise "
                        + "let it check the name.",
                reference: "RFC 9525 §6")
        ]
    }
}
