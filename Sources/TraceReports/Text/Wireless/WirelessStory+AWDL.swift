import TraceModel
import WireText

extension WirelessStory {
    private typealias Alignment = TextTable.Alignment

    /// Who was there?
    func nodeLines(_ awdl: AWDLReport, _ report: TraceReport) -> [String] {
        let names = PeerNames(report.peers)
        var table = TextTable([
            .init("node", limit: 24, minimum: 12), .init("address", minimum: 17), .init("system", dispensable: 3),
            .init("AWDL", dispensable: 2), .init("signal", .right), .init("PSF/MIF", .right, dispensable: 4),
            .init("per s", .right, dispensable: 5), .init("data", .right), .init("metric", .right, dispensable: 1),
            .init("AP", .right),
            .init("peer", limit: 20, dispensable: 6),
        ])
        let shown = awdl.nodes.prefix(Self.maximumRows)
        for node in shown {
            table.add([
                node.hostname == nil ? "–" : WirelessWords.name(node), node.address,
                WirelessWords.device(node.deviceClass), node.version ?? "", WirelessWords.signal(node.signal),
                // The rate is of both together: one column, so that neither is left out alone.
                Quantity.grouped(node.psf) + "/" + Quantity.grouped(node.mif),
                node.actionFrameRate.map { "\(($0 * 10).rounded() / 10)" } ?? "",
                Quantity.grouped(node.dataFrames), node.lastMetric.map { "\($0)" } ?? "",
                node.infrastructureChannel.map { "\($0)" } ?? "",
                names.name(peer: node.peer) ?? "",
            ])
        }
        var lines = [heading("AWDL nodes", "\(awdl.nodes.count)")] + table.lines(width: width, style: style)
        lines += more(awdl.nodes.count - shown.count, "node")
        for node in shown where !node.services.isEmpty {
            let services = node.services.prefix(Self.maximumNames).map {
                SafeText.cut(SafeText.escaped($0), width: 64)
            }
            let hidden = node.services.count - services.count + node.omittedServices
            lines += wrapped(
                ["\(WirelessWords.name(node)) announces \(services[0])"] + services.dropFirst()
                    + (hidden > 0 ? ["\(hidden) more"] : []))
        }
        return lines
    }

    /// Rows of nodes and columns of slots with the channel in each: packets can pass where columns agree, if rows are
    /// in one time.
    func slotLines(_ awdl: AWDLReport) -> [String] {
        let chart = SlotChart(awdl)
        let scheduled = chart.nodes
        guard let first = scheduled.first else { return [] }
        let label = 14
        // With a mark before some.
        let names = WirelessWords.names(awdl, width: label - (chart.hasUnknown ? 2 : 0))
        var lines = [heading("Slots", "65.5 ms each, 16 in 1.05 s; · absent")]
        if scheduled.count > 1 {
            let name = SafeText.cutMiddle(WirelessWords.name(first), width: 24)
            lines += wrapped(
                ["in the time of \(name)"] + (chart.hasUnknown ? ["? in a time of its own"] : []))
        }
        let numbers = (0..<16).map { Alignment.right.padded("\($0)", to: 4) }.joined()
        lines.append(style.dim("  " + String(repeating: " ", count: label) + numbers))
        for (node, shift) in zip(scheduled, chart.shifts).prefix(Self.maximumRows) {
            // The sequence that holds, and below it those before, the latest first.
            let sequences = node.channelSequences
            for number in sequences.indices.suffix(SlotChart.maximumSequences).reversed() {
                let isLast = number == sequences.count - 1
                let mark = shift == nil ? "? " : ""
                let name = isLast ? mark + (names[node.address] ?? "") : " until " + time(sequences[number + 1].time)
                let cells = SlotChart.cells(sequences[number].channels, shift).map {
                    Alignment.right.padded($0 == 0 ? "·" : "\($0)", to: 4)
                }
                .joined()
                let line = "  " + Alignment.left.padded(SafeText.cut(name, width: label), to: label) + cells
                lines.append(isLast ? line : style.dim(line))
            }
            let hidden = sequences.count - SlotChart.maximumSequences
            if hidden > 0 { lines.append(style.dim("   … and \(hidden) before")) }
        }
        return lines + more(scheduled.count - Self.maximumRows, "node") + accessPointLines(awdl, label: label)
    }

