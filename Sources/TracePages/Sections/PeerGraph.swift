#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import TraceModel
import TraceReports
import WireText

/// Peers in a circle, with a line for each pair that talked: the wider, the more bytes.
struct PeerGraph {
    private let page: PageContext
    private let peers: [Peer]
    private let pairs: [Pair]

    /// Peers in the picture.
    private static let limit = 24
    private static let center = 170.0

    /// What a line says, from the least to the most important.
    enum State: String, CaseIterable {
        case talked, hidden, failed, doubled, missing

        var words: String {
            switch self {
            case .talked: "talked"
            case .hidden: "cannot be seen from here"
            case .failed: "a connection failed"
            case .doubled: "two connections at once"
            case .missing: "missing in the mesh"
            }
        }

        var style: String {
            switch self {
            case .talked: "s1"
            case .hidden: "s8 dotted"
            case .failed: "s7"
            case .doubled: "s4"
            case .missing: "s2 dashed"
            }
        }
    }

    struct Pair {
        let from: Int
        let to: Int
        var bytes = 0
        var sessions = 0
        /// When connections of a mesh were open.
        var connections: [ClosedRange<Double>] = []
        var isMissing = false
        var isHidden = false
        var hasFailed = false

        var state: State {
            if isMissing { return .missing }
            if isHidden { return .hidden }
            let inOrder = connections.sorted { $0.lowerBound < $1.lowerBound }
            if zip(inOrder, inOrder.dropFirst()).contains(where: { $1.lowerBound < $0.upperBound }) { return .doubled }
            return hasFailed ? .failed : .talked
        }
    }

    init(_ page: PageContext) {
        self.page = page
        peers = Array(page.report.peers.prefix(Self.limit))
        let places = Dictionary(
            peers.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var pairs: [[Int]: Pair] = [:]
        for session in page.report.sessions {
            guard let from = session.initiator.peer.flatMap({ places[$0] }),
                let to = session.responder.peer.flatMap({ places[$0] }), from != to
            else { continue }
            let ends = [min(from, to), max(from, to)]
            var pair = pairs[ends] ?? Pair(from: ends[0], to: ends[1])
            pair.bytes += session.wireBytes
            pair.sessions += 1
            if session.application == .mesh, let established = session.established {
                pair.connections.append(established...max(established, session.end))
            }
            pair.hasFailed = pair.hasFailed || [.reset, .refused, .unanswered].contains(session.ending)
            pairs[ends] = pair
        }
        for mesh in page.report.meshes {
            for missing in mesh.missingPairs {
                let ends = missing.compactMap { places[$0] }.sorted()
                guard ends.count == 2 else { continue }
                var pair = pairs[ends] ?? Pair(from: ends[0], to: ends[1])
                if mesh.isComplete { pair.isMissing = true } else { pair.isHidden = true }
                pairs[ends] = pair
            }
        }
        self.pairs = pairs.values.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    func write(to html: inout HTMLText) {
        let caption = "Who talked to whom: the wider a line, the more bytes"
        let states = State.allCases.filter { state in pairs.contains { $0.state == state } }
        var frame = ChartFrame(
            kind: .peers, id: page.id("peers-plot"), caption: caption,
            series: states.isEmpty ? ["peers"] : states.map(\.rawValue), style: " graph",
            height: Int(2 * Self.center), table: table)
        if states.count > 1 || states.contains(where: { $0 != .talked }) {
            frame.legend = states.map { .init(style: "key line \($0.style)", words: $0.words) }
        }
        frame.write(to: &html) { svg in
            let rows = Dictionary(
                listed.enumerated().map { ([$0.element.from, $0.element.to], $0.offset) },
                uniquingKeysWith: { first, _ in first })
            for pair in pairs { line(pair, row: rows[[pair.from, pair.to]], &svg) }
            for index in peers.indices { node(index, &svg) }
        }
    }

    private func place(_ index: Int) -> (x: Double, y: Double) {
        let angle = 2 * Double.pi * Double(index) / Double(max(1, peers.count)) - Double.pi / 2
        return (50 + 34 * cos(angle), Self.center + 130 * sin(angle))
    }

    private func line(_ pair: Pair, row: Int?, _ html: inout HTMLText) {
        let (from, to) = (place(pair.from), place(pair.to))
        let most = pairs.map(\.bytes).max() ?? 0
        let width = most > 0 ? 1 + 6 * (Double(pair.bytes) / Double(most)).squareRoot() : 1
        var attributes: [HTMLText.Attribute] = [
            .init("class", "line \(pair.state.style)"), .init("x1", Area.text(from.x) + "%"),
            .init("y1", Area.text(from.y)), .init("x2", Area.text(to.x) + "%"), .init("y2", Area.text(to.y)),
            .init("stroke-width", Area.text(width)),
        ]
        if let row { attributes.append(.init("data-row", row)) }
        html.empty("line", attributes, isSVG: true)
    }

    private func node(_ index: Int, _ html: inout HTMLText) {
        let place = place(index)
        let dot: [HTMLText.Attribute] = [
            .init("class", "node"), .init("cx", Area.text(place.x) + "%"), .init("cy", Area.text(place.y)),
            .init("r", "6"),
        ]
        html.empty("circle", dot, isSVG: true)
        let label: [HTMLText.Attribute] = [
            .init("class", "node"), .init("text-anchor", "middle"), .init("x", Area.text(place.x) + "%"),
            .init("y", Area.text(place.y + (place.y < Self.center ? -12 : 22))),
        ]
        html.element("text", label, PeerNames.short(peers[index].label, width: 18))
    }

    /// The pairs that have a row: those of which there is more to say than that they talked, and those with most bytes.
    private var listed: [Pair] {
        let room = page.room(Self.limit * Self.limit / 2)
        let order = pairs.indices.sorted { one, other in
            let (isOne, isOther) = (pairs[one].state != .talked, pairs[other].state != .talked)
            return isOne == isOther ? (pairs[one].bytes, other) > (pairs[other].bytes, one) : isOne
        }
        return order.prefix(room).sorted().map { pairs[$0] }
    }

    private var table: ValueTable {
        var table = ValueTable(columns: ["one", "the other", "bytes", "sessions", "mesh connections", "state"])
        if page.report.peers.count > Self.limit {
            table.note =
                "The first \(Self.limit) peers; \(page.report.peers.count - Self.limit) more are in the table below."
        }
        let listed = listed
        if listed.count < pairs.count {
            table.note += (table.note.isEmpty ? "" : " ") + "\(pairs.count - listed.count) pairs have no row."
        }
        for pair in listed {
            table.rows.append([
                .text(PeerNames.short(peers[pair.from].label)), .text(PeerNames.short(peers[pair.to].label)),
                .bytes(pair.bytes), .count(pair.sessions), .count(pair.connections.count), .text(pair.state.words),
            ])
        }
        if table.rows.isEmpty {
            table.rows = peers.map {
                [.text(PeerNames.short($0.label)), .text("–"), .bytes(0), .count(0), .count(0), .text("alone")]
            }
        }
        return table
    }
}
