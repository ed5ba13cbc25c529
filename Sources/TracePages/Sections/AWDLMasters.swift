import TraceModel
import TraceReports
import WireText

/// Which node was AWDL's master when, and which nodes changed to it.
struct AWDLMasters {
    let page: PageContext
    let awdl: AWDLReport
    /// Changes that have room.
    let limit: Int
    let name: (String) -> String

    private static let laneLimit = 16
    /// Nodes with a color of their own.
    private static let colors = 7

    init(_ page: PageContext, _ awdl: AWDLReport, limit: Int, name: @escaping (String) -> String) {
        (self.page, self.awdl, self.limit, self.name) = (page, awdl, limit, name)
    }

    private struct Row {
        let time: Double
        let frame: Int
        let master: String
        let words: String
        let place: Mark.Box
    }

    var chart: Chart? {
        guard !awdl.masters.isEmpty else { return nil }
        var omissions = Omissions()
        // Each is listed once, when it was first named.
        let shown = omissions.first(Self.laneLimit, of: awdl.masters.map(\.address), "masters")
        let lanes = Dictionary(
            shown.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let end = awdl.nodes.map(\.lastSeen).max() ?? page.wholeTime.last
        var rows: [Row] = []
        var bars: [Mark.Box] = []
        for (index, master) in awdl.masters.prefix(shown.count).enumerated() {
            let later = index + 1 < awdl.masters.count ? awdl.masters[index + 1].time : end
            let bar = Mark.Box(x: master.time...max(master.time, later), y: Chart.lane(index))
            rows.append(
                Row(time: master.time, frame: master.frame, master: master.address, words: "master", place: bar))
            bars.append(bar)
        }
        let changes = awdl.nodes.flatMap { node in
            node.masterChanges.filter { lanes[$0.master] != nil }.map { (node: node.address, change: $0) }
        }.sorted { ($0.change.time, $0.change.frame) < ($1.change.time, $1.change.frame) }
        let drawn = omissions.thinned(limit, of: changes, "changes of nodes").map(\.entry)
        let colored = Self.colored(drawn.map(\.node))
        var points: [Int: [Mark.Point]] = [:]
        for (node, change) in drawn {
            let words = "\(name(node)) changed to it"
            // On the bar, not on the name above it.
            let row = Chart.lane(lanes[change.master] ?? 0)
            let point = Mark.Point(change.time, (row.lowerBound + row.upperBound) / 2)
            rows.append(
                Row(
                    time: change.time, frame: change.frame, master: change.master, words: words, place: .init(point)))
            points[colored[node] ?? 2, default: []].append(point)
        }
        var table = ValueTable(columns: ["time (s)", "frame", "master", "what"])
        table.note = omissions.note
        for row in rows.sorted(by: { ($0.time, $0.frame) < ($1.time, $1.frame) }) {
            table.add([.time(row.time), .count(row.frame), .text(name(row.master)), .text(row.words)], at: row.place)
        }
        let nodes = colored.sorted { $0.value < $1.value }.map { "\(name($0.key)) changed to it" }
        return Chart(
            kind: .masters, id: page.id("masters-plot"),
            caption: "Who was master when; points are nodes that changed to it",
            series: ["master"] + (nodes.isEmpty ? ["a node changed to it"] : nodes),
            horizontal: .time(page.wholeTime, group: page.captureGroup), side: .lanes(shown.map(name)),
            marks: [Mark(shape: .bars(bars), series: 1)]
                + points.keys.sorted().map { Mark(shape: .points(points[$0] ?? []), series: $0) }, table: table)
    }

    /// The series of each node that changed, in their order; none where there are too many for colors.
    private static func colored(_ nodes: [String]) -> [String: Int] {
        var colors: [String: Int] = [:]
        for node in nodes where colors[node] == nil { colors[node] = colors.count + 2 }
        return colors.count <= Self.colors ? colors : [:]
    }
}
