import TraceModel
import WireText

/// Captures of connections, and of tests of a path.
extension Verdict {
    /// Sessions between hosts, each connection once though several interfaces show it.
    private var sessions: [Session] {
        report.sessions.filter { session in
            !session.isBackground && SessionWords.otherViews(session).allSatisfy { $0 > session.id }
        }
    }

    func echoTests() -> Clause? {
        let tests = sessions.filter { $0.application == .echo }
        guard let test = tests.first else { return nil }
        let probes = tests.compactMap(SessionWords.probes)
        let (sent, unanswered) = probes.reduce((0, 0)) { ($0.0 + $1.sent, $0.1 + $1.unanswered) }
        var parts: [String] = []
        let title = tests.count > 1 ? "\(Self.number(tests.count)) echo tests: " : ""
        if unanswered > 0 {
            parts.append(
                "\(Quantity.grouped(unanswered)) of \(Quantity.count(sent, "probe")) \(unanswered == 1 ? "was" : "were") never answered"
            )
        } else if sent > 0 {
            parts.append(
                sent == 1 ? "the only probe was answered" : "all \(Quantity.count(sent, "probe")) were answered")
        }
        var codes: Set<String> = ["requests-unanswered"]
        if let lost = lostMessages() ?? resentPackets() {
            parts.insert(lost, at: 0)
            codes.insert("packet-loss-high")
        }
        if tests.count == 1 {
            let asked = test.answeringTimes.count > 0 && test.answeringTimes == test.applicationRTT
            if asked {
                parts.append(
                    "\(names.responder(test)) took \(Quantity.duration(test.answeringTimes.median)) to answer")
            } else if let median = test.pathRoundTrips.delays.median {
                parts.append("round trip \(Quantity.duration(median))")
            }
        }
        guard !parts.isEmpty else { return Clause(text: "\(Quantity.count(tests.count, "echo test"))") }
        let text = title + parts.joined(separator: "; ")
        let isTrouble = unanswered > 0 || codes.count > 1
        return Clause(
            text: text.prefix(1).uppercased() + text.dropFirst(), codes: isTrouble ? codes : [], isTrouble: isTrouble)
    }

    /// Messages with numbers that did not come, or packets that came again.
    func losses() -> Clause? {
        guard let text = lostMessages() ?? resentPackets() else { return nil }
        return Clause(text: text, codes: ["packet-loss-high"], isTrouble: true)
    }

    /// `51 of 1,000 messages from Ana never arrived (5.1 %)`
    private func lostMessages() -> String? {
        let losses = report.findings.filter {
            $0.code.rawValue == "packet-loss-high" && $0.facts["counted"]?.texts == ["messages"]
        }
        guard let worst = losses.first, let words = loss(worst) else { return nil }
        let others = others(losses.count - 1, "messages were lost")
        return "\(words.count) messages from \(words.sender) never arrived (\(words.share))\(others)"
    }

    /// `14 of 218 packets from Ana had to be sent again (6.4 %)`
    private func resentPackets() -> String? {
        let losses = report.findings.filter { $0.code.rawValue == "packet-loss-high" }
        guard let worst = losses.first, let words = loss(worst) else { return nil }
        let others = others(losses.count - 1, "packets were sent again")
        return "\(words.sender) had to send \(words.count) packets again (\(words.share))\(others)"
    }

    /// `; in 2 other directions messages were lost too`: each is from one end of a session to the other.
    private func others(_ count: Int, _ what: String) -> String {
        count > 0 ? "; in \(Quantity.count(count, "other direction")) \(what) too" : ""
    }

    private func loss(_ finding: Finding) -> (count: String, sender: String, share: String)? {
        guard let lost = finding.facts["lost"]?.number, let sent = finding.facts["sent"]?.number else { return nil }
        let sender = finding.facts["peer"]?.texts.first.flatMap { names.name(peer: $0) } ?? "one side"
        return (
            "\(Quantity.grouped(Int(lost))) of \(Quantity.grouped(Int(sent)))", sender,
            Quantity.share(finding.facts["ratio"]?.number)
        )
    }

