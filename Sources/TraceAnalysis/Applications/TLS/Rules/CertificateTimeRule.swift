import SealedChannels
import TraceModel

/// A certificate was sent before or after the time in which it is valid.
enum CertificateTimeRule: SessionRule {
    /// The clock of a capture from before 2000 was not set.
    private static let earliest: Int64 = 946_684_800

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index) else { return [] }
        return [
            finding(story.serverCertificate, story.server.certificate, ofClient: false, story, index, context),
            finding(story.clientCertificate, story.client.certificate, ofClient: true, story, index, context),
        ].compactMap(\.self)
    }

    private static func finding(
        _ certificate: TLSCertificateNames?, _ moment: PacketMoment?, ofClient: Bool, _ story: HandshakeStory,
        _ index: Int, _ context: FindingContext
    ) -> Finding? {
        guard let certificate, let validity = certificate.validity, let moment else { return nil }
        let time = moment.time / 1_000_000_000
        let isLate = time > validity.notAfter
        guard time >= earliest, isLate || time < validity.notBefore else { return nil }
        let end = story.end(ofClient: ofClient, in: index)
        let isRefused = story.fatalAlert.map { $0.isClients != ofClient && $0.alert.code.mayBeAboutTime } ?? false
        let name = (certificate.subject ?? certificate.dnsNames.first).map { " of \(Excerpt.quoted($0))" } ?? ""
        let limit =
            isLate
            ? "was valid until \(FindingContext.date(validity.notAfter))"
            : "is valid from \(FindingContext.date(validity.notBefore)) on"
        let outcome = isRefused ? "; the other end refused it." : "."
        return context.finding(
            isLate ? "certificate-expired" : "certificate-not-yet-valid", isRefused ? .warning : .note, sentBy: end,
            at: [moment],
            message: "\(context.label(of: end)) sent the certificate\(name), which \(limit)\(outcome)",
            facts: [
                "subject": certificate.subject, "notBefore": FindingContext.date(validity.notBefore),
                "notAfter": FindingContext.date(validity.notAfter), "by": ofClient ? "client" : "server",
            ],
            remedy: isLate
                ? "Renew the certificate; if it was renewed, restart the program that sends the old one."
                : "Set the clock of the host that made the certificate; if it is right, that of the capturing host.",
            reference: "RFC 5280 §4.1.2.5")
    }
}
