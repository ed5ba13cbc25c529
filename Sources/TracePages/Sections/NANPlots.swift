import TraceModel
import TraceReports
import WireText

/// NAN's nodes, matches of services, and data paths over time, and how strong the nodes were received.
struct NANPlots {
    private let page: PageContext
    private let nan: NANReport
    private let selection: SeriesSelection
    private static let (laneLimit, matchLimit) = (24, 200)

    init(_ page: PageContext, _ nan: NANReport, _ selection: SeriesSelection) {
        (self.page, self.nan, self.selection) = (page, nan, selection)
    }

    func write(to html: inout HTMLText) {
        for chart in [story, signal].compactMap(\.self) { chart.write(to: &html) }
    }

    private func name(_ address: String) -> String {
        let peer = nan.nodes.first { $0.address == address }?.peer
        return page.names.name(peer: peer).map { "\($0), \(address)" } ?? address
    }

    private var signal: Chart? {
        SampledPlot.signal(id: page.id("nan-signal-plot"), caption: "How strong each node of NAN was received").chart(
            nan.nodes.map { .init(name: name($0.address), samples: $0.signal, series: $0.signalSeries) },
            chosen: selection.nan, page)
    }

    private var story: Chart? {
        var omissions = Omissions()
        let nodes = omissions.first(Self.laneLimit, of: nan.nodes, "nodes")
        let paths = omissions.first(Self.laneLimit, of: nan.dataPaths, "data paths")
        let end = page.wholeTime.last
        var table = ValueTable(columns: ["time (s)", "what", "who", "state"])
        var (seen, matches, setups, open): ([Mark.Point], [Mark.Point], [Mark.Box], [Mark.Box]) = ([], [], [], [])
        func lane(_ address: String) -> Int? { nodes.firstIndex { $0.address == address } }
        for (index, node) in nodes.enumerated() {
            let point = Mark.Point(node.firstSeen, -Double(index) - 0.69)
            seen.append(point)
            table.add(
                [
                    .time(node.firstSeen), .text("node, \(Quantity.count(node.beacons, "beacon"))"),
                    .text(name(node.address)),
                    .text(node.clusters.isEmpty ? "in no cluster" : "in " + node.clusters.joined(separator: ", ")),
                ], at: .init(point))
        }
        for (_, match) in omissions.thinned(Self.matchLimit, of: nan.matches, "matches") {
            let row: [ValueTable.Cell] = [
                .time(match.time), .text("match of service \(service(match.serviceID))"),
                .text("\(match.publisher) → \(match.subscriber)"),
                .text(Quantity.count(match.followUps, "follow-up")),
            ]
            guard let lane = lane(match.subscriber) else {
                table.rows.append(row)
                continue
            }
            let point = Mark.Point(match.time, -Double(lane) - 0.69)
            matches.append(point)
            table.add(row, at: .init(point))
        }
        for (index, path) in paths.enumerated() {
            let row = Chart.lane(nodes.count + index)
            let begun = path.requested ?? path.firstSeen
            let ready = path.confirmed ?? path.accepted ?? begun
            let setup = Mark.Box(x: begun...max(begun, ready), y: row)
            setups.append(setup)
            var use = setup
            // One that was not accepted was never open.
            if path.accepted != nil || path.confirmed != nil {
                use = .init(x: max(begun, ready)...max(begun, ready, path.ended ?? end), y: row)
                open.append(use)
            }
            table.add(
                [
                    .time(begun), .text("data path \(path.ndpID)"),
                    .text("\(path.initiator) → \(path.responder ?? "?")"), .text(path.state.rawValue),
                ], at: setup, use)
        }
        if table.rows.isEmpty {
            for cluster in omissions.first(Self.laneLimit, of: nan.clusters, "clusters") {
                let point = Mark.Point(cluster.firstSeen, -0.69)
                table.add([.time(cluster.firstSeen), .text("cluster"), .text(cluster.id), .text("")], at: .init(point))
                seen.append(point)
            }
        }
        table.note = omissions.note
        let lanes = nodes.map { name($0.address) } + paths.map { "data path \($0.ndpID), \($0.state.rawValue)" }
        return Chart(
            kind: .nan, id: page.id("nan-plot"), caption: "NAN: nodes, matches of services, and data paths",
            series: ["node seen", "match", "data path requested", "data path"],
            horizontal: .time(page.wholeTime, group: page.captureGroup),
            side: .lanes(lanes.isEmpty ? ["cluster"] : lanes),
            marks: [
                Mark(shape: .points(seen), series: 1), Mark(shape: .points(matches), series: 2),
                Mark(shape: .bars(setups), series: 3), Mark(shape: .bars(open), series: 4),
            ].filter { !$0.isEmpty }, table: table)
    }

    private func service(_ id: String) -> String {
        nan.services.first { $0.serviceID == id }?.name.map { PeerNames.short($0, width: 32) } ?? id
    }
}
