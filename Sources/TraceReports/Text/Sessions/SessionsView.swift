import TraceModel
import WireText

/// The sessions of a report for people: a line for each, or everything about some of them.
public struct SessionsView: TextView {
    /// 60 to 240 columns.
    public static let widths = 60...240

    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// A table of sessions, and what is known of the meshes that they make, piece by piece, so that the text of a million
    /// sessions is never in memory as a whole.
    ///
    /// - Parameters:
    ///   - sessions: Those to show, in the order in which to show them. They are gone through twice.
    ///   - report: The report that the sessions are from.
    ///   - omitted: The number of background sessions that were left out, for the line about them.
    ///   - output: Takes whole lines with their ends, and nothing from the capture that could steer a terminal.
    /// - Throws: Any error from `output`.
    public func write<Failure: Error>(
        _ sessions: some Collection<Session>, of report: TraceReport, omitted: Int = 0,
        to output: (String) throws(Failure) -> Void
    ) throws(Failure) {
        let names = PeerNames(report.peers)
        if sessions.isEmpty {
            try output(
                (omitted > 0 ? "No sessions other than mDNS and multicast." : "No sessions.") + "\n")
        } else {
            let (count, all) = (sessions.count, report.sessions.count)
            let number = count < all ? "\(count) of \(all)" : "\(all)"
            try output(heading("Sessions", number) + "\n")
            try writeRows(sessions, names, report, to: output)
            for line in views(sessions) { try output(style.dim(line) + "\n") }
        }
        if omitted > 0 {
            let what = Quantity.count(omitted, "mDNS or multicast conversation")
            try output(style.dim("  … and \(what): --all lists them") + "\n")
        }
        guard !report.meshes.isEmpty else { return }
        let shown = Set(sessions.lazy.flatMap { [$0.initiator.peer, $0.responder.peer] })
        let meshes = report.meshes.filter { $0.peers.contains { shown.contains($0) } }
        guard !meshes.isEmpty else { return }
        let words = MeshWords(names: names)
        let lines = [""] + meshes.flatMap { paragraph(words.parts($0), first: "") }
        try output(lines.joined(separator: "\n") + "\n")
    }

    /// Lines that are handed on together.
    private static let linesAtOnce = 256

    private func writeRows<Failure: Error>(
        _ sessions: some Collection<Session>, _ names: PeerNames, _ report: TraceReport,
        to output: (String) throws(Failure) -> Void
    ) throws(Failure) {
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        var layout = TableLayout(Self.columns)
        for session in sessions { layout.measure(cells(session, names, services)) }
        let lines = layout.fitted(into: width)
        var text = style.dim(lines.heading) + "\n"
        for (number, session) in sessions.enumerated() {
            text += lines.line(cells(session, names, services)) + "\n"
            guard number % Self.linesAtOnce == Self.linesAtOnce - 1 else { continue }
            try output(text)
            text = ""
        }
        try output(text)
    }

    /// The column that a narrow line drops first has the highest number.
    private static var columns: [TextTable.Column] {
        [
            .init("#", .right), .init("start", .right, dispensable: 9),
            .init("from", limit: 24, minimum: 10), .init("port", .right, dispensable: 12),
            .init("to", limit: 32, minimum: 10), .init("port", .right),
            .init("over", limit: 18, minimum: 18, dispensable: 1),
            .init("service", limit: 30, minimum: 12, dispensable: 11),
            .init("lasted", .right, dispensable: 4), .init("end", limit: 20, minimum: 8),
            .init(SessionWords.messagesTitle, .right, dispensable: 10), .init("→ bytes", .right),
            .init("← bytes", .right),
            .init("RTT", .right, dispensable: 2), .init("jitter", .right, dispensable: 7),
            .init("lost", .right, dispensable: 3), .init("resent", .right, dispensable: 6),
            .init("rate", .right, dispensable: 8),
        ]
    }

    private func cells(_ session: Session, _ names: PeerNames, _ services: [String: Service]) -> [String] {
        let service = session.service.flatMap { services[$0] }.map { SafeText.escaped($0.instance) }
        return [
            "\(session.id)", Quantity.digits(session.start) + " s",
            names.name(session.initiator), "\(session.initiator.port)",
            names.responder(session), "\(session.responder.port)",
            SessionWords.shortKind(session), service ?? "", Quantity.duration(session.duration),
            SessionWords.endingOrError(session), SessionWords.messages(session), Self.payload(session.forward),
            Self.payload(session.backward), session.networkRTT.value.map { Quantity.duration($0) } ?? "",
            session.variation.map { Quantity.duration($0) } ?? "",
            session.lostMessages.map { $0 == 0 ? "0" : Quantity.share(session.loss) } ?? "",
            session.retransmittedPackets.flatMap { $0 == 0 ? nil : Quantity.grouped($0) } ?? "",
            session.rate.map { Quantity.rate($0) } ?? "",
        ]
    }

    private static let viewsShown = 4

    /// The sessions that are one connection, so that it is not counted twice.
    private func views(_ sessions: some Collection<Session>) -> [String] {
        var sentences: [String] = []
        var more = 0
        for session in sessions where !session.companions.isEmpty {
            let others = SessionWords.otherViews(session)
            guard !others.isEmpty, others.allSatisfy({ $0 > session.id }) else { continue }
            guard sentences.count < Self.viewsShown else {
                more += 1
                continue
            }
            let numbers = ([session.id] + others).map { "#\($0)" }.joined(separator: ", ")
            sentences.append("\(numbers) are one connection, captured on several interfaces or links")
        }
        let rest = more > 0 ? ["… and so are those of \(Quantity.count(more, "more connection"))"] : []
        return (sentences + rest).flatMap { paragraph($0) }
    }

    /// For encrypted payload, only an upper limit is known: the bytes on the wire.
    static func payload(_ direction: SessionDirection) -> String {
        if direction.packets == 0 { return "–" }
        return direction.payloadBytes.map { Quantity.bytes($0) } ?? "≤\(Quantity.bytes(direction.wireBytes))"
    }
}
