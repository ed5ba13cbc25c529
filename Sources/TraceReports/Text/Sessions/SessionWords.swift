import TraceModel
import WireText

/// Short descriptions of a session, the same in every view.
package enum SessionWords {
    /// `mesh over TCP`, `TCP`
    package static func kind(_ session: Session) -> String { kind(session, " over ") }

    /// `mesh/TCP`, `TCP`
    package static func shortKind(_ session: Session) -> String { kind(session, "/") }

    private static func kind(_ session: Session, _ mark: String) -> String {
        let transport = session.transport.rawValue.uppercased()
        guard session.reportedApplication == .unknown else { return application(session) + mark + transport }
        return session.discovery.map { discovery($0) + mark + transport } ?? transport
    }

    static func discovery(_ discovery: Session.Discovery) -> String {
        switch discovery {
        case .multicastDNS: "mDNS"
        case .llmnr: "LLMNR"
        case .ssdp: "SSDP"
        case .wsDiscovery: "WS-Discovery"
        case .coap: "CoAP"
        }
    }

    static func application(_ session: Session) -> String {
        guard session.application == .tls else { return session.application.rawValue }
        return session.transport == .udp ? "DTLS" : "TLS"
    }

    package static func ending(_ session: Session) -> String {
        switch session.ending {
        case .idle where session.handshake == .halfOpen, .captureEnd where session.handshake == .halfOpen: "half-open"
        case .fin, .close: "closed"
        case .reset: "reset"
        case .idle: "idle"
        case .captureEnd: "open"
        case .refused: "refused"
        case .unanswered: isOneWay(session) ? "one-way" : "no reply"
        }
    }

    /// Whether the capture lacks the responder's packets: who has sent data over TCP, after a SYN and an acknowledgment, had an answer.
    static func isOneWay(_ session: Session) -> Bool {
        session.transport == .tcp && session.ending == .unanswered && session.forward.packets > 2
            && session.forward.payloadBytes ?? 0 > 0
    }

    /// `closed by the initiator`; a connection is always refused by the responder, which needs no words.
    package static func endingInFull(_ session: Session) -> String {
        guard session.ending != .refused, let side = session.endedBy else { return endingOrError(session) }
        return "\(ending(session)) by the \(side.rawValue)"
    }

    /// How it ended, for a cell of a table. A conversation of datagrams has no end that could be seen: what ICMP said first
    /// of it, if anything.
    static func endingOrError(_ session: Session) -> String {
        let isOpen = session.ending == .captureEnd || session.ending == .idle
        guard session.transport == .udp, isOpen else { return ending(session) }
        return session.icmpErrors.first.map(error) ?? ""
    }

    /// The meaning of an ICMP message.
    static func error(_ error: Session.ICMPError) -> String {
        error.name.map(SafeText.escaped) ?? "ICMP type \(error.type) code \(error.code)"
    }

    /// `host unreachable from 10.0.0.9 at 1.5 s, 2 times`
    static func errorInFull(_ error: Session.ICMPError) -> String {
        let times = error.count > 1 ? ", \(Quantity.grouped(error.count)) times" : ""
        return "\(self.error(error)) from \(error.source) at \(Quantity.moment(error.time))\(times)"
    }

    /// `Safari (312)`, `networkd (80) for Safari (312)`; nil if the capture has no process.
    static func process(_ session: Session) -> String? {
        func name(_ process: Session.Process) -> String {
            process.name.map { "\(SafeText.escaped($0)) (\(process.processID))" } ?? "\(process.processID)"
        }
        guard let process = session.process else { return nil }
        guard let effective = session.effectiveProcess, effective != process else { return name(process) }
        return "\(name(process)) for \(name(effective))"
    }

    /// `discover 12 ms`, `resolve 3 ms`, `connect 2.1 ms`, …: the steps that were seen, in their order.
    static func phases(_ session: Session) -> [String] {
        let phases = session.phases
        // A conversation of datagrams often begins with its first message.
        let firstMessage = phases.connect == nil && phases.firstMessage == 0 ? nil : phases.firstMessage
        let steps: [(String, Double?)] = [
            ("discover", phases.discover), ("resolve", phases.resolve), ("connect", phases.connect),
            ("identify", phases.identify), ("stabilize", phases.stabilize),
            ("first message", firstMessage),
        ]
        return steps.compactMap { step, seconds in seconds.map { "\(step) \(Quantity.duration($0))" } }
    }

    /// How long the other side took to answer one: `answered anna 40 times: median 2 ms`, `95 % within 3 ms`, `at most 300 ms
    /// (frames 22, 23)`.
    static func answers(_ direction: SessionDirection, to asker: String) -> [String] {
        guard let answers = direction.answers, let slowest = slowest(answers) else { return [] }
        let count = answers.delay.count
        guard count > 1 else { return ["answered \(asker) once: after \(slowest)"] }
        return [
            "answered \(asker) \(Quantity.grouped(count)) times: median \(Quantity.duration(answers.delay.median))",
            "95 % within \(Quantity.duration(answers.delay.p95))", "at most \(slowest)",
        ]
    }

    /// `300 ms (frames 22, 23)`: those that end the question and begin the answer.
    static func slowest(_ answers: SessionDirection.Answers) -> String? {
        answers.slowest.first.map { "\(Quantity.duration($0.delay)) (frames \($0.frame), \($0.answerFrame))" }
    }

    /// Parts with dots between them, to be wrapped between the parts.
    static func dotted(_ parts: [String]) -> [String] { parts.dropLast().map { $0 + " ·" } + parts.suffix(1) }

    static func capturePoint(_ session: Session) -> String? {
        switch session.capturePoint {
        case .initiator: "at the initiator"
        case .responder: "at the responder"
        case .middle: "between the two"
        case nil: nil
        }
    }

    /// The ids of the sessions that show the same connection at other interfaces.
    static func otherViews(_ session: Session) -> [Int] {
        session.companions.filter { $0.relation == .sameConnection }.map(\.session)
    }

    /// Probes of an echo test that the capture has, and those of them without an echo; nil for other sessions.
    static func probes(_ session: Session) -> (sent: Int, unanswered: Int)? {
        guard session.application == .echo else { return nil }
        let sides = [session.forward, session.backward].map(\.messageTypes)
        let (sent, echoes) = (sides.map { $0["probe"] }.max() ?? 0, sides.map { $0["echo"] }.max() ?? 0)
        // An echo may come twice, but has one round trip.
        let answered = session.applicationRTT.count > 0 ? session.applicationRTT.count : echoes
        return sent > 0 ? (sent, max(0, sent - answered)) : nil
    }

    /// `5 of 100 probes unanswered`; nil where all were answered.
    static func unansweredProbes(_ session: Session) -> String? {
        guard let (sent, unanswered) = probes(session), unanswered > 0 else { return nil }
        return "\(Quantity.grouped(unanswered)) of \(Quantity.count(sent, "probe")) unanswered"
    }

    /// The title of ``messages(_:)``: in tables, other arrows are about bytes.
    static let messagesTitle = "messages →/←"

    /// The messages of both sides, `46/47`; empty where none were recognized.
    static func messages(_ session: Session) -> String {
        guard session.forward.messages != nil || session.backward.messages != nil else { return "" }
        return [session.forward, session.backward].map { $0.messages.map(Quantity.grouped) ?? "–" }
            .joined(separator: "/")
    }

    /// `24 packets captured again on another link`, nil without such packets.
    static func copies(_ session: Session) -> String? {
        guard session.copiedPackets > 0 else { return nil }
        return Quantity.count(session.copiedPackets, "packet") + " captured again on another link"
    }

    /// `on en0`; nil where all sessions were captured at one place.
    static func interface(_ session: Session, of capture: CaptureSummary) -> String? {
        if let name = session.interfaceName { return "on " + SafeText.escaped(name) }
        guard capture.interfaces.count > 1 else { return nil }
        let name = capture.interfaces.first { $0.id == session.interface }?.name
        return "on " + (name.map(SafeText.escaped) ?? "interface \(session.interface)")
    }

    /// `encrypted (TLS 1.3, example.local, h2)`, nil for what is not.
    static func channel(_ session: Session) -> String? {
        guard session.tls != nil || session.application == .tls || session.transport == .quic else { return nil }
        var facts: [String] = []
        if let version = session.tls?.version {
            facts.append(SafeText.escaped(version))
        } else if session.transport == .quic {
            facts.append(session.quic?.versions.last.map(version) ?? "QUIC")
        }
        if let name = serverName(session) { facts.append(name) }
        facts += (session.tls?.applicationProtocols ?? []).prefix(protocolsShown).map(short)
        let word = session.decrypted == true ? "decrypted" : "encrypted"
        return facts.isEmpty ? word : "\(word) (\(facts.joined(separator: ", ")))"
    }

    private static let protocolsShown = 4
    private static let nameWidth = 40

    /// The name that the initiator's handshake has for the responder, nil without one.
    static func serverName(_ session: Session) -> String? { session.tls?.serverName.map(short) }

    /// A name from a handshake, which may be long.
    private static func short(_ name: String) -> String { PeerNames.short(name, width: nameWidth) }

    /// `QUIC version 1` for `0x00000001` (RFC 9000), `QUIC version 2` for that of RFC 9369, others by their number.
    static func version(_ number: String) -> String {
        switch number.lowercased() {
        case "0x00000001": "QUIC version 1"
        case "0x6b3343cf": "QUIC version 2"
        default: "QUIC \(SafeText.escaped(number))"
        }
    }

    /// `transport RTT, duplicate ACKs: Data carries no acknowledgment numbers.`
    ///
    /// - Parameter count: The number of metrics that are named; the others are counted.
    static func limit(_ limit: Session.MetricLimit, naming count: Int = .max) -> String {
        var metrics = limit.metrics.prefix(count).map { Session.title(ofMetric: $0) ?? SafeText.escaped($0) }
        if limit.metrics.count > metrics.count { metrics.append("\(limit.metrics.count - metrics.count) more") }
        let message = SafeText.escaped(limit.message)
        return metrics.isEmpty ? message : "\(metrics.joined(separator: ", ")): \(message)"
    }

    /// What the network's round trip was taken from: `handshake`.
    static func origin(_ origin: Session.NetworkRTT.Origin) -> String {
        switch origin {
        case .handshake: "handshake"
        case .transport: "fastest acknowledgments"
        case .application: "fastest answer"
        default: SafeText.escaped(origin.rawValue)
        }
    }

    /// Why the network's round trip is not known; nil where nothing was to be expected.
    static func reason(_ reason: Session.NetworkRTT.Reason) -> String? {
        switch reason {
        case .answeringTime: "the capture point shows only the answering time of the host beside it"
        case .capturePointUnknown: "the round trips may be a host's own, as the capture point is not known"
        default: nil
        }
    }

    /// `3 of 1,000 lost (0.3 %)`, or `3 lost` if the total is unknown; nil without loss.
    static func lost(_ direction: SessionDirection) -> String? {
        guard let lost = direction.lostMessages, lost > 0 else { return nil }
        guard direction.countsNumbered else { return "\(Quantity.grouped(lost)) lost" }
        let all = Quantity.grouped(lost + direction.numberedMessages)
        return "\(Quantity.grouped(lost)) of \(all) lost (\(Quantity.share(direction.loss)))"
    }
}
