import TraceModel
import WireText

/// A session in a few lines: who, when, by which steps, how far apart, what each side sent.
extension TextSummary {
    func detailLines(_ session: Session, _ services: [String: Service], _ names: PeerNames) -> [String] {
        let service = session.service.flatMap { services[$0] }
        let responder = names.responder(session)
        let ends = names.name(session.initiator) + " → " + responder
        var title = "#\(session.id) \(SessionWords.kind(session)): \(ends)"
        if let service { title += ", “\(SafeText.escaped(service.instance))” \(SafeText.escaped(service.type))" }
        var facts: [[String]] = []
        if showsAll {
            facts.append([
                "\(session.initiator.address) port \(session.initiator.port) →",
                "\(session.responder.address) port \(session.responder.port)",
            ])
        }
        facts.append(
            Self.list(Self.course(session, port: showsAll ? nil : names.port(session.responder, calling: responder))))
        facts += MultipeerWords.lines(session).map { Self.list($0) }
        facts.append(SessionWords.dotted(SessionWords.phases(session)))
        facts.append(Self.list(Self.delays(session, draws: !style.isASCII)))
        // Requests and answers that name each other say it better.
        if showsAll || session.applicationRTT.count == 0 {
            facts.append(Self.list(SessionWords.answers(session.forward, to: names.name(session.initiator))))
        }
        // What an initiator takes to ask again is for those who look for it.
        if showsAll {
            facts.append(Self.list(SessionWords.answers(session.backward, to: names.name(session.responder))))
        }
        facts.append(Self.list(Self.surroundings(session)))
        facts += Self.limits(session, showsAll: showsAll)
        var lines = paragraph(title, first: "  ", margin: 5)
        lines += facts.flatMap { paragraph($0, margin: 5) }
        for (arrow, direction) in [("→", session.forward), ("←", session.backward)] {
            lines += paragraph(Self.list(Self.sent(direction)), first: "     \(arrow) ", margin: 7)
        }
        return lines
    }

    /// When did what happen? Steps in the phases are not repeated.
    private static func course(_ session: Session, port: String?) -> [String] {
        let start = Quantity.moment(session.start) + (port.map { " (\($0))" } ?? "")
        if session.transport == .udp, session.forward.packets + session.backward.packets == 1 {
            return ["one packet at \(start)"]
        }
        var parts = ["started at \(start)"]
        if session.midstream { parts.append("already under way") }
        let steps: [(String, Double?, Double?)] = [
            ("established", session.established, session.phases.connect),
            ("identified", session.identified, session.phases.identify),
            ("first message", session.firstMessage, session.phases.firstMessage),
        ]
        for case (let step, let moment?, nil) in steps {
            parts.append("\(step) after \(Quantity.duration(moment - session.start))")
        }
        let duration = Quantity.duration(session.duration)
        switch session.ending {
        case .idle, .captureEnd:
            // Datagrams open nothing that could be left open.
            if session.transport == .udp {
                parts.append("lasted \(duration)")
            } else {
                let open = session.handshake == .halfOpen ? "never opened, " : "still open after "
                parts.append((session.ending == .idle ? "went idle after " : open) + duration)
            }
        case .unanswered where SessionWords.isOneWay(session):
            parts.append("only one direction captured, for \(duration)")
        case .unanswered where !session.icmpErrors.isEmpty: parts.append("answered by ICMP alone, within \(duration)")
        case .unanswered: parts.append("no reply within \(duration)")
        default: parts.append("\(SessionWords.endingInFull(session)) after \(duration)")
        }
        return parts
    }

    /// How far are the two apart?
    ///
    /// - Parameter draws: Whether the course of round trips is drawn beside them.
    private static func delays(_ session: Session, draws: Bool) -> [String] {
        var parts: [String] = []
        let network = session.networkRTT
        if let value = network.value, let origin = network.from {
            parts.append("network RTT \(Quantity.duration(value)) (\(SessionWords.origin(origin)))")
        }
        // What the two ends ask is far apart, where one of them has the capture beside it.
        let answering = session.answeringTimes
        let asked = answering == session.applicationRTT ? Distribution() : session.pathRoundTrips.delays
        if let median = asked.median {
            parts.append("application RTT \(Quantity.duration(median)) (\(spread(asked)))\(course(session, draws))")
            if let probes = SessionWords.unansweredProbes(session) { parts.append(probes) }
            if let jitter = session.pathRoundTrips.jitter.meanAbsoluteDifference {
                parts.append("jitter \(Quantity.duration(jitter))")
            }
        }
        if let median = answering.median {
            let place = session.capturePoint == .responder ? ", captured at the responder" : ""
            parts.append("answering time \(Quantity.duration(median)) (\(spread(answering))\(place))")
        }
        if let median = session.transportRTT.median {
            let samples =
                session.applicationRTT.median == nil
                ? " (\(spread(session.transportRTT)))\(course(session, draws))" : ""
            parts.append("acknowledged after \(Quantity.duration(median))\(samples)")
        }
        return parts
    }

