import TraceModel
import WireText

extension TextSummary {
    private static let rows = 8
    /// Pairs of nodes with the least time together.
    private static let pairs = 3

    /// Which devices are on the air? `nearscope wireless` shows the rest.
    func wirelessLines(_ report: TraceReport) -> [String] {
        guard let wireless = report.wireless else { return [] }
        var facts = WirelessWords.frames(wireless)
        if !showsAll, facts.count > 4 { facts = facts.prefix(4) + ["others"] }
        if wireless.retries > 0 { facts.append("retries \(Quantity.grouped(wireless.retries))") }
        if wireless.badFCS > 0 { facts.append("damaged \(Quantity.grouped(wireless.badFCS))") }
        let total = wireless.frames.entries.reduce(0) { $0 + $1.count }
        var lines = [heading("Wireless", Quantity.count(total, "frame"))]
        lines += paragraph(Self.list(facts))
        if let awdl = wireless.awdl { lines += nodeLines(awdl) }
        if let nan = wireless.nan {
            let parts = [
                "Wi-Fi Aware: \(Quantity.count(nan.nodes.count, "node"))",
                Quantity.count(nan.clusters.count, "cluster"), Quantity.count(nan.services.count, "service"),
                Quantity.count(nan.dataPaths.count, "data path"),
            ]
            lines += paragraph(Self.list(parts))
        }
        return lines
    }

    private func nodeLines(_ awdl: AWDLReport) -> [String] {
        let names = WirelessWords.names(awdl)
        var table = TextTable([
            .init("AWDL node", limit: 24, minimum: 12), .init("system", dispensable: 2),
            .init("signal", .right, dispensable: 3), .init("frames", .right, dispensable: 4),
            .init("master", limit: 24, minimum: 8, dispensable: 1), .init("slots", limit: 40, minimum: 28),
        ])
        let shown = showsAll ? awdl.nodes[...] : awdl.nodes.prefix(Self.rows)
        for node in shown {
            let master = node.masterChanges.last.map {
                $0.master == node.address ? "itself" : names[$0.master] ?? $0.master
            }
            table.add([
                WirelessWords.name(node), WirelessWords.device(node.deviceClass), WirelessWords.signal(node.signal),
                Quantity.grouped(node.actionFrames + node.dataFrames), master ?? "", Self.channels(node),
            ])
        }
        return table.lines(width: width, style: style) + more(awdl.nodes.count - shown.count, "node")
            + pairLines(awdl, names)
    }

    /// Who is on one channel with whom in how many slots, the least first.
    private func pairLines(_ awdl: AWDLReport, _ names: [String: String]) -> [String] {
        let pairs = WirelessWords.leastFirst(awdl).prefix(showsAll ? .max : Self.pairs).map { pair in
            WirelessWords.ends(pair, names).joined(separator: " – ") + " " + WirelessWords.overlap(pair)
        }
        return pairs.isEmpty ? [] : paragraph(["shared slots:"] + Self.list(pairs))
    }

    /// `3 on 149, 1 on 6, 12 absent`: by the last sequence of the node.
    private static func channels(_ node: AWDLReport.Node) -> String {
        var slots: [Int: Int] = [:]
        let channels = node.channelSequences.last?.channels ?? []
        for channel in channels where channel != 0 { slots[channel, default: 0] += 1 }
        let absent = channels.count { $0 == 0 }
        return
            (slots.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) on \($0.key)" }
            + (absent > 0 ? ["\(absent) absent"] : [])).joined(separator: ", ")
    }
}
