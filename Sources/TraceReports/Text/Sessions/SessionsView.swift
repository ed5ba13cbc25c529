import TraceAnalysis

/// The sessions of a report for people: a line for each, or everything about some of them.
public struct SessionsView {
    /// Columns of the terminal.
    public var width: Int
    public var style: TextStyle

    public init(width: Int = 80, style: TextStyle = TextStyle(colored: false)) {
        self.width = max(60, min(width, 240))
        self.style = style
    }

    /// Whether a session is one that devices have with everybody: multicast DNS and other multicast. What it says is told
    /// elsewhere, so that a list of sessions can do without.
    public static func isBackground(_ session: Session) -> Bool { session.isBackground }

    /// A table of sessions, and what is known of the meshes that they make.
    ///
    /// - Parameters:
    ///   - sessions: Those to show, in the order in which to show them.
    ///   - omitted: Sessions in the background that were left out, which a line tells.
    /// - Returns: Lines with nothing from the capture that could steer a terminal.
    public func table(_ sessions: [Session], of report: TraceReport, omitted: Int = 0) -> String {
        let names = PeerNames(report.peers)
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        var lines: [String] = []
        if sessions.isEmpty {
            lines = [omitted > 0 ? "No session with anybody in particular was seen." : "No session was seen."]
        } else {
            let all = report.sessions.count
            let isPart = sessions.count < all
            let count = isPart ? "\(sessions.count) of \(all)" : "\(all)"
            lines = [style.heading("Sessions") + " " + style.dim("(\(count))")]
            lines += rows(sessions, names, services).lines(width: width, style: style)
            lines += views(sessions).map(style.dim)
        }
        if omitted > 0 {
            let what = Quantity.count(omitted, "mDNS or multicast conversation")
            lines.append(style.dim("  … and \(what): --all lists them"))
        }
        let shown = Set(sessions.flatMap { [$0.initiator.peer, $0.responder.peer] })
        let meshes = report.meshes.filter { $0.peers.contains { shown.contains($0) } }
        if !meshes.isEmpty {
            lines.append("")
            lines += MeshWords(names: names).lines(meshes, width: width, style: style)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func rows(_ sessions: [Session], _ names: PeerNames, _ services: [String: Service]) -> TextTable {
        // What a narrow line does without first has the highest number.
        var table = TextTable([
            .init("#", .right), .init("start", .right, dispensable: 9),
            .init("from", limit: 24, minimum: 10), .init("port", .right, dispensable: 12),
            .init("to", limit: 24, minimum: 10), .init("port", .right, dispensable: 5),
            .init("over", limit: 18, minimum: 18, dispensable: 1),
            .init("service", limit: 30, minimum: 12, dispensable: 11),
            .init("lasted", .right, dispensable: 4), .init("end", limit: 20, minimum: 8),
            .init("messages →/←", .right, dispensable: 10), .init("→", .right), .init("←", .right),
            .init("RTT", .right, dispensable: 2), .init("jitter", .right, dispensable: 7),
            .init("lost", .right, dispensable: 3), .init("resent", .right, dispensable: 6),
            .init("rate", .right, dispensable: 8),
        ])
        for session in sessions {
            let service = session.service.flatMap { services[$0] }.map { SafeText.escaped($0.instance) }
            table.add([
                "\(session.id)", Quantity.digits(session.start) + " s",
                names.name(session.initiator), "\(session.initiator.port)",
                names.name(session.responder), "\(session.responder.port)",
                SessionWords.shortKind(session), service ?? "", Quantity.duration(session.duration),
                SessionWords.endingOrError(session), Self.messages(session), Self.payload(session.forward),
                Self.payload(session.backward), session.roundTrip.map { Quantity.duration($0) } ?? "",
                session.variation.map { Quantity.duration($0) } ?? "",
                session.lostMessages.map { $0 == 0 ? "0" : Quantity.share(session.loss) } ?? "",
                session.retransmittedPackets.flatMap { $0 == 0 ? nil : Quantity.grouped($0) } ?? "",
                session.rate.map { Quantity.rate($0) } ?? "",
            ])
        }
        return table
    }

    private static let viewsShown = 4

    /// Which of the sessions are one connection, so that nobody counts it twice.
    private func views(_ sessions: [Session]) -> [String] {
        let firsts = sessions.filter { session in
            let others = SessionWords.otherViews(session)
            return !others.isEmpty && others.allSatisfy { $0 > session.id }
        }
        let told = firsts.prefix(Self.viewsShown).map { session in
            let numbers = ([session.id] + SessionWords.otherViews(session)).map { "#\($0)" }.joined(separator: ", ")
            return "\(numbers) are one connection, seen at several interfaces"
        }
        let more = firsts.count - told.count
        let rest = more > 0 ? ["… and so are others of \(Quantity.count(more, "more connection"))"] : []
        return (told + rest).flatMap { SafeText.wrapped($0, width: width - 2) }.map { "  " + $0 }
    }

    private static func messages(_ session: Session) -> String {
        guard session.forward.messages != nil || session.backward.messages != nil else { return "" }
        return [session.forward, session.backward].map { $0.messages.map(Quantity.grouped) ?? "–" }
            .joined(separator: "/")
    }

    /// Of sealed payload it is only known that it is no more than what was on the wire.
    static func payload(_ direction: SessionDirection) -> String {
        if direction.packets == 0 { return "–" }
        return direction.payloadBytes.map { Quantity.bytes($0) } ?? "≤\(Quantity.bytes(direction.wireBytes))"
    }
}
