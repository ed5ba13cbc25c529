import TraceModel
import TraceReports
import WireText

/// The plots of AWDL's nodes and pairs.
struct AWDLPlots {
    private let page: PageContext
    private let awdl: AWDLReport
    private static let (nodeLimit, pairLimit) = (16, 30)

    init(_ page: PageContext, _ awdl: AWDLReport) { (self.page, self.awdl) = (page, awdl) }

    var charts: [Chart] { [slots, masters, overlap, syncError, signal].compactMap { $0 } }

    private func name(_ node: AWDLReport.Node) -> String {
        page.names.name(peer: node.peer).map { "\($0), \(node.address)" } ?? node.address
    }

    private func name(_ address: String) -> String {
        awdl.nodes.first { $0.address == address }.map(name) ?? address
    }

    private func name(_ pair: AWDLReport.Pair) -> String { [pair.a, pair.b].map(shortName).joined(separator: " – ") }

    private func shortName(_ address: String) -> String {
        let node = awdl.nodes.first { $0.address == address }
        return page.names.name(peer: node?.peer) ?? node?.hostname ?? address
    }

    private func note(_ count: Int, _ shown: Int, _ what: String) -> String {
        count > shown ? "The first \(shown) \(what)s; \(count - shown) more are not shown." : ""
    }

    // MARK: - Slots

    /// In which of 16 slots a node is on which channel, as it announces it, over time.
    private var slots: Chart? {
        let nodes = awdl.nodes.filter { !$0.channelSequences.isEmpty }.prefix(Self.nodeLimit)
        guard !nodes.isEmpty else { return nil }
        let channels = Set(nodes.flatMap { $0.channelSequences.flatMap(\.channels) }).filter { $0 != 0 }.sorted()
        // Further channels share the last color.
        let series = Dictionary(
            channels.enumerated().map { ($0.element, min($0.offset + 1, 8)) }, uniquingKeysWith: { first, _ in first })
        var bars: [Int: [Mark.Box]] = [:]
        var table = ValueTable(columns: ["time (s)", "frame", "node", "channels of the slots"])
        table.note = note(awdl.nodes.count, Self.nodeLimit, "node")
        for (lane, node) in nodes.enumerated() {
            for (index, sequence) in node.channelSequences.prefix(200).enumerated() {
                let later =
                    index + 1 < node.channelSequences.count ? node.channelSequences[index + 1].time : node.lastSeen
                let count = Double(max(1, sequence.channels.count))
                for (slot, channel) in sequence.channels.enumerated() where channel != 0 {
                    let top = 0.78 - 0.7 * Double(slot) / count
                    bars[series[channel] ?? 8, default: []].append(
                        .init(
                            x: sequence.time...max(sequence.time, later),
                            y: Chart.lane(lane, from: top - 0.6 / count, to: top)))
                }
                table.rows.append([
                    .time(sequence.time), .count(sequence.frame), .text(node.address),
                    .text(sequence.channels.map { String($0) }.joined(separator: " ")),
                ])
            }
        }
        guard !bars.isEmpty else { return nil }
        var names = channels.prefix(8).map { "channel \($0)" }
        if channels.count > 8 { names[7] = "channel \(channels[7]) and higher" }
        return Chart(
            kind: .slots, id: page.id("slots-plot"),
            caption:
                "The channel of each slot, as each node announces it: slot 0 is at the top of a row, a gap is a slot without a channel",
            series: names, horizontal: .time(page.wholeTime, group: page.captureGroup), side: .lanes(nodes.map(name)),
            marks: bars.keys.sorted().map { Mark(shape: .bars(bars[$0] ?? []), series: $0) }, table: table,
            laneHeight: 92)
    }

    // MARK: - Masters

