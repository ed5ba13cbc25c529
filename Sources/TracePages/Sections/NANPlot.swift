import TraceModel
import TraceReports
import WireText

/// NAN's nodes, matches of services, and data paths over time.
struct NANPlot {
    private let page: PageContext
    private let nan: NANReport
    private static let limit = 24

    init(_ page: PageContext, _ nan: NANReport) { (self.page, self.nan) = (page, nan) }

    private func name(_ address: String) -> String {
        let peer = nan.nodes.first { $0.address == address }?.peer
        return page.names.name(peer: peer).map { "\($0), \(address)" } ?? address
    }

    var chart: Chart {
        let nodes = Array(nan.nodes.prefix(Self.limit))
        let paths = Array(nan.dataPaths.prefix(Self.limit))
        let end = page.wholeTime.last
        var table = ValueTable(columns: ["time (s)", "what", "who", "state"])
        var (seen, matches, setups, open): ([Mark.Point], [Mark.Point], [Mark.Box], [Mark.Box]) = ([], [], [], [])
        func lane(_ address: String) -> Int? { nodes.firstIndex { $0.address == address } }
        for (index, node) in nodes.enumerated() {
            seen.append(.init(node.firstSeen, -Double(index) - 0.69))
            table.rows.append([
                .time(node.firstSeen), .text("node, \(Quantity.count(node.beacons, "beacon"))"),
                .text(name(node.address)),
                .text(node.clusters.isEmpty ? "in no cluster" : "in " + node.clusters.joined(separator: ", ")),
            ])
        }
        for match in nan.matches.prefix(200) {
            if let lane = lane(match.subscriber) { matches.append(.init(match.time, -Double(lane) - 0.69)) }
            table.rows.append([
                .time(match.time), .text("match of service \(service(match.serviceID))"),
                .text("\(match.publisher) → \(match.subscriber)"),
                .text(Quantity.count(match.followUps, "follow-up")),
            ])
        }
        for (index, path) in paths.enumerated() {
            let row = Chart.lane(nodes.count + index)
            let begun = path.requested ?? path.firstSeen
            let ready = path.confirmed ?? path.accepted ?? begun
            setups.append(.init(x: begun...max(begun, ready), y: row))
            open.append(.init(x: max(begun, ready)...max(begun, ready, path.ended ?? end), y: row))
            table.rows.append([
                .time(begun), .text("data path \(path.ndpID)"),
                .text("\(path.initiator) → \(path.responder ?? "?")"), .text(path.state.rawValue),
            ])
        }
        if table.rows.isEmpty {
            for cluster in nan.clusters {
                table.rows.append([.time(cluster.firstSeen), .text("cluster"), .text(cluster.id), .text("")])
                seen.append(.init(cluster.firstSeen, -0.69))
            }
        }
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
