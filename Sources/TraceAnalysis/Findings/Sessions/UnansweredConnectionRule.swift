import PacketDissection
import TraceModel
import WireCoding

/// Connections without an answer: silence, or ICMP that says why.
enum UnansweredConnectionRule: FindingRule {
    /// A host that asked for so long, in nanoseconds, has repeated its SYN after 1, 2 and 4 s (RFC 6298 §5): three
    /// repetitions are TCP's own mark of a path that fails (RFC 9293 §3.8.3, R1).
    static let persistent: Int64 = 7_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let isPlain = { (index: Int) in !context.leadsToOffer(index) }
        let silent = SessionGroups.of(context.failures.silent.filter(isPlain), in: context)
        let undeliverable = SessionGroups.of(context.failures.undeliverable.filter(isPlain), in: context)
        let speakers = HeardHosts(
            among: Set(silent.lazy.map { context.connections[$0.first].responderEndpoint.address }), context.connections
        ).speakers
        return silent.filter { attempts(of: $0, context) > 1 }.map { group in
            let host = context.connections[group.first].responderEndpoint.address
            return finding(group, isThere: group.responders == 1 && speakers.contains(host), context)
        } + undeliverable.map { finding(undeliverable: $0, context) }
            + SessionGroups.of(context.failures.silentQUIC, in: context).map { finding(quic: $0, context) }
    }

    /// SYNs of all its sessions.
    static func attempts(of group: SessionGroup, _ context: FindingContext) -> Int {
        group.sessions.reduce(0) { $0 + Int(context.connections[$1].synCount) }
    }

    /// The longest time that one of its sessions was repeated for.
    static func longest(of group: SessionGroup, _ context: FindingContext) -> Int64 {
        group.sessions.lazy.map { context.connections[$0].end &- context.connections[$0].start }.max() ?? 0
    }

    static func severity(of group: SessionGroup, _ context: FindingContext) -> Finding.Severity {
        group.endpoints < RefusedConnectionRule.scan && longest(of: group, context) >= persistent ? .warning : .note
    }

    private static func finding(_ group: SessionGroup, isThere: Bool, _ context: FindingContext) -> Finding {
        let (count, longest) = (group.sessions.count, longest(of: group, context))
        let isScan = group.endpoints >= RefusedConnectionRule.scan
        let packets = attempts(of: group, context)
        return context.finding(
            "connection-unanswered", severity(of: group, context), about: group, at: context.openings(of: group),
            message: "\(context.responder(of: group)) did not answer \(context.initiator(of: group)): "
                + (count == 1 ? "1 attempt" : "\(count) attempts") + " with \(packets) SYNs"
                + (longest > 0 ? ", the longest over \(FindingContext.seconds(longest))" : "")
                + (isThere ? ", though the host sent other packets" : "")
                + (isScan ? ", which looks like a port scan" : ""),
            facts: [
                "packets": packets, "longest": context.axis.duration(longest), "endpoints": group.endpoints,
                "host": group.responders > 1 ? nil : (isThere ? Finding.HostState.present : .silent).rawValue,
            ],
            remedy: isScan
                ? "Look at what the connecting host is searching for."
                : isThere
                    ? "Look for a firewall that drops packets to this port."
                    : "Check that the host is on and reachable at this address, and that no firewall drops the packets.",
            reference: "RFC 9293 §3.8.3")
    }

    /// Programs use TCP instead after some seconds, so it is a note.
    private static func finding(quic group: SessionGroup, _ context: FindingContext) -> Finding {
        let (count, longest) = (group.sessions.count, longest(of: group, context))
        let packets = group.sessions.reduce(0) { $0 + context.report.sessions[$1].forward.packets }
        return context.finding(
            "connection-unanswered", .note, about: group, at: context.openings(of: group),
            message: "\(context.responder(of: group)) did not answer \(context.initiator(of: group)) over QUIC: "
                + (count == 1 ? "1 attempt" : "\(count) attempts")
                + " with \(packets) packets, the longest over \(FindingContext.seconds(longest))",
            facts: [
                "packets": packets, "longest": context.axis.duration(longest), "endpoints": group.endpoints,
                "host": nil as String?,
            ],
            remedy: "Look for a firewall that drops UDP to this port: many networks allow TCP alone.",
            reference: "RFC 9308 §2")
    }

    private static func finding(undeliverable group: SessionGroup, _ context: FindingContext) -> Finding {
        let error = context.connections[group.first].decidingError
        let (source, name) = (error?.source.description, error?.quoted.name)
        let count = group.sessions.count
        return context.finding(
            "connection-unanswered", severity(of: group, context), about: group,
            at: context.answers(to: group),
            message: "\(context.initiator(of: group)) did not reach \(context.responder(of: group))"
                + (count == 1 ? "" : " in \(count) attempts")
                + ": \(source ?? "a router") answered with ICMP's \"\(name ?? "error")\"",
            facts: [
                "packets": attempts(of: group, context), "longest": context.axis.duration(longest(of: group, context)),
                "endpoints": group.endpoints, "answer": name, "answerFrom": source,
            ],
            remedy: "Check the address and the route to it.", reference: "RFC 792, RFC 4443 §3")
    }
}
