import TraceModel
import WireText

extension SessionsView {
    /// Everything that the report has of a session: both directions beside each other, what each step took, and what the
    /// capture could not support.
    ///
    /// - Returns: Lines with nothing from the capture that could steer a terminal.
    public func detail(_ session: Session, of report: TraceReport) -> String {
        let names = PeerNames(report.peers)
        var lines = title(session, names)
        lines += facts(session, report)
        for section in [
            directions(session, names), streams(session), delays(session, names), roundTrips(session),
            throughput(session),
            findings(session, report),
        ] where !section.isEmpty {
            lines += [""] + section
        }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Facts

    private func title(_ session: Session, _ names: PeerNames) -> [String] {
        paragraph(
            SessionWords.dotted([style.heading("Session \(session.id)"), SessionWords.kind(session)]) + [
                "· \(names.name(session.initiator)) →", names.responder(session),
            ], margin: 0)
    }

    private func facts(_ session: Session, _ report: TraceReport) -> [String] {
        var lines = labeled(
            "ends",
            [
                "\(session.initiator.address) port \(session.initiator.port) →",
                "\(session.responder.address) port \(session.responder.port)",
            ])
        if let service = report.services.first(where: { $0.id == session.service }) {
            lines += labeled("service", ["“\(SafeText.escaped(service.instance))”", SafeText.escaped(service.type)])
        }
        lines += labeled("time", TextSummary.list(times(session)))
        lines += labeled("phases", SessionWords.dotted(SessionWords.phases(session)))
        for (number, words) in MultipeerWords.lines(session).enumerated() {
            lines += labeled(number == 0 ? "multipeer" : "", TextSummary.list(words))
        }
        if let channel = SessionWords.channel(session) { lines += labeled("channel", [channel]) }
        lines += labeled("TLS", TextSummary.list(Self.handshake(session)))
        lines += labeled("keys", TextSummary.list(SealedWords.lines(session)))
        lines += labeled("QUIC", TextSummary.list(Self.quicFacts(session)))
        lines += labeled("", TextSummary.list(Self.openedQUIC(session)))
        if let evidence = session.evidence { lines += labeled("evidence", SafeText.escaped(evidence)) }
        let place = [
            SessionWords.capturePoint(session), SessionWords.interface(session, of: report.capture),
            SessionWords.copies(session),
        ].compactMap(\.self)
        lines += labeled("captured", TextSummary.list(place))
        lines += labeled("also", TextSummary.list(companions(session, report)))
        if let process = SessionWords.process(session) { lines += labeled("process", [process]) }
        for error in session.icmpErrors { lines += labeled("ICMP", SessionWords.errorInFull(error)) }
        for limit in session.limits { lines += labeled("limits", SessionWords.limit(limit)) }
        return lines
    }

    /// The sessions that belong to this one, except those that a finding about it already reports.
    private func companions(_ session: Session, _ report: TraceReport) -> [String] {
        let isJudged = report.findings.contains {
            $0.subject == .session(session.id) && $0.code.rawValue == "duplicate-connection"
        }
        return session.companions.compactMap { companion in
            guard let other = report.sessions.first(where: { $0.id == companion.session }) else { return nil }
            let place = SessionWords.interface(other, of: report.capture).map { ", " + $0 } ?? ""
            switch companion.relation {
            case .sameConnection: return "session \(other.id): the same connection\(place)"
            case .otherPath where isJudged: return nil
            default:
                return "session \(other.id): the same two at the same time over \(other.initiator.address) → "
                    + "\(other.responder.address)\(place)"
            }
        }
    }

    private func times(_ session: Session) -> [String] {
        let ending = SessionWords.endingInFull(session)
        let duration = Quantity.duration(session.duration) + (ending.isEmpty ? "" : ", \(ending)")
        var parts = [
            "\(Quantity.moment(session.start)) to \(Quantity.moment(session.end)) (\(duration))",
            "first frame \(session.firstFrame)",
        ]
        if session.midstream { parts.append("already under way") }
        if session.handshake == .halfOpen { parts.append("half-open: the SYN/ACK was not acknowledged") }
        let steps = [
            ("established", session.established), ("identified", session.identified),
            // Only a mesh waits for that.
            ("stable", session.application == .mesh ? session.stable : nil), ("first message", session.firstMessage),
        ]
        for case (let step, let moment?) in steps {
            parts.append("\(step) after \(Quantity.duration(moment - session.start))")
        }
        return parts
    }

    private static func handshake(_ session: Session) -> [String] {
        guard let tls = session.tls else { return [] }
        var parts: [String] = []
        if let suite = tls.cipherSuite { parts.append("cipher suite \(SafeText.escaped(suite))") }
        if let name = tls.serverName { parts.append("server name \(SafeText.escaped(name))") }
        if !tls.applicationProtocols.isEmpty {
            let word = session.decrypted == true ? "protocol" : "protocols offered"
            parts.append("\(word) \(tls.applicationProtocols.map(SafeText.escaped).joined(separator: " "))")
        }
        if !tls.certificateNames.isEmpty {
            parts.append("certificate of \(tls.certificateNames.map(SafeText.escaped).joined(separator: " "))")
        }
        parts += tls.alerts.map { "alert \(SafeText.escaped($0))" }
        return parts
    }

    private static func quicFacts(_ session: Session) -> [String] {
        guard let quic = session.quic else { return [] }
        var parts = quic.versions.map(SessionWords.version)
        if let id = quic.originalDestinationConnectionID { parts.append("connection ID \(SafeText.escaped(id))") }
        let packets = [
            (quic.initialPackets, "Initial"), (quic.zeroRTTPackets, "0-RTT"), (quic.handshakePackets, "Handshake"),
            (quic.retryPackets, "Retry"), (quic.versionNegotiationPackets, "Version Negotiation"),
        ]
        for (count, name) in packets where count > 0 { parts.append("\(Quantity.grouped(count)) \(name)") }
        if quic.shortHeaderDatagrams > 0 { parts.append("\(Quantity.grouped(quic.shortHeaderDatagrams)) 1-RTT") }
        return parts
    }

    // MARK: - Delays

    private func delays(_ session: Session, _ names: PeerNames) -> [String] {
        var table = TextTable([
            .init("delays", limit: 40, minimum: 20), .init("samples", .right, dispensable: 1), .init("min", .right),
            .init("median", .right), .init("mean", .right, dispensable: 2), .init("95 %", .right),
            .init("99 %", .right, dispensable: 3), .init("max", .right),
        ])
        let add = { (name: String, distribution: Distribution) in
            guard distribution.count > 0 else { return }
            table.add(
                [name, Quantity.grouped(distribution.count)]
                    + [
                        distribution.min, distribution.median, distribution.mean, distribution.p95, distribution.p99,
                        distribution.max,
                    ].map { Quantity.duration($0) })
        }
        let answering = session.answeringTimes
        let isAnswering = answering.count > 0 && answering == session.applicationRTT
        add(isAnswering ? "answering time" : "application RTT", session.applicationRTT)
        let bothAsk = session.forward.applicationRTT.count > 0 && session.backward.applicationRTT.count > 0
        if bothAsk {
            for (asker, point, direction) in [
                (session.initiator, Session.CapturePoint.responder, session.forward),
                (session.responder, .initiator, session.backward),
            ] {
                let note = session.capturePoint == point ? " (answering time)" : ""
                add("  asked by \(names.name(asker))\(note)", direction.applicationRTT)
            }
        }
        add("transport RTT →", session.forward.transportRTT)
        add("transport RTT ←", session.backward.transportRTT)
        if session.forward.transportRTT.count == 0, session.backward.transportRTT.count == 0 {
            add("transport RTT", session.transportRTT)
        }
        let asked = [(session.initiator, session.forward.answers), (session.responder, session.backward.answers)]
        for (asker, answers) in asked { if let answers { add("answers to \(names.name(asker))", answers.delay) } }
        add("one-way above min →", session.forward.oneWayDelay)
        add("one-way above min ←", session.backward.oneWayDelay)
        var lines = table.isEmpty ? [] : table.lines(width: width, style: style)
        var rest: [String] = []
        if let value = session.networkRTT.value, let origin = session.networkRTT.from {
            rest.append("network RTT \(Quantity.duration(value)) (\(SessionWords.origin(origin)))")
        } else if let reason = session.networkRTT.reason.flatMap(SessionWords.reason) {
            rest.append("network RTT unknown: \(reason)")
        }
        if let handshake = session.handshakeRTT { rest.append("handshake RTT \(Quantity.duration(handshake))") }
        rest += Self.jitter(session.jitter, called: "jitter of the application RTT")
        for (asker, answers) in asked {
            guard let slowest = answers.flatMap(SessionWords.slowest) else { continue }
            rest.append("slowest answer to \(names.name(asker)) \(slowest)")
        }
        lines += paragraph(TextSummary.list(rest))
        guard bothAsk else { return lines }
        for (asker, direction) in [(session.initiator, session.forward), (session.responder, session.backward)] {
            let jitter = Self.jitter(direction.jitter, called: "jitter of requests by \(names.name(asker))")
            lines += paragraph(TextSummary.list(jitter), margin: 4)
        }
        return lines
    }

    private static func jitter(_ jitter: Session.Jitter, called name: String) -> [String] {
        guard let mean = jitter.meanAbsoluteDifference, let smoothed = jitter.rfc3550 else { return [] }
        return ["\(name) \(Quantity.duration(mean)) (mean difference)", "\(Quantity.duration(smoothed)) (RFC 3550)"]
    }

    // MARK: - Round trips over time

    /// The round trips of both directions from the first to the last.
    private func roundTrips(_ session: Session) -> [String] {
        let rows = [("→", session.forward), ("←", session.backward)].filter { !$0.1.roundTripCourse.isEmpty }
        let columns = min(Self.sparklineWidth, width - 20)
        let top = rows.flatMap { Sparkline.united($0.1.roundTripCourse, into: columns) }.max() ?? 0
        guard !style.isASCII, top > 0 else { return [] }
        let title = "  round trips from the first to the last, at most \(Quantity.duration(top)) in the mean"
        return [style.dim(title)]
            + rows.map { arrow, side in
                "  \(arrow) " + Sparkline.of(side.roundTripCourse, width: columns, top: top)
            }
    }

    // MARK: - Throughput

    private static let sparklineWidth = 60

    private func throughput(_ session: Session) -> [String] {
        let throughput = session.throughput
        guard !style.isASCII, let bin = throughput.binWidth,
            max(throughput.forward.count, throughput.backward.count) > 1
        else {
            return []
        }
        let columns = min(Self.sparklineWidth, width - 20)
        let rows = [throughput.forward, throughput.backward].map { Sparkline.united($0, into: columns) }
        // One measure for both, so that they can be compared.
        let top = rows.joined().max() ?? 0
        guard top > 0 else { return [] }
        let bins = max(throughput.forward.count, throughput.backward.count)
        let each = bin * Double((bins + columns - 1) / columns)
        var lines = [
            style.dim("  throughput, \(Quantity.duration(each)) per character, at most \(Quantity.rate(top))")
        ]
        for (arrow, row) in zip(["→", "←"], rows) {
            let line = Sparkline.of(row, width: columns, top: top)
            lines.append("  \(arrow)" + (line.isEmpty ? "" : " " + line))
        }
        return lines
    }

    // MARK: - Findings

    private func findings(_ session: Session, _ report: TraceReport) -> [String] {
        let about = report.findings.filter { $0.subject == .session(session.id) }
            .enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
        return about.flatMap { _, finding in
            let place = finding.frames.first.map { ", frame \($0)" } ?? ""
            let source = " (\(finding.code.rawValue), \(finding.reference)\(place))"
            return labeled(finding.severity.rawValue, SafeText.escaped(finding.message + source))
                + labeled("", "→ " + SafeText.escaped(finding.remedy))
        }
    }
}