    private static let courseWidth = 16

    /// The course of the direction with more round trips, after a blank; nothing for few.
    private static func course(_ session: Session, _ draws: Bool) -> String {
        let sides = [session.forward, session.backward]
        let counts = sides.map { $0.applicationRTT.count > 0 ? $0.applicationRTT.count : $0.transportRTT.count }
        let course = sides[counts[1] > counts[0] ? 1 : 0].roundTripCourse
        guard draws, !course.isEmpty else { return "" }
        return " " + Sparkline.of(course, width: courseWidth)
    }

    private static func spread(_ distribution: Distribution) -> String {
        guard distribution.count > 1 else { return "1 sample" }
        let (slow, most) = (Quantity.duration(distribution.p95), Quantity.duration(distribution.max))
        return "median of \(Quantity.grouped(distribution.count)), p95 \(slow), max \(most)"
    }

    /// The reason why the content is hidden, the process, the interface, and messages from routers.
    private static func surroundings(_ session: Session) -> [String] {
        var parts: [String] = []
        if let channel = SessionWords.channel(session) {
            parts.append(channel)
        } else if session.reportedApplication == .unknown, let evidence = session.evidence {
            parts.append(SafeText.escaped(evidence))
        }
        if let process = SessionWords.process(session) { parts.append("process \(process)") }
        if let interface = session.interfaceName { parts.append("on \(SafeText.escaped(interface))") }
        let views = SessionWords.otherViews(session)
        if let copies = SessionWords.copies(session) { parts.append(copies) }
        if !views.isEmpty { parts.append("the same connection as #" + views.map(String.init).joined(separator: ", #")) }
        return parts + session.icmpErrors.map(SessionWords.errorInFull)
    }

    private static let limitsShown = 2
    private static let metricsShown = 3

    /// Why figures are missing or mean less than usual.
    private static func limits(_ session: Session, showsAll: Bool) -> [[String]] {
        let answering = session.answeringTimes.median != nil
        let limits = showsAll ? session.limits : session.limits.filter { isWorthALine($0, showsAnswering: answering) }
        let shown = showsAll ? limits[...] : limits.prefix(limitsShown)
        let rest = limits.count - shown.count
        return shown.map {
            "limited: \(SessionWords.limit($0, naming: showsAll ? .max : metricsShown))".split(separator: " ")
                .map(String.init)
        } + (rest > 0 ? [["… and \(rest) more: --all lists them all"]] : [])
    }

    /// Limits that other parts of the summary already show are left out, and so are those of every capture at one end
    /// of a session.
    private static func isWorthALine(_ limit: Session.MetricLimit, showsAnswering: Bool) -> Bool {
        switch limit.reason {
        case .encrypted, .depth, .midstream: false
        case .capturePoint: !limit.isOfDirections && !showsAnswering
        default: true
        }
    }

    /// The data that one end sent, and its faults.
    private static func sent(_ direction: SessionDirection) -> [String] {
        guard direction.packets > 0 else { return ["nothing"] }
        var parts: [String] = []
        if let messages = direction.messages {
            var types = direction.messageTypes.entries.map {
                "\(Quantity.grouped($0.count)) \(SafeText.escaped($0.name))"
            }
            if !types.isEmpty {
                types[0] = "(" + types[0]
                types[types.count - 1] += ")"
            }
            let count = Quantity.count(messages, "message")
            parts += types.isEmpty ? [count] : [count + " " + types[0]] + types.dropFirst()
        }
        if let payload = direction.payloadBytes {
            parts.append("\(Quantity.bytes(payload)) in \(Quantity.count(direction.packets, "packet"))")
        } else {
            let packets = Quantity.count(direction.packets, "packet")
            parts.append("\(packets), \(Quantity.bytes(direction.wireBytes)) on the wire")
        }
        if let rate = direction.bulk?.goodput ?? direction.goodput { parts.append(Quantity.rate(rate)) }
        if let lost = SessionWords.lost(direction) { parts.append(lost) }
        let problems: [(Int?, String)] = [
            (direction.duplicateMessages, "duplicate"), (direction.reorderedMessages, "reordered"),
            (direction.malformedMessages, "malformed"), (direction.retransmittedPackets, "retransmitted"),
            (direction.outOfOrderPackets, "out of order"), (direction.urgentPackets, "urgent"),
        ]
        for (count, name) in problems where (count ?? 0) > 0 { parts.append("\(Quantity.grouped(count ?? 0)) \(name)") }
        if let asked = direction.keepAlives, asked > 0 { parts.append(Quantity.count(asked, "keep-alive")) }
        if let windows = direction.zeroWindows, windows > 0 { parts.append(Quantity.count(windows, "zero window")) }
        if let missing = direction.missingBytes, missing > 0 { parts.append("\(Quantity.bytes(missing)) not captured") }
        if let median = direction.oneWayDelay.median, direction.oneWayDelay.count > 1 {
            parts.append("one-way delay varies by \(Quantity.duration(median)) (median)")
        }
        return parts
    }
}
