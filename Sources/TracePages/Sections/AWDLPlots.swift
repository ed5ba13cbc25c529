import TraceModel
import TraceReports
import WireText

/// The plots of AWDL's nodes and pairs.
struct AWDLPlots {
    private let page: PageContext
    private let awdl: AWDLReport
    private let selection: SeriesSelection
    private static let (nodeLimit, pairLimit) = (16, 30)
    /// Changes that have room, of all nodes together.
    private let changeLimit: Int
    /// By address, as in all texts; nodes of one name have their addresses too.
    private let names: [String: String]

    init(_ page: PageContext, _ awdl: AWDLReport, _ selection: SeriesSelection) {
        (self.page, self.awdl, self.selection) = (page, awdl, selection)
        changeLimit = page.room(384)
        let words = awdl.nodes.map { PeerNames.short(WirelessWords.name($0), width: 32) }
        let uses = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
        let own = zip(awdl.nodes, words).map { node, name in
            (node.address, uses[name] == 1 ? name : "\(name) (\(node.address))")
        }
        names = Dictionary(own, uniquingKeysWith: { first, _ in first })
    }

    func write(to html: inout HTMLText) {
        let masters = AWDLMasters(page, awdl, limit: changeLimit, name: name).chart
        for chart in [slots, masters].compactMap(\.self) { chart.write(to: &html) }
        overlap(&html)
        for chart in [syncError, signal].compactMap(\.self) { chart.write(to: &html) }
    }

    private func name(_ node: AWDLReport.Node) -> String { name(node.address) }
    private func name(_ address: String) -> String { names[address] ?? address }
    private func name(_ pair: AWDLReport.Pair) -> String { [pair.a, pair.b].map(name).joined(separator: " – ") }

    // MARK: - Slots

    /// In which of 16 slots a node is on which channel, as it announces it, over time.
    private var slots: Chart? {
        var omissions = Omissions()
        let nodes = omissions.first(Self.nodeLimit, of: awdl.nodes.filter { !$0.channelSequences.isEmpty }, "nodes")
        guard !nodes.isEmpty else { return nil }
        let channels = Set(nodes.flatMap { $0.channelSequences.flatMap(\.channels) }).filter { $0 != 0 }.sorted()
        // Further channels share the last color.
        let series = Dictionary(
            channels.enumerated().map { ($0.element, min($0.offset + 1, 8)) }, uniquingKeysWith: { first, _ in first })
        var bars: [Int: [Mark.Box]] = [:]
        var table = ValueTable(columns: ["time (s)", "frame", "node", "channels of the slots"])
        for (lane, node) in nodes.enumerated() {
            let sequences = omissions.thinned(
                changeLimit / nodes.count, of: node.channelSequences, "schedules of \(name(node.address))")
            for (index, sequence) in sequences {
                let later =
                    index + 1 < node.channelSequences.count ? node.channelSequences[index + 1].time : node.lastSeen
                let times = sequence.time...max(sequence.time, later)
                let count = Double(max(1, sequence.channels.count))
                for (slot, channel) in sequence.channels.enumerated() where channel != 0 {
                    let top = 0.78 - 0.7 * Double(slot) / count
                    bars[series[channel] ?? 8, default: []].append(
                        .init(x: times, y: Chart.lane(lane, from: top - 0.6 / count, to: top)))
                }
                table.add(
                    [
                        .time(sequence.time), .count(sequence.frame), .text(name(node)),
                        .text(sequence.channels.map { String($0) }.joined(separator: " ")),
                    ], at: .init(x: times, y: Chart.lane(lane, from: 0.08, to: 0.78)))
            }
        }
        guard !bars.isEmpty else { return nil }
        table.note = omissions.note
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

    // MARK: - Pairs

    /// A matrix of the nodes, or of too many the pairs with the least overlap.
    private func overlap(_ html: inout HTMLText) {
        let pairs = awdl.pairs.filter { $0.windowOverlap != nil }
        guard !pairs.isEmpty else { return }
        var table = ValueTable(columns: ["pair", "overlap (0…1)", "common slots"])
        func list(_ pairs: [AWDLReport.Pair]) {
            for (index, pair) in pairs.enumerated() {
                table.add(
                    [
                        .text(name(pair)), .number(pair.windowOverlap, Quantity.share(pair.windowOverlap)),
                        .count(pair.commonSlots.count),
                    ], at: bar(pair, index))
            }
        }
        let sorted = pairs.sorted { ($0.windowOverlap ?? 0, $0.a, $0.b) < ($1.windowOverlap ?? 0, $1.a, $1.b) }
        let addresses = Set(pairs.flatMap { [$0.a, $0.b] })
        guard addresses.count <= MatrixChart.maximumNames else {
            var omissions = Omissions()
            let shown = omissions.first(Self.pairLimit, of: sorted, "pairs", "with the least overlap")
            list(shown)
            table.note = omissions.note
            overlapBars(shown, table).write(to: &html)
            return
        }
        list(sorted)
        let nodes = awdl.nodes.filter { addresses.contains($0.address) }
        let places = Dictionary(
            nodes.enumerated().map { ($0.element.address, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var shares = nodes.map { _ in [Double?](repeating: nil, count: nodes.count) }
        var rows = nodes.map { _ in [Int?](repeating: nil, count: nodes.count) }
        for (row, pair) in sorted.enumerated() {
            guard let one = places[pair.a], let other = places[pair.b] else { continue }
            (shares[one][other], shares[other][one]) = (pair.windowOverlap, pair.windowOverlap)
            (rows[one][other], rows[other][one]) = (row, row)
        }
        MatrixChart(
            id: page.id("overlap-plot"), caption: "How much of their time two nodes are on the same channel",
            names: nodes.map(name), label: "the other node by its number; overlap (%)", shares: shares,
            tableRows: rows, table: table
        ).write(to: &html)
    }

    private func bar(_ pair: AWDLReport.Pair, _ lane: Int) -> Mark.Box {
        .init(x: 0...max(0, pair.windowOverlap ?? 0), y: Chart.lane(lane))
    }

    private func overlapBars(_ pairs: [AWDLReport.Pair], _ table: ValueTable) -> Chart {
        let bars = pairs.enumerated().map { bar($0.element, $0.offset) }
        return Chart(
            kind: .overlap, id: page.id("overlap-plot"),
            caption: "How much of their time two nodes are on the same channel: the least comes first",
            series: ["overlap"],
            horizontal: .init(label: "overlap (%)", scale: Scale(from: 0, to: 1), format: { Quantity.share($0) }),
            side: .lanes(pairs.map(name)), marks: [Mark(shape: .bars(bars), series: 1)], table: table)
    }

    private var syncError: Chart? {
        SampledPlot.syncError(
            id: page.id("sync-error-plot"), caption: "How far the clocks of two nodes are apart"
        ).chart(
            awdl.pairs.map { .init(name: name($0), samples: $0.syncError, series: $0.syncErrorSeries) },
            chosen: selection.pairs, page)
    }

    private var signal: Chart? {
        SampledPlot.signal(id: page.id("signal-plot"), caption: "How strong each node was received").chart(
            awdl.nodes.map { .init(name: name($0), samples: $0.signal, series: $0.signalSeries) },
            chosen: selection.awdl, page)
    }
}
