import TraceModel
import WireText

extension TextSummary {
    private static let rows = 12

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
            .init("AWDL node", limit: 24, minimum: 12), .init("system", dispensable: 2), .init("signal", .right),
            .init("frames", .right), .init("master", limit: 24, minimum: 8, dispensable: 1),
            .init("channels", limit: 24),
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
    }

    /// `149 (3), 6 (1)`: the channels of its last sequence and in how many of the slots.
    private static func channels(_ node: AWDLReport.Node) -> String {
        var slots: [Int: Int] = [:]
        for channel in node.channelSequences.last?.channels ?? [] where channel != 0 { slots[channel, default: 0] += 1 }
        return slots.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
            .joined(separator: ", ")
    }
}
