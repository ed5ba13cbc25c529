import PacketDissection
import TraceModel
import WireCoding

/// Connections, or datagrams, were refused: by a reset, by ICMP, or by a firewall that says so.
enum RefusedConnectionRule: FindingRule {
    /// From so many attempts of one host at one endpoint on, nothing has changed after the mesh's schedule of retries, or
    /// any other with growing pauses, has run out.
    static let persistent = 5
    /// So many endpoints that refuse one host are what it is looking for.
    static let scan = 16

    static func findings(in context: FindingContext) -> [Finding] {
        FailedAttempts.Refusal.allCases.flatMap { refusal in
            let refused = (context.failures.refused[refusal] ?? []).filter { !context.leadsToOffer($0) }
            return SessionGroups.of(refused, in: context).map { finding($0, refusal, context) }
        }
    }

    private static func finding(
        _ group: SessionGroup, _ refusal: FailedAttempts.Refusal, _ context: FindingContext
    ) -> Finding {
        let count = group.sessions.count
        let times = count == 1 ? "" : " \(count) times"
        let isScan = group.endpoints >= scan
        let session = context.report.sessions[group.first]
        let error = refusal == .reset ? nil : context.connections[group.first].decidingError
        let by = refusal == .reset ? "reset" : error?.quoted.name ?? "ICMP error"
        return context.finding(
            "connection-refused", !isScan && group.mostOfOneRoute >= persistent ? .warning : .note, about: group,
            at: context.answers(to: group),
            message: "\(context.responder(of: group)) refused \(context.initiator(of: group))\(times): "
                + (refusal == .reset
                    ? "a reset came in place of the answer"
                    : "\(error?.source.description ?? "a router") answered with ICMP's \"\(by)\"")
                + (isScan ? ", which looks like a port scan" : ""),
            facts: ["by": refusal == .reset ? "reset" : "icmp", "answer": by, "endpoints": group.endpoints],
            remedy: remedy(refusal, session, isScan: isScan),
            reference: refusal == .reset ? "RFC 9293 §3.5.2" : "RFC 792, RFC 4443 §3.1")
    }

    private static func remedy(_ refusal: FailedAttempts.Refusal, _ session: Session, isScan: Bool) -> String {
        if isScan { return "Look at what the connecting host is searching for." }
        switch refusal {
        case .reset where session.responder.port == 0:
            return "No program can listen on port 0: find where it comes from."
        case .reset, .portUnreachable:
            return "Start the program that should listen there, compare the port number, "
                + "or look for a firewall that rejects."
        case .prohibited: return "Allow this traffic in the firewall that sent the error."
        }
    }
}
