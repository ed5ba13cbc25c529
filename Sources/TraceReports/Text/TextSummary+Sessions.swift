import TraceAnalysis

extension TextSummary {
    /// So many sessions are told in full; more get one line each.
    private static let detailed = 4
    private static let rows = 24

    /// Which sessions, and how good are they?
    func sessionLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.sessions.isEmpty else { return [] }
        // Discovery and other background conversations are counted, not listed: the services above tell what they said.
        let listed = showsAll ? report.sessions : report.sessions.filter { !Self.isBackground($0) }
        let shown = showsAll ? listed : Array(listed.prefix(Self.rows))
        var counts: [(String, Int)] = []
        for session in report.sessions {
            let kind = Self.isBackground(session) ? "background" : Self.kind(session)
            if let index = counts.firstIndex(where: { $0.0 == kind }) {
                counts[index].1 += 1
            } else {
                counts.append((kind, 1))
            }
        }
        var lines = [heading("Sessions", counts.map { "\($0.1) \($0.0)" }.joined(separator: ", "))]
        if shown.count <= Self.detailed {
            for session in shown { lines += detailLines(session, report, names) }
        } else {
            lines += tableLines(shown, names)
        }
        return lines + more(listed.count - shown.count, "sessions")
    }

    private static func isBackground(_ session: Session) -> Bool {
        session.transport == .udp && (session.responder.peer == nil || session.responder.port == 5353)
            && session.application == .unknown
    }

    /// `mesh over TCP`
    private static func kind(_ session: Session) -> String {
        let transport = session.transport.rawValue.uppercased()
        return session.application == .unknown ? transport : session.application.rawValue + " over " + transport
    }

    /// `mesh/TCP`
    private static func shortKind(_ session: Session) -> String {
        let transport = session.transport.rawValue.uppercased()
        return session.application == .unknown ? transport : session.application.rawValue + "/" + transport
    }

    private static func ending(_ session: Session) -> String {
        switch session.ending {
        case .fin: "closed"
        case .reset: "reset"
        case .idle: "went idle"
        case .captureEnd: "still open"
        case .refused: "refused"
        case .unanswered: "unanswered"
        case .close: "closed"
        }
    }

    // MARK: - One line

    private func tableLines(_ sessions: [Session], _ names: PeerNames) -> [String] {
        var table = TextTable([
            .init("#", .right), .init("from", limit: 20), .init("to", limit: 20), .init("over", limit: 16),
            .init("start", .right), .init("lasted", .right), .init("→", .right), .init("←", .right),
            .init("RTT", .right), .init("resent", .right), .init("end"),
        ])
        for session in sessions {
            let resent = (session.forward.retransmittedPackets ?? 0) + (session.backward.retransmittedPackets ?? 0)
            table.add([
                "\(session.id)", names.name(session.initiator), names.name(session.responder), Self.shortKind(session),
                Quantity.digits(session.start) + " s", Quantity.duration(session.duration),
                Self.amount(session.forward), Self.amount(session.backward),
                session.transportRTT.median.map { Quantity.duration($0) } ?? "", resent > 0 ? "\(resent)" : "",
                Self.ending(session),
            ])
        }
        return table.lines(width: width, style: style)
    }

    private static func amount(_ direction: SessionDirection) -> String {
        if let messages = direction.messages { return "\(messages) msg" }
        return direction.payloadBytes.map { Quantity.bytes($0) } ?? "–"
    }

    // MARK: - In full

    private func detailLines(_ session: Session, _ report: TraceReport, _ names: PeerNames) -> [String] {
        let service = session.service.flatMap { id in report.services.first { $0.id == id } }
        let ends = names.name(session.initiator) + " → " + names.name(session.responder)
        var title = "  #\(session.id) \(Self.kind(session)): \(ends)"
        if let service { title += ", “\(SafeText.escaped(service.instance))” \(SafeText.escaped(service.type))" }
        var facts = [
            "\(session.initiator.address) port \(session.initiator.port) → "
                + "\(session.responder.address) port \(session.responder.port)"
        ]
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
        phases.append("\(Self.ending(session)) after \(Quantity.duration(session.duration))")
        facts.append(phases.joined(separator: ", "))
        var delays: [String] = []
        if let handshake = session.handshakeRTT { delays.append("handshake RTT \(Quantity.duration(handshake))") }
        if let median = session.transportRTT.median {
            delays.append(
                "transport RTT \(Quantity.duration(median)) (median of \(session.transportRTT.count), "
                    + "\(Quantity.duration(session.transportRTT.min)) … \(Quantity.duration(session.transportRTT.max)))"
            )
        }
        if !delays.isEmpty { facts.append(delays.joined(separator: ", ")) }
        facts.append("→ " + Self.sent(session.forward))
        facts.append("← " + Self.sent(session.backward))
        return SafeText.wrapped(title, width: width - 5).enumerated().map {
            $0.offset == 0 ? "  " + $0.element : "     " + $0.element
        }
            + facts.flatMap { SafeText.wrapped($0, width: width - 7) }.map { "     " + $0 }
    }

    private static func sent(_ direction: SessionDirection) -> String {
        var parts: [String] = []
        if let messages = direction.messages {
            let types = direction.messageTypes.entries.map { "\($0.count) \(SafeText.escaped($0.name))" }
            parts.append(
                Quantity.count(messages, "message") + (types.isEmpty ? "" : " (\(types.joined(separator: ", ")))"))
        }
        if let payload = direction.payloadBytes {
            parts.append("\(Quantity.bytes(payload)) in \(Quantity.count(direction.packets, "packet"))")
        }
        if let goodput = direction.goodput { parts.append(Quantity.rate(goodput)) }
        let problems: [(Int?, String)] = [
            (direction.malformedMessages, "malformed"), (direction.retransmittedPackets, "retransmitted"),
            (direction.outOfOrderPackets, "out of order"), (direction.zeroWindows, "zero windows"),
            (direction.missingBytes, "bytes not captured"),
        ]
        for (count, name) in problems where (count ?? 0) > 0 { parts.append("\(count ?? 0) \(name)") }
        return parts.joined(separator: ", ")
    }
}
