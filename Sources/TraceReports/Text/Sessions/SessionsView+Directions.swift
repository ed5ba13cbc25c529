import TraceModel
import WireText

extension SessionsView {
    /// The data that each side sent and how well it arrived, side by side.
    func directions(_ session: Session, _ names: PeerNames) -> [String] {
        var table = TextTable([
            .init("", limit: 30, minimum: 18), .init("\(Self.title(names.name(session.initiator))) →", .right),
            .init("← \(Self.title(names.name(session.responder)))", .right),
        ])
        let sides = [session.forward, session.backward]
        func add(_ name: String, _ cells: [String?]) {
            if cells.contains(where: { $0 != nil }) { table.add([name] + cells.map { $0 ?? "–" }) }
        }
        for metric in SessionDirection.metrics {
            for figure in metric.figures {
                if let heading = figure.heading { add(heading, sides.map { Self.cell(figure, $0) }) }
            }
            switch metric.path {
            case \SessionDirection.messages: for row in Self.types(sides) { table.add(row) }
            case \SessionDirection.malformedMessages: add("lost", sides.map(Self.lost))
            default: break
            }
        }
        for (name, options) in Self.options(session) { table.add([name] + options) }
        return table.lines(width: width, style: style)
    }

    private static func title(_ name: String) -> String { SafeText.cutMiddle(name, width: 24) }

    /// A metric that is nil for both sides is left out, and so is a fault with a count of zero.
    private static func cell(_ figure: Metric<SessionDirection>.Figure, _ direction: SessionDirection) -> String? {
        figure.value(direction).flatMap { figure.isFault && $0 <= 0 ? nil : figure.unit.text($0) }
    }

    /// If messages are numbered, a loss of zero is worth showing.
    private static func lost(_ direction: SessionDirection) -> String? {
        direction.lostMessages.map { $0 == 0 ? "0" : "\(Quantity.grouped($0)) (\(Quantity.share(direction.loss)))" }
    }

    private static let typesShown = 12

    /// Messages of each type, those that the initiator sent first.
    private static func types(_ sides: [SessionDirection]) -> [[String]] {
        var names: [String] = []
        for name in sides.flatMap({ $0.messageTypes.entries.map(\.name) }) where !names.contains(name) {
            names.append(name)
        }
        let rows = names.prefix(typesShown).map { name in
            ["  " + SafeText.escaped(name)]
                + sides.map { { $0 > 0 ? Quantity.grouped($0) : "–" }($0.messageTypes[name]) }
        }
        return names.count > typesShown ? rows + [["  \(names.count - typesShown) more types", "…", "…"]] : rows
    }

    /// The options that the SYNs offer.
    private static func options(_ session: Session) -> [(String, [String])] {
        let sides = [session.forward.tcpOptions, session.backward.tcpOptions]
        guard sides.contains(where: { $0 != nil }) else { return [] }
        let cells = { (text: (SessionDirection.TCPOptions) -> String) in sides.map { $0.map(text) ?? "–" } }
        let others = cells { options in
            let names = [
                (options.selectiveAcknowledgments, "SACK"), (options.timestamps, "timestamps"),
                (options.multipath, "multipath"), (options.fastOpen, "fast open"),
            ].filter(\.0).map(\.1)
            return names.isEmpty ? "none" : names.joined(separator: ", ")
        }
        return [
            ("largest segment", cells { $0.maximumSegmentSize.map { "\(Quantity.grouped($0)) B" } ?? "none" }),
            ("window scale", cells { $0.windowScale.map { "×\(scale($0))" } ?? "none" }), ("TCP options", others),
        ]
    }

    /// RFC 7323 §2.3: shifts above 14 count as 14.
    private static func scale(_ shift: Int) -> String { Quantity.grouped(1 << max(0, min(shift, 14))) }
}
