import TraceAnalysis

extension TextSummary {
    /// So many sessions are told in full; more get one line each, and with `--all` both.
    private static let detailed = 4
    private static let rows = 24

    /// Which sessions, and how good are they?
    func sessionLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.sessions.isEmpty else { return [] }
        // Discovery and other background conversations are counted, not listed: the services above tell what they said.
        let listed = showsAll ? report.sessions : report.sessions.filter { !$0.isBackground }
        let shown = showsAll ? listed : Array(listed.prefix(Self.rows))
        var lines = [heading("Sessions", SafeText.cut(Self.census(report.sessions), width: width - 11))]
        if listed.isEmpty { lines.append(style.dim("  mDNS and multicast only: --all lists them")) }
        if shown.count > Self.detailed { lines += tableLines(shown, names) }
        if shown.count <= Self.detailed || showsAll {
            let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
            let told = shown.filter { !$0.isBackground || shown.count <= Self.detailed }
            if shown.count > Self.detailed, !told.isEmpty { lines.append("") }
            for session in told { lines += detailLines(session, services, names) }
        }
        return lines + more(listed.count - shown.count, "session")
    }

    /// How many of which kind, what is listed first.
    private static func census(_ sessions: [Session]) -> String {
        var counts: [(kind: String, count: Int)] = []
        for session in sessions where !session.isBackground {
            if let index = counts.firstIndex(where: { $0.kind == kind(session) }) {
                counts[index].count += 1
            } else {
                counts.append((kind(session), 1))
            }
        }
        let background = sessions.count { $0.isBackground }
        if background > 0 { counts.append(("mDNS and multicast", background)) }
        return counts.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
    }

    /// `mesh over TCP`
    private static func kind(_ session: Session) -> String {
        let transport = session.transport.rawValue.uppercased()
        return session.application == .unknown ? transport : application(session) + " over " + transport
    }

    /// `mesh/TCP`
    static func shortKind(_ session: Session) -> String {
        let transport = session.transport.rawValue.uppercased()
        return session.application == .unknown ? transport : application(session) + "/" + transport
    }

    private static func application(_ session: Session) -> String {
        session.application == .tls ? "TLS" : session.application.rawValue
    }

    private static func ending(_ session: Session) -> String {
        switch session.ending {
        case .fin, .close: "closed"
        case .reset: "reset"
        case .idle: "idle"
        case .captureEnd: "open"
        case .refused: "refused"
        case .unanswered: "no reply"
        }
    }

    // MARK: - One line

    private func tableLines(_ sessions: [Session], _ names: PeerNames) -> [String] {
        var table = TextTable([
            .init("#", .right), .init("from", limit: 20, minimum: 11), .init("to", limit: 20, minimum: 11),
            .init("port", .right, dispensable: 5), .init("over", limit: 16, dispensable: 1),
            .init("start", .right, dispensable: 6), .init("lasted", .right, dispensable: 4), .init("→", .right),
            .init("←", .right), .init("RTT", .right, dispensable: 2), .init("resent", .right, dispensable: 3),
            .init("end", limit: 24, minimum: 8),
        ])
        for session in sessions {
            let resent = (session.forward.retransmittedPackets ?? 0) + (session.backward.retransmittedPackets ?? 0)
            // A conversation of datagrams has no end that could be seen.
            let isOpen = session.ending == .captureEnd || session.ending == .idle
            table.add([
                "\(session.id)", names.name(session.initiator), names.name(session.responder),
                "\(session.responder.port)", Self.shortKind(session), Quantity.digits(session.start) + " s",
                Quantity.duration(session.duration), Self.amount(session.forward), Self.amount(session.backward),
                session.transportRTT.median.map { Quantity.duration($0) } ?? "", resent > 0 ? "\(resent)" : "",
                session.transport == .udp && isOpen ? Self.firstError(session) : Self.ending(session),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// What ICMP said first, in words.
    private static func firstError(_ session: Session) -> String {
        guard let error = session.icmpErrors.first else { return "" }
        return error.name.map(SafeText.escaped) ?? "ICMP \(error.type)/\(error.code)"
    }

    private static func amount(_ direction: SessionDirection) -> String {
        if let messages = direction.messages { return "\(messages) msg" }
        return direction.packets == 0 ? "–" : direction.payloadBytes.map { Quantity.bytes($0) } ?? "–"
    }

    // MARK: - In full

    private func detailLines(_ session: Session, _ services: [String: Service], _ names: PeerNames) -> [String] {
        let service = session.service.flatMap { services[$0] }
        let ends = names.name(session.initiator) + " → " + names.name(session.responder)
        var title = "  #\(session.id) \(Self.kind(session)): \(ends)"
        if let service { title += ", “\(SafeText.escaped(service.instance))” \(SafeText.escaped(service.type))" }
        var facts = [
            [
                "\(session.initiator.address) port \(session.initiator.port) →",
                "\(session.responder.address) port \(session.responder.port)",
            ],
            Self.list(Self.phases(session)),
        ]
        var delays: [String] = []
        if let handshake = session.handshakeRTT { delays.append("handshake RTT \(Quantity.duration(handshake))") }
        let transport = session.transportRTT
        if let median = transport.median {
            let spread =
                transport.count == 1
                ? "1 sample"
                : "median of \(transport.count), \(Quantity.duration(transport.min)) … \(Quantity.duration(transport.max))"
            delays.append("transport RTT \(Quantity.duration(median)) (\(spread))")
        }
        if !delays.isEmpty { facts.append(Self.list(delays)) }
        let surroundings = Self.surroundings(session)
        if !surroundings.isEmpty { facts.append(Self.list(surroundings)) }
        var lines = SafeText.wrapped(title, width: width - 5).enumerated().map {
            $0.offset == 0 ? "  " + $0.element : "     " + $0.element
        }
        lines += facts.flatMap { SafeText.wrapped($0, width: width - 5) }.map { "     " + $0 }
        for (arrow, direction) in [("→", session.forward), ("←", session.backward)] {
            let told = SafeText.wrapped(Self.list(Self.sent(direction)), width: width - 7)
            for (index, line) in told.enumerated() { lines.append("     " + (index == 0 ? arrow : " ") + " " + line) }
        }
        return lines
    }

    /// When did what happen?
    private static func phases(_ session: Session) -> [String] {
        if session.transport == .udp, session.forward.packets + session.backward.packets == 1 {
            return ["one packet at \(Quantity.duration(session.start))"]
        }
        var phases = ["started at \(Quantity.duration(session.start))"]
        if session.midstream { phases.append("already under way") }
        if let established = session.established {
            phases.append("established after \(Quantity.duration(established - session.start))")
        }
        if let identified = session.identified {
            phases.append("identified after \(Quantity.duration(identified - session.start))")
        }
        if let message = session.firstMessage {
            phases.append("first message after \(Quantity.duration(message - session.start))")
        }
        let duration = Quantity.duration(session.duration)
        switch session.ending {
        case .idle, .captureEnd:
            // Datagrams open nothing that could be left open.
            if session.transport == .udp {
                phases.append("lasted \(duration)")
            } else {
                phases.append((session.ending == .idle ? "went idle after " : "still open after ") + duration)
            }
        case .unanswered: phases.append("gave up unanswered after \(duration)")
        default: phases.append("\(ending(session)) after \(duration)")
        }
        return phases
    }

    /// Which process, on which interface, and what routers said.
    private static func surroundings(_ session: Session) -> [String] {
        var parts: [String] = []
        if let process = session.process {
            var text = "process \(Self.name(process))"
            if let effective = session.effectiveProcess, effective != process { text += " for \(Self.name(effective))" }
            parts.append(text)
        }
        if let interface = session.interfaceName { parts.append("on \(SafeText.escaped(interface))") }
        for error in session.icmpErrors {
            let words = error.name.map(SafeText.escaped) ?? "ICMP type \(error.type) code \(error.code)"
            let times = error.count > 1 ? ", \(Quantity.grouped(error.count)) times" : ""
            parts.append("\(words) from \(error.source) at \(Quantity.duration(error.time))\(times)")
        }
        return parts
    }

    private static func name(_ process: Session.Process) -> String {
        process.name.map { "\(SafeText.escaped($0)) (\(process.processID))" } ?? "\(process.processID)"
    }

    /// What one end sent, and what was wrong with it.
    private static func sent(_ direction: SessionDirection) -> [String] {
        guard direction.packets > 0 else { return ["nothing"] }
        var parts: [String] = []
        if let messages = direction.messages {
            var types = direction.messageTypes.entries.map { "\($0.count) \(SafeText.escaped($0.name))" }
            if !types.isEmpty {
                types[0] = "(" + types[0]
                types[types.count - 1] += ")"
            }
            let count = Quantity.count(messages, "message")
            parts += types.isEmpty ? [count] : [count + " " + types[0]] + types.dropFirst()
        }
        if let payload = direction.payloadBytes {
            parts.append("\(Quantity.bytes(payload)) in \(Quantity.count(direction.packets, "packet"))")
        }
        if let goodput = direction.goodput { parts.append(Quantity.rate(goodput)) }
        let problems: [(Int?, String)] = [
            (direction.malformedMessages, "malformed"), (direction.retransmittedPackets, "retransmitted"),
            (direction.outOfOrderPackets, "out of order"), (direction.urgentPackets, "urgent"),
        ]
        for (count, name) in problems where (count ?? 0) > 0 { parts.append("\(Quantity.grouped(count ?? 0)) \(name)") }
        if let windows = direction.zeroWindows, windows > 0 { parts.append(Quantity.count(windows, "zero window")) }
        if let missing = direction.missingBytes, missing > 0 { parts.append("\(Quantity.bytes(missing)) not captured") }
        return parts
    }
}