    private var masters: Chart? {
        guard !awdl.masters.isEmpty else { return nil }
        var addresses: [String] = []
        for master in awdl.masters where !addresses.contains(master.address) { addresses.append(master.address) }
        let shown = Array(addresses.prefix(Self.nodeLimit))
        let end = awdl.nodes.map(\.lastSeen).max() ?? page.wholeTime.last
        var table = ValueTable(columns: ["time (s)", "frame", "master"])
        var bars: [Mark.Box] = []
        for (index, master) in awdl.masters.prefix(400).enumerated() {
            let later = index + 1 < awdl.masters.count ? awdl.masters[index + 1].time : end
            table.rows.append([.time(master.time), .count(master.frame), .text(name(master.address))])
            guard let lane = shown.firstIndex(of: master.address) else { continue }
            bars.append(.init(x: master.time...max(master.time, later), y: Chart.lane(lane)))
        }
        var changes: [Mark.Point] = []
        for node in awdl.nodes {
            for change in node.masterChanges.prefix(100) {
                guard let lane = shown.firstIndex(of: change.master) else { continue }
                changes.append(.init(change.time, Chart.lane(lane).upperBound))
            }
        }
        return Chart(
            kind: .masters, id: page.id("masters-plot"),
            caption: "Who was master when; points are nodes that changed to it",
            series: ["master", "a node changed to it"],
            horizontal: .time(page.wholeTime, group: page.captureGroup), side: .lanes(shown.map { name($0) }),
            marks: [Mark(shape: .bars(bars), series: 1), Mark(shape: .points(changes), series: 2)].filter {
                !$0.isEmpty
            },
            table: table)
    }

    // MARK: - Pairs

    private var overlap: Chart? {
        let pairs = awdl.pairs.filter { $0.windowOverlap != nil }
        guard !pairs.isEmpty else { return nil }
        let shown = pairs.sorted { ($0.windowOverlap ?? 0, $0.a, $0.b) < ($1.windowOverlap ?? 0, $1.a, $1.b) }.prefix(
            Self.pairLimit)
        var table = ValueTable(columns: ["pair", "overlap (0…1)", "common slots"])
        table.note = note(pairs.count, Self.pairLimit, "pair")
        for pair in shown {
            table.rows.append([
                .text(name(pair)), .number(pair.windowOverlap, Quantity.share(pair.windowOverlap)),
                .count(pair.commonSlots.count),
            ])
        }
        let bars = shown.enumerated().map { Mark.Box(x: 0...($0.element.windowOverlap ?? 0), y: Chart.lane($0.offset)) }
        return Chart(
            kind: .overlap, id: page.id("overlap-plot"),
            caption: "How much of their time two nodes are on the same channel: the least comes first",
            series: ["overlap"],
            horizontal: .init(label: "overlap (%)", scale: Scale(from: 0, to: 1), format: { Quantity.share($0) }),
            side: .lanes(shown.map(name)), marks: [Mark(shape: .bars(bars), series: 1)], table: table)
    }

    private var syncError: Chart? {
        let rows = awdl.pairs.compactMap { pair in Self.row(name(pair), pair.syncError) }
        guard !rows.isEmpty else { return nil }
        return BoxChart(
            rows: Array(rows.prefix(Self.pairLimit)), label: "difference of clocks (s)",
            ends: ("minimum", "95th percentile"),
            format: { Quantity.duration($0) }
        ).chart(.syncError, id: page.id("sync-error-plot"), caption: "How far the clocks of two nodes are apart")
    }

    private var signal: Chart? {
        let rows = awdl.nodes.compactMap { node in Self.row(name(node), node.signal) }
        guard !rows.isEmpty else { return nil }
        return BoxChart(
            rows: Array(rows.prefix(Self.nodeLimit)), label: "signal (dBm)", ends: ("minimum", "95th percentile"),
            format: { Quantity.digits($0) + " dBm" }
        ).chart(.signal, id: page.id("signal-plot"), caption: "How strong each node was received")
    }

    private static func row(_ name: String, _ values: Distribution) -> BoxChart.Row? {
        guard let least = values.min, let median = values.median, let upper = values.p95, let most = values.max else {
            return nil
        }
        return .init(name, least: least, lower: least, median: median, upper: upper, most: most)
    }
}
