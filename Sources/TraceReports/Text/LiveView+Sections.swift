import TraceModel
import WireText

extension LiveView {
    /// A table of the view, with as many rows as a terminal may have room for.
    struct Section {
        struct Row {
            let cells: [String]
            /// Applied to the whole line.
            var emphasis: (String) -> String = { $0 }
        }

        /// Lines before the first row: a blank one, the title, and the titles of columns.
        static let heading = 3

        let title: String
        let counts: String
        let columns: [TextTable.Column]
        let rows: [Row]
    }

    /// The services that were heard of last, first.
    func services(_ report: TraceReport, _ names: PeerNames) -> Section {
        let latest = report.services.sorted { ($1.lastSeen, $0.id) < ($0.lastSeen, $1.id) }.prefix(height)
        return Section(
            title: "Services", counts: "\(report.services.count)",
            columns: [
                .init("service", limit: 32, minimum: 12), .init("type", limit: 24, minimum: 10),
                .init("peer", limit: 24, minimum: 8, dispensable: 1), .init("port", .right, dispensable: 2),
                .init("state", minimum: 9),
            ],
            rows: latest.map { service in
                Section.Row(cells: [
                    SafeText.escaped(service.instance), SafeText.escaped(service.type),
                    names.name(peer: service.peer) ?? "", service.port.map { "\($0)" } ?? "",
                    SafeText.escaped(service.state.rawValue),
                ])
            })
    }

    /// The sessions with the latest packets first; those that failed are red.
    func sessions(_ report: TraceReport, _ names: PeerNames) -> Section {
        let sessions = report.sessions.filter { !$0.isBackground }
        let latest = sessions.sorted { ($1.end, $1.id) < ($0.end, $0.id) }.prefix(height)
        return Section(
            title: "Sessions", counts: "\(sessions.count)",
            columns: [
                .init("from", limit: 24, minimum: 11), .init("to", limit: 24, minimum: 11),
                .init("port", .right), .init("over", limit: 16, dispensable: 1), .init("→ bytes", .right),
                .init("← bytes", .right), .init("RTT", .right, dispensable: 2), .init("state", limit: 20),
            ],
            rows: latest.map { row(of: $0, names) })
    }

    private func row(of session: Session, _ names: PeerNames) -> Section.Row {
        var row = Section.Row(cells: [
            names.name(session.initiator), names.responder(session), "\(session.responder.port)",
            SessionWords.shortKind(session), Self.bytes(session.forward), Self.bytes(session.backward),
            session.networkRTT.value.map { Quantity.duration($0) } ?? "", SessionWords.endingOrError(session),
        ])
        if Self.hasFailed(session) { row.emphasis = style.red }
        return row
    }

    /// The worst findings first, and of those as bad as each other the newest.
    func findings(_ report: TraceReport, _ names: PeerNames) -> Section {
        let worst = report.findings.sorted {
            ($1.severity, $1.time ?? -.infinity, $0.code.rawValue) < (
                $0.severity, $0.time ?? -.infinity, $1.code.rawValue
            )
        }
        let counts = Finding.Severity.allCases.reversed().compactMap { severity in
            let count = worst.count { $0.severity == severity }
            return count > 0 ? Quantity.count(count, severity.rawValue) : nil
        }
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        return Section(
            title: "Findings", counts: counts.joined(separator: ", "),
            columns: [.init("severity"), .init("finding", limit: 28, minimum: 12), .init("about", limit: 60)],
            rows: worst.prefix(height).map { finding in
                Section.Row(
                    cells: [
                        finding.severity.rawValue, SafeText.escaped(finding.code.rawValue),
                        subject(of: finding, in: report, services, names),
                    ], emphasis: emphasis(finding.severity))
            })
    }

    private static func bytes(_ direction: SessionDirection) -> String {
        direction.payloadBytes.flatMap { $0 > 0 ? Quantity.bytes($0) : nil } ?? "–"
    }

    /// Whether a connection came to nothing, or to an end that its program did not choose.
    private static func hasFailed(_ session: Session) -> Bool {
        switch session.ending {
        case .refused, .unanswered, .reset: true
        case .fin, .close, .idle, .captureEnd: !session.icmpErrors.isEmpty
        }
    }

    private func emphasis(_ severity: Finding.Severity) -> (String) -> String {
        switch severity {
        case .error: style.red
        case .warning: style.yellow
        case .note: { $0 }
        }
    }

    /// What a finding is about, by the names that the tables above have.
    private func subject(
        of finding: Finding, in report: TraceReport, _ services: [String: Service], _ names: PeerNames
    ) -> String {
        switch finding.subject {
        case .session(let id):
            guard let session = report.session(id) else { return "session #\(id)" }
            return "\(names.name(session.initiator)) → \(names.responder(session)) port \(session.responder.port)"
        case .service(let id):
            return services[id].map { "“\(SafeText.escaped($0.instance))” \(SafeText.escaped($0.type))" }
                ?? "service \(id)"
        case .peer(let id): return names.name(peer: id) ?? "peer \(id)"
        case .capture: return "the capture"
        case .wireless: return "the radio channel"
        }
    }
}
