import TraceModel
import WireText

extension TextSummary {
    /// The number of sessions that are shown in full; more get one line each, and with `--all` both.
    private static let detailed = 2
    /// As many lines as there is room for on a screen, within these limits.
    private static let rows = 6...12

    /// Which meshes and sessions, and how good are they?
    ///
    /// - Parameter room: Lines of the screen that other sections leave.
    func sessionLines(_ report: TraceReport, _ names: PeerNames, room: Int) -> [String] {
        guard !report.sessions.isEmpty else { return [] }
        // Discovery and other background conversations are counted, not listed: the services show their content.
        let listed = report.sessions.indices.filter { showsAll || !report.sessions[$0].isBackground }
        let meshes = meshLines(report, names)
        let title = meshes.isEmpty ? "Sessions" : "Meshes and sessions"
        let census = census(report.sessions, width: width - SafeText.width(title) - 3)
        let lines = [heading(title, census)] + meshes
        guard !listed.isEmpty else { return lines }
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        if showsAll {
            let described = listed.filter { !report.sessions[$0].isBackground || listed.count <= Self.detailed }
            let isLong = listed.count > Self.detailed
            let table = isLong ? tableLines(listed.map { report.sessions[$0] }, names) : []
            return lines + table + (isLong && !described.isEmpty ? [""] : [])
                + described.flatMap { detailLines(report.sessions[$0], services, names) }
        }
        guard listed.count > Self.detailed else {
            return lines + listed.flatMap { detailLines(report.sessions[$0], services, names) }
        }
        // A blank line before the section, the columns' titles, and the line about the rest.
        let fitting = room - lines.count - 3
        let count = max(Self.rows.lowerBound, min(fitting, Self.rows.upperBound))
        let shown = SessionInterest(report).first(count, of: listed).map { report.sessions[$0] }
        return lines + tableLines(shown, names) + restLine(listed, report.sessions, without: shown)
    }

    /// The sessions that are not listed, as a row.
    private func restLine(_ listed: [Int], _ sessions: [Session], without shown: [Session]) -> [String] {
        let rest = listed.reduce(0) { $0 &+ sessions[$1].traffic } &- shown.reduce(0) { $0 &+ $1.traffic }
        return more(
            listed.count - shown.count, "session",
            adding: rest > 0 ? ", \(Quantity.bytes(rest)) in all" : "")
    }

    /// How many of which kind, in the words for which the line has room.
    private func census(_ sessions: [Session], width: Int) -> String {
        let full = Self.census(sessions, kind: SessionWords.kind)
        guard SafeText.width(full) > width else { return full }
        return SafeText.cut(Self.census(sessions, kind: SessionWords.shortKind), width: width)
    }

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
        let words = MeshWords(names: names)
        let lines = { (mesh: Mesh) in paragraph(words.parts(mesh), first: "  ", margin: 4) }
        guard !showsAll else { return report.meshes.flatMap(lines) }
        // Two connected peers are already shown by their session, and a single mesh by the sentence at the top.
        let relevant = report.meshes.filter { $0.expectedPairs > 1 || $0.connectedPairs == 0 }
        guard report.meshes.count > 1 || relevant.contains(where: { $0.connectedPairs < $0.expectedPairs }) else {
            return []
        }
        let shown = relevant.prefix(Self.meshes)
        return shown.flatMap(lines) + more(relevant.count - shown.count, "mesh", "meshes")
    }

    // MARK: - One line

    private func tableLines(_ sessions: [Session], _ names: PeerNames) -> [String] {
        // An address of IPv4 is whole where there is any room for it.
        let name = width < 80 ? 10 : 15
        let columns: [TextTable.Column] = [
            .init("#", .right), .init("from", limit: 24, minimum: name, dispensable: 2),
            .init("to", limit: 40, minimum: name), .init("port", .right),
            .init("over", limit: 18, minimum: 18, dispensable: 1),
            .init("start", .right, dispensable: 11), .init("lasted", .right, dispensable: 10),
            .init(SessionWords.messagesTitle, .right, dispensable: 4),
            .init("→ bytes", .right, dispensable: 6), .init("← bytes", .right, dispensable: 5),
            .init("RTT", .right, dispensable: 3), .init("lost", .right, dispensable: 8),
            .init("resent", .right, dispensable: 9), .init("end", limit: 24, minimum: 8),
        ]
        // Where all are of one kind, the heading says so.
        let kinds = Set(sessions.map(SessionWords.shortKind))
        // Messages say more, and there is seldom room for both.
        let showsBytes = width >= 100 || sessions.contains { SessionWords.messages($0).isEmpty }
        let rows = sessions.map { session in
            let resent = session.retransmittedPackets ?? 0
            return [
                "\(session.id)", names.name(session.initiator), names.responder(session),
                "\(session.responder.port)", kinds.count > 1 ? SessionWords.shortKind(session) : "",
                Quantity.digits(session.start) + " s", Quantity.duration(session.duration),
                SessionWords.messages(session), showsBytes ? SessionsView.payload(session.forward) : "",
                showsBytes ? SessionsView.payload(session.backward) : "",
                session.networkRTT.value.map { Quantity.duration($0) } ?? "",
                session.lostMessages.flatMap { $0 > 0 ? Quantity.share(session.loss) : nil } ?? "",
                resent > 0 ? Quantity.grouped(resent) : "", SessionWords.endingOrError(session),
            ]
        }
        return table(columns, rows)
    }
}
