import TraceModel
import WireText

extension TextSummary {
    /// The number of sessions that are shown in full; more get one line each, and with `--all` both.
    private static let detailed = 4
    private static let rows = 24

    /// Which sessions, and how good are they?
    func sessionLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.sessions.isEmpty else { return [] }
        // Discovery and other background conversations are counted, not listed: the services above show their content.
        let listed = showsAll ? report.sessions.count : report.sessions.count { !$0.isBackground }
        let shown =
            showsAll ? report.sessions : Array(report.sessions.lazy.filter { !$0.isBackground }.prefix(Self.rows))
        let room = width - 11
        var census = Self.census(report.sessions, kind: SessionWords.kind)
        if SafeText.width(census) > room { census = Self.census(report.sessions, kind: SessionWords.shortKind) }
        var lines = [heading("Sessions", SafeText.cut(census, width: room))]
        if listed == 0 {
            let isPlain = report.sessions.allSatisfy { $0.discovery == nil || $0.discovery == .multicastDNS }
            lines.append(style.dim("  \(isPlain ? "mDNS" : "discovery") and multicast only: --all lists them"))
        }
        if shown.count > Self.detailed { lines += tableLines(shown, names) }
        if shown.count <= Self.detailed || showsAll {
            let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
            let described = shown.filter { !$0.isBackground || shown.count <= Self.detailed }
            if shown.count > Self.detailed, !described.isEmpty { lines.append("") }
            for session in described { lines += detailLines(session, services, names) }
        }
        lines += more(listed - shown.count, "session")
        return lines + meshLines(report, names)
    }

    /// How many of which kind, what is listed first.
    private static func census(_ sessions: [Session], kind: (Session) -> String) -> String {
        var counts: [(kind: String, count: Int)] = []
        func count(_ kind: String) {
            if let index = counts.firstIndex(where: { $0.kind == kind }) {
                counts[index].count += 1
            } else {
                counts.append((kind, 1))
            }
        }
        for session in sessions where !session.isBackground { count(kind(session)) }
        var background = 0
        for session in sessions where session.isBackground {
            guard let discovery = session.discovery, discovery != .multicastDNS else {
                background += 1
                continue
            }
            count(SessionWords.discovery(discovery))
        }
        if background > 0 { counts.append(("mDNS and multicast", background)) }
        return counts.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
    }

    /// Meshes beyond these are for `--all`.
    private static let meshes = 4

    /// Is each pair of peers connected?
    private func meshLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        // Two connected peers are already shown by their session.
        let relevant =
            showsAll ? report.meshes : report.meshes.filter { $0.expectedPairs > 1 || $0.connectedPairs == 0 }
        let shown = showsAll ? relevant : Array(relevant.prefix(Self.meshes))
        let words = MeshWords(names: names)
        return shown.flatMap { paragraph(words.parts($0), first: "  ", margin: 4) }
            + more(relevant.count - shown.count, "mesh", "meshes")
    }

    // MARK: - One line

    private func tableLines(_ sessions: [Session], _ names: PeerNames) -> [String] {
        let columns: [TextTable.Column] = [
            .init("#", .right), .init("from", limit: 20, minimum: 11), .init("to", limit: 20, minimum: 11),
            .init("port", .right, dispensable: 6), .init("over", limit: 18, minimum: 18, dispensable: 1),
            .init("start", .right, dispensable: 7), .init("lasted", .right, dispensable: 5), .init("→", .right),
            .init("←", .right), .init("RTT", .right, dispensable: 2), .init("lost", .right, dispensable: 3),
            .init("resent", .right, dispensable: 4), .init("end", limit: 24, minimum: 8),
        ]
        let rows = sessions.map { session in
            let resent = session.retransmittedPackets ?? 0
            return [
                "\(session.id)", names.name(session.initiator), names.name(session.responder),
                "\(session.responder.port)", SessionWords.shortKind(session), Quantity.digits(session.start) + " s",
                Quantity.duration(session.duration), Self.amount(session.forward), Self.amount(session.backward),
                session.networkRTT.value.map { Quantity.duration($0) } ?? "",
                session.lostMessages.flatMap { $0 > 0 ? Quantity.share(session.loss) : nil } ?? "",
                resent > 0 ? Quantity.grouped(resent) : "", SessionWords.endingOrError(session),
            ]
        }
        return table(columns, rows)
    }

    private static func amount(_ direction: SessionDirection) -> String {
        if let messages = direction.messages { return "\(messages) msg" }
        return SessionsView.payload(direction)
    }
}