    func connections() -> Clause? {
        let sessions = sessions
        guard let first = sessions.first else { return nil }
        guard sessions.count > 1 else { return single(first) }
        let opened = sessions.filter { $0.transport != .udp }
        let conversations = sessions.count - opened.count
        var parts: [String] = []
        if !opened.isEmpty { parts.append(Quantity.count(opened.count, "connection")) }
        if conversations > 0 { parts.append(Quantity.count(conversations, "UDP conversation")) }
        let failed = opened.count(where: Self.isFailed)
        let reset = resetCount(of: Set(opened.map(\.id)))
        var faults: [String] = []
        if failed > 0 { faults.append("\(Quantity.grouped(failed)) failed") }
        if reset > 0 { faults.append("\(Quantity.grouped(reset)) \(reset == 1 ? "was" : "were") reset") }
        let text =
            parts.joined(separator: " and ") + ends(sessions)
            + (faults.isEmpty ? "" : "; " + faults.joined(separator: " and "))
        return Clause(
            text: text, codes: reset > 0 ? ["connection-reset"] : [], isTrouble: !faults.isEmpty,
            isUnderstood: sessions.allSatisfy(Self.isUnderstood))
    }

    /// Findings of connections whose reset took something away: many programs end what they have done with one.
    private var resets: [Finding] { report.findings.filter { $0.code.rawValue == "connection-reset" } }

    /// How many of these sessions were reset, and of a finding that lists only the first of its sessions, how many it has.
    private func resetCount(of sessions: Set<Int>) -> Int {
        resets.reduce(0) { sum, finding in
            let listed = Set(finding.sessionIDs)
            let attempts = Int(finding.facts["attempts"]?.number ?? 1)
            return sum + (attempts > listed.count ? attempts : listed.intersection(sessions).count)
        }
    }

    /// ` of 10.0.0.1 with 41 hosts`, ` between 7 hosts`, ` between Ana and Bo`
    private func ends(_ sessions: [Session]) -> String {
        func key(_ end: Session.Endpoint) -> String { end.peer ?? end.address }
        let all = Set(sessions.flatMap { [key($0.initiator), key($0.responder)] })
        guard all.count > 1 else { return sessions.first.map { " of \(names.name($0.initiator)) with itself" } ?? "" }
        guard all.count > 2 else {
            return sessions.first.map { " between \(names.name($0.initiator)) and \(names.responder($0))" } ?? ""
        }
        let candidates = sessions.first.map { [$0.initiator, $0.responder] } ?? []
        let center = candidates.first { end in
            sessions.allSatisfy { key($0.initiator) == key(end) || key($0.responder) == key(end) }
        }
        guard let center else { return " between \(Quantity.count(all.count, "host"))" }
        return " of \(names.name(center)) with \(Quantity.count(all.count - 1, "host"))"
    }

    /// Whether a connection never came about.
    private static func isFailed(_ session: Session) -> Bool {
        switch session.ending {
        case .refused: true
        case .unanswered: !SessionWords.isOneWay(session)
        default: session.handshake == .halfOpen
        }
    }

    /// Whether what was said in a session is known.
    private static func isUnderstood(_ session: Session) -> Bool {
        session.transport != .quic && session.application.isUnderstood
    }

    /// `One TLS connection from Ana to example.org: 45.2 kB in 3 s, closed by the initiator`
    private func single(_ session: Session) -> Clause {
        let isUnderstood = Self.isUnderstood(session)
        let ends = "\(names.name(session.initiator)) to \(names.responder(session))"
        let kind = session.transport == .udp ? "conversation" : "connection"
        let protocols = session.application == .tls ? SessionWords.application(session) : SessionWords.kind(session)
        let title = "One \(protocols) \(kind) from \(ends)"
        if session.transport != .udp, Self.isFailed(session) {
            return Clause(text: "\(title) failed: \(SessionWords.ending(session))", isTrouble: true)
        }
        var parts = ["\(title): \(Quantity.bytes(session.traffic)) in \(Quantity.duration(session.duration))"]
        let isAnswered = session.backward.packets > 0
        if session.transport == .tcp {
            let isOpen = session.ending == .captureEnd || session.ending == .idle
            parts.append(isOpen ? "still open at the end" : SessionWords.endingInFull(session))
        } else if !isAnswered {
            // What is known to be a stream needs no answer.
            parts.append(isUnderstood ? "one way" : "without an answer")
        }
        let lost = session.lostMessages ?? 0
        if lost > 0 { parts.append("\(Quantity.count(lost, "message")) lost") }
        return Clause(
            text: parts.joined(separator: ", "),
            isTrouble: resets.contains { $0.sessionIDs.contains(session.id) } || lost > 0
                || !isAnswered && !isUnderstood,
            isUnderstood: isUnderstood)
    }
}
