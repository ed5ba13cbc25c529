import SealedChannels
import TraceModel

/// An end refused the other one's part of the handshake, or gave the connection up later, and said why in an alert.
enum TLSAlertRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), let seen = story.fatalAlert else { return [] }
        let code = seen.alert.code
        let inHandshake = !seen.isSealed || !story.hasData || code.isOfHandshake
        let end = story.end(ofClient: seen.isClients, in: index)
        let words = TLSAlertWords(code, story, isClients: seen.isClients)
        let role = seen.isClients ? "the client" : "the server"
        var finding = context.finding(
            inHandshake ? "tls-handshake-failed" : "tls-connection-aborted", .warning, sentBy: end,
            at: (inHandshake ? story.hellos.filter { $0 < seen.moment } : []) + [seen.moment],
            message: (inHandshake ? "The handshake failed" : "The connection was given up")
                + ": \(context.label(of: end)), \(role), \(words.meaning) (alert \(code.registryName)).",
            facts: [
                "alert": code.description, "by": seen.isClients ? "client" : "server",
                "serverName": story.facts.serverName,
            ],
            remedy: words.remedy,
            reference: context.report.sessions[index].transport == .quic ? "RFC 9001 §4.8" : "RFC 8446 §6.2")
        finding.time = context.axis.seconds(seen.moment.time)
        return [finding]
    }
}