    /// The channels of the nodes' access points, which are there in every slot: a node's own traffic takes the slots on its channel.
    private func accessPointLines(_ awdl: AWDLReport, label: Int) -> [String] {
        let prefix = "AP of "
        let names = WirelessWords.names(awdl, width: label - prefix.count)
        var channels: [(channel: Int, nodes: [String])] = []
        for node in awdl.nodes {
            guard let channel = node.infrastructureChannel else { continue }
            if let index = channels.firstIndex(where: { $0.channel == channel }) {
                channels[index].nodes.append(names[node.address] ?? "")
            } else {
                channels.append((channel, [names[node.address] ?? ""]))
            }
        }
        return channels.prefix(Self.maximumRows).map { channel, nodes in
            let name = prefix + (nodes.count == 1 ? nodes[0] : Quantity.count(nodes.count, "node"))
            let cells = String(repeating: Alignment.right.padded("\(channel)", to: 4), count: 16)
            return style.dim("  " + Alignment.left.padded(SafeText.cut(name, width: label), to: label) + cells)
        }
    }

    /// How much of the time can two nodes talk?
    func pairLines(_ awdl: AWDLReport) -> [String] {
        guard !awdl.pairs.isEmpty else { return [] }
        // They must stay distinguishable, however long their names are.
        let names = WirelessWords.names(awdl, width: 18)
        var table = TextTable([
            .init("pair", limit: 40, minimum: 20), .init("common slots", .right), .init("wait", .right),
            .init("at most", .right), .init("out of step", .right),
        ])
        let shown = awdl.pairs.prefix(Self.maximumRows)
        for pair in shown {
            table.add([
                "\(names[pair.a] ?? pair.a) – \(names[pair.b] ?? pair.b)", WirelessWords.overlap(pair),
                Quantity.duration(pair.longestWait), pair.throughputBound.map { Quantity.rate($0) } ?? "",
                // Times have units of 1.024 ms.
                pair.syncError.median.map { $0 < 0.001024 ? "< 1 ms" : Quantity.duration($0) } ?? "",
            ])
        }
        let hidden = awdl.pairs.count - shown.count + awdl.omittedPairs
        return [heading("Pairs", "\(awdl.pairs.count + awdl.omittedPairs)")] + table.lines(width: width, style: style)
            + more(hidden, "pair")
    }

    /// Which node was master, according to the frames, and which should have been by the rule?
    func electionLines(_ awdl: AWDLReport) -> [String] {
        guard !awdl.election.claims.isEmpty else { return [] }
        let names = WirelessWords.names(awdl, width: 26)
        func name(_ address: String) -> String { names[address] ?? address }
        var lines = [heading("Elections", "from the frames")]
        let limit = 48
        for claim in awdl.election.claims.prefix(limit) {
            let words: String
            if claim.master == claim.node {
                words = "is master"
            } else if let parent = claim.parent, parent != claim.master {
                words = "follows \(name(parent)) to master \(name(claim.master)), distance \(claim.distance)"
            } else {
                words = "follows master \(name(claim.master)), distance \(claim.distance)"
            }
            let start = "  " + Alignment.right.padded(time(claim.time), to: 11) + "  "
            let text = SafeText.wrapped("\(name(claim.node)) \(words)", width: max(20, width - 17))
            lines += text.enumerated().map { ($0.offset == 0 ? start : String(repeating: " ", count: 17)) + $0.element }
        }
        let hidden = awdl.election.claims.count - limit
        lines += more(hidden, "change")
        guard let expected = awdl.election.expected, !expected.isEmpty else { return lines }
        let rule = awdl.election.rule == .metric ? "the highest metric" : "the highest counter"
        let steps = expected.prefix(limit).map { "\(name($0.master)) from \(time($0.time))" }
        return lines + wrapped(["By \(rule) the master would be \(steps[0])"] + steps.dropFirst())
    }

    func time(_ seconds: Double) -> String { Quantity.fixed(seconds, decimals: 3) + " s" }
}
