#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import TraceModel
import TraceReports
import WireText

/// A picture of who talked to whom. Few peers are numbered points in a circle, with a line for each pair: the wider, the more bytes.
/// Of more, whose lines would be one gray area, it is a matrix. Names are in a list, where each has room.
struct PeerGraph {
    private let page: PageContext
    private let peers: PeerPairs

    /// More are a matrix.
    static let circleLimit = 12
    private static let (center, radius, pointRadius) = (150.0, 125.0, 10.0)

    /// - Returns: Nil where there is nobody to talk to.
    init?(_ page: PageContext) {
        peers = PeerPairs(page.report)
        self.page = page
        guard peers.nodes.count > 1, !page.report.sessions.isEmpty else { return nil }
    }

    func write(to html: inout HTMLText) {
        let isCircle = peers.nodes.count <= Self.circleLimit
        let states = PeerPairs.State.allCases.filter { state in peers.pairs.contains { $0.state == state } }
        var frame = ChartFrame(
            kind: .peers, id: page.id("peers-plot"),
            caption: isCircle
                ? "Who talked to whom: the wider a line, the more bytes"
                : "Who talked to whom: a cell for each pair, by their numbers; the darker, the more bytes",
            series: states.isEmpty ? ["peers"] : states.map(\.rawValue), style: isCircle ? " graph" : " matrix",
            height: isCircle ? Int(2 * Self.center) : PeerMatrix.height(peers), table: table)
        if !isCircle { frame.area = PeerMatrix.area(peers) }
        if states.count > 1 || states.contains(where: { $0 != .talked }) {
            frame.legend = states.map { .init(style: "key line " + $0.style, words: $0.words(inCircle: true)) }
        }
        if !isCircle { frame.legend = PeerMatrix.legend(peers) }
        frame.names = peers.nodes.enumerated().map { index, node in
            "\(index + 1) \(node.name)" + (node.isTried ? " (tried, never answered)" : "")
        }
        frame.write(to: &html) { svg in
            if isCircle { circle(&svg) } else { PeerMatrix.write(peers, to: &svg) }
        }
    }

    // MARK: - Circle

    private func circle(_ html: inout HTMLText) {
        let rows = Dictionary(
            listed.enumerated().map { ([$0.element.from, $0.element.to], $0.offset) },
            uniquingKeysWith: { first, _ in first })
        for pair in peers.pairs { line(pair, row: rows[[pair.from, pair.to]], &html) }
        for index in peers.nodes.indices { point(index, &html) }
    }

    private func place(_ index: Int) -> (x: Double, y: Double) {
        let angle = 2 * Double.pi * Double(index) / Double(max(1, peers.nodes.count)) - Double.pi / 2
        return (50 + 42 * cos(angle), Self.center + Self.radius * sin(angle))
    }

    private func line(_ pair: PeerPairs.Pair, row: Int?, _ html: inout HTMLText) {
        let (from, to) = (place(pair.from), place(pair.to))
        let most = peers.pairs.map(\.bytes).max() ?? 0
        // What was not there has no bytes to be as wide as.
        let isThere = ![.missing, .hidden, .failed].contains(pair.state)
        let range = peers.nodes.count > 6 ? 3.0 : 6
        let width = isThere && most > 0 ? 1 + range * (Double(pair.bytes) / Double(most)).squareRoot() : 2
        var attributes: [HTMLText.Attribute] = [
            .init("class", "line \(pair.state.style)"), .init("x1", Area.text(from.x) + "%"),
            .init("y1", Area.text(from.y)), .init("x2", Area.text(to.x) + "%"), .init("y2", Area.text(to.y)),
            .init("stroke-width", Area.text(width)),
        ]
        if let row { attributes.append(.init("data-row", row)) }
        html.empty("line", attributes, isSVG: true)
        guard pair.state == .missing, let opener = pair.opener else { return }
        let share = opener == pair.from ? 0.25 : 0.75
        let dot: [HTMLText.Attribute] = [
            .init("class", "box s2"), .init("cx", Area.text(from.x + share * (to.x - from.x)) + "%"),
            .init("cy", Area.text(from.y + share * (to.y - from.y))), .init("r", "4"),
        ]
        html.empty("circle", dot, isSVG: true)
    }

    private func point(_ index: Int, _ html: inout HTMLText) {
        let place = place(index)
        let point: [HTMLText.Attribute] = [
            .init("class", peers.nodes[index].isTried ? "box s7 dotted" : "box s8"),
            .init("cx", Area.text(place.x) + "%"), .init("cy", Area.text(place.y)),
            .init("r", Area.text(Self.pointRadius)),
        ]
        html.empty("circle", point, isSVG: true)
        let label: [HTMLText.Attribute] = [
            .init("class", "node"), .init("text-anchor", "middle"), .init("x", Area.text(place.x) + "%"),
            .init("y", Area.text(place.y + 4)),
        ]
        html.element("text", label, String(index + 1))
    }

    // MARK: - Table

    /// The pairs that have a row: those of which there is more to say than that they talked, and those with most bytes.
    private var listed: [PeerPairs.Pair] {
        let pairs = peers.pairs
        let room = page.room(288)
        let order = pairs.indices.sorted { one, other in
            let (isOne, isOther) = (pairs[one].state != .talked, pairs[other].state != .talked)
            return isOne == isOther ? (pairs[one].bytes, other) > (pairs[other].bytes, one) : isOne
        }
        return order.prefix(room).sorted().map { pairs[$0] }
    }

    private var table: ValueTable {
        var table = ValueTable(
            columns: ["one", "the other", "bytes", "sessions", "attempts that failed", "mesh connections", "state"])
        let listed = listed
        var notes: [String] = []
        if peers.hidden.peers > 0 {
            notes.append(
                "The first \(PeerPairs.peerLimit) peers; \(Quantity.grouped(peers.hidden.peers)) more are in the table below."
            )
        }
        if peers.hidden.addresses > 0 {
            notes.append(
                "\(Quantity.grouped(peers.hidden.addresses)) more addresses that were tried and never answered are not shown."
            )
        }
        if listed.count < peers.pairs.count { notes.append("\(peers.pairs.count - listed.count) pairs have no row.") }
        table.note = notes.joined(separator: " ")
        for pair in listed {
            let opener = pair.opener.map { "; \(peers.nodes[$0].name) is to open it" } ?? ""
            let words = pair.state.words(inCircle: false) + (pair.state == .missing ? opener : "")
            table.add(
                [
                    .text(peers.nodes[pair.from].name), .text(peers.nodes[pair.to].name), .bytes(pair.bytes),
                    .count(pair.sessions), .count(pair.failures), .count(pair.connections.count), .text(words),
                ], at: PeerMatrix.cell(pair.from, pair.to), PeerMatrix.cell(pair.to, pair.from))
        }
        if table.rows.isEmpty {
            table.rows = peers.nodes.map {
                [.text($0.name), .text("–"), .bytes(0), .count(0), .count(0), .count(0), .text("alone")]
            }
        }
        return table
    }
}
