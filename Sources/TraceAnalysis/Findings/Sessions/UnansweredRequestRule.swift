import TraceModel
import WireCoding

/// Requests without an answer: probes of an echo test, and datagrams to ports whose protocol answers each request.
enum UnansweredRequestRule: FindingRule {
    /// DNS, NTP, SNMP and STUN.
    private static let ports: Set<Int> = [53, 123, 161, 3478]
    /// In nanoseconds: resolvers repeat a question after this.
    private static let wait: Int64 = 5_000_000_000
    /// In nanoseconds: a question that is asked again after this had no answer, even where the capture has one direction.
    private static let repetition: Int64 = 3_000_000_000
    /// So many requests to a server that never answers.
    private static let persistent = 5

    static func findings(in context: FindingContext) -> [Finding] { probes(context) + datagrams(context) }

    // MARK: - Probes

    private static func probes(_ context: FindingContext) -> [Finding] {
        context.report.sessions.indices.filter { context.report.sessions[$0].application == .echo }.compactMap {
            index in
            let session = context.report.sessions[index]
            guard session.forward.messages != nil, session.backward.messages != nil, !session.midstream else {
                return nil
            }
            let isForward = session.forward.messageTypes["probe"] >= session.backward.messageTypes["probe"]
            let (asking, answering) =
                isForward ? (session.forward, session.backward) : (session.backward, session.forward)
            let (probes, echoes) = (asking.messageTypes["probe"], answering.messageTypes["echo"])
            guard echoes > 0, probes > echoes else { return nil }
            let end = SessionEnd(index: index, isInitiator: isForward)
            return context.finding(
                "requests-unanswered", .note, about: session,
                at: [PacketMoment(frame: session.firstFrame, time: context.connections[index].start)],
                message:
                    "\(probes - echoes) of \(probes) probes of \(context.label(of: end)) have no echo in the capture "
                    + "(\(FindingContext.percent(probes - echoes, of: probes))).",
                facts: ["peer": context.endpoint(end).peer, "requests": probes, "unanswered": probes - echoes],
                remedy:
                    "Compare with a capture of the other end (nearscope correlate): a probe or its echo was lost, or "
                    + "the program did not answer.",
                reference: "RFC 7680")
        }
    }

    // MARK: - Datagrams

    /// Whether a resolver asks a question again: it has a port of its own for each.
    private static func isRepeated(_ connection: Connection) -> Bool {
        connection.responderEndpoint.port == 53 && connection.initiatorEndpoint.port != 53
            && connection.end &- connection.start >= repetition
    }

    private static func datagrams(_ context: FindingContext) -> [Finding] {
        let lastTime = context.counter.lastTime ?? 0
        let wanted = context.report.sessions.indices.filter { index in
            context.report.sessions[index].transport == .udp
                && ports.contains(context.report.sessions[index].responder.port)
        }
        guard !wanted.isEmpty, !context.report.capture.interfaces.contains(where: { ($0.dropped ?? 0) > 0 }) else {
            return []
        }
        let hosts = HeardHosts(
            among: Set(
                wanted.flatMap {
                    [
                        context.connections[$0].initiatorEndpoint.address,
                        context.connections[$0].responderEndpoint.address,
                    ]
                }), context.connections)
        let unanswered = wanted.filter { index in
            let responder = context.connections[index].responderEndpoint.address
            return !context.connections[index].isAnswered && context.report.sessions[index].icmpErrors.isEmpty
                && context.report.sessions[index].responder.reach == .host && !responder.isMulticast
                && lastTime &- context.connections[index].end >= wait
                && (hosts.hearers.contains(context.connections[index].initiatorEndpoint.address)
                    || isRepeated(context.connections[index]))
        }
        return SessionGroups.of(unanswered, in: context).map { group in
            let requests = group.sessions.reduce(0) { $0 + context.report.sessions[$1].forward.packets }
            let isSilent =
                group.responders == 1
                && !hosts.speakers.contains(context.connections[group.first].responderEndpoint.address)
            return context.finding(
                "requests-unanswered",
                isSilent && requests >= persistent
                    && hosts.hearers.contains(context.connections[group.first].initiatorEndpoint.address)
                    ? .warning : .note, about: group,
                at: context.openings(of: group),
                message: "\(requests) \(requests == 1 ? "request" : "requests") of \(context.initiator(of: group)) to "
                    + "\(context.responder(of: group)) have no answer"
                    + (isSilent ? ", nor does anything else come from there" : ""),
                facts: [
                    "requests": requests, "unanswered": requests,
                    "host": (isSilent ? Finding.HostState.silent : .present).rawValue,
                ],
                remedy: "Check that the server is on, and that no firewall drops requests or answers.",
                reference: "RFC 1035 §4.2.1")
        }
    }
}
