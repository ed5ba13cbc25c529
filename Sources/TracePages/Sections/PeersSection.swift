#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import TraceModel
import TraceReports
import WireText

/// Who is there, and who talked to whom.
enum PeersSection {
    private static let (maximum, pictured) = (300, 24)

    static func write(to html: inout HTMLText, _ page: PageContext) {
        let peers = page.report.peers
        guard !peers.isEmpty else { return }
        html.section(page, "peers", "Peers") { section in
            if peers.count > 1, !page.report.sessions.isEmpty { PeerGraph(page).write(to: &section) }
            meshes(&section, page)
            let table = EntryTable(columns: ["peer", "names", "addresses", "peer ID", "joined by"], label: "All peers")
            table.write(to: &section) { body in
                for peer in peers.prefix(maximum) { row(peer, &body) }
            }
            section.leftOut("peers", peers.count - maximum)
        }
    }

    private static func row(_ peer: Peer, _ html: inout HTMLText) {
        html.element("tr", [.init("data-peer", peer.id)]) { row in
            row.cell(peer.label)
            row.cell(list(peer.displayNames + peer.hostnames))
            row.cell(list(peer.addresses + peer.linkAddresses))
            row.cell(list(peer.peerIDs))
            row.cell(list(peer.evidence.map(\.kind.rawValue)))
        }
    }

    private static func list(_ values: [String]) -> String {
        let shown = values.prefix(6).joined(separator: ", ")
        return values.count > 6 ? shown + " and \(values.count - 6) more" : shown
    }

    /// What is missing in a mesh, in words: the picture shows the same.
    private static func meshes(_ html: inout HTMLText, _ page: PageContext) {
        for mesh in page.report.meshes.prefix(20) {
            html.element("p") {
                $0.text(
                    "Mesh of \(mesh.peers.count) peers: \(mesh.connectedPairs) of \(mesh.expectedPairs) pairs connected"
                )
                let missing = mesh.missingPairs.prefix(12).map { pair in
                    pair.map { page.names.name(peer: $0) ?? $0 }.joined(separator: " – ")
                }
                $0.text(missing.isEmpty ? "." : ". Missing: \(missing.joined(separator: ", ")).")
            }
        }
    }

    /// Peers in a circle, with a line for each pair that talked: the wider, the more bytes.
    struct PeerGraph {
        private let page: PageContext
        private let peers: [Peer]
        private let pairs: [Pair]

        struct Pair: Equatable {
            let from: Int
            let to: Int
            var bytes = 0
            var sessions = 0
            /// Connections that both ends opened or that were open at once, of a mesh.
            var meshConnections = 0
            var isMissing = false
            var hasFailed = false
        }

        init(_ page: PageContext) {
            self.page = page
            peers = Array(page.report.peers.prefix(pictured))
            let places = Dictionary(
                peers.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
            var pairs: [[Int]: Pair] = [:]
            for session in page.report.sessions {
                guard let from = session.initiator.peer.flatMap({ places[$0] }),
                    let to = session.responder.peer.flatMap({ places[$0] }), from != to
                else { continue }
                let key = [min(from, to), max(from, to)]
                var pair = pairs[key] ?? Pair(from: key[0], to: key[1])
                pair.bytes += session.wireBytes
                pair.sessions += 1
                if session.application == .mesh { pair.meshConnections += 1 }
                pair.hasFailed = pair.hasFailed || [.reset, .refused, .unanswered].contains(session.ending)
                pairs[key] = pair
            }
            for pair in page.report.meshes.flatMap(\.missingPairs) {
                let ends = pair.compactMap { places[$0] }.sorted()
                guard ends.count == 2 else { continue }
                pairs[ends, default: Pair(from: ends[0], to: ends[1])].isMissing = true
            }
            self.pairs = pairs.values.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        }

        func write(to html: inout HTMLText) {
            let caption = "Who talked to whom: wider lines are more bytes; dashed lines are missing in the mesh"
            let attributes: [HTMLText.Attribute] = [
                .init("class", "plot"), .init("id", page.id("peers-plot")), .init("data-chart", "peers"),
                .init("data-series", "talked,failed,missing"),
            ]
            html.element("figure", attributes) { figure in
                figure.element("figcaption", [], caption)
                let drawing: [HTMLText.Attribute] = [
                    .init("class", "chart graph"), .init("role", "img"), .init("aria-label", caption),
                    .init("height", Int(2 * Self.center)),
                ]
                figure.element("svg", drawing) { svg in
                    for pair in pairs { line(pair, &svg) }
                    for index in peers.indices { node(index, &svg) }
                }
                figure.element("ul", [.init("class", "legend")]) { list in
                    for (index, name) in ["talked", "a connection failed", "missing"].enumerated() {
                        list.element("li") {
                            $0.element("span", [.init("class", "key s\(Self.series[index])")], "")
                            $0.text(name)
                        }
                    }
                }
                table.write(to: &figure, label: caption)
            }
        }

        private static let series = [1, 7, 2]
        private static let center = 170.0

        private func place(_ index: Int) -> (x: Double, y: Double) {
            let angle = 2 * Double.pi * Double(index) / Double(max(1, peers.count)) - Double.pi / 2
            return (50 + 34 * cos(angle), Self.center + 130 * sin(angle))
        }

        private func line(_ pair: Pair, _ html: inout HTMLText) {
            let (from, to) = (place(pair.from), place(pair.to))
            let most = pairs.map(\.bytes).max() ?? 0
            let width = most > 0 ? 1 + 6 * (Double(pair.bytes) / Double(most)).squareRoot() : 1
            let series = Self.series[pair.isMissing ? 2 : pair.hasFailed ? 1 : 0]
            let attributes: [HTMLText.Attribute] = [
                .init("class", "line s\(series)" + (pair.isMissing ? " dashed" : "")),
                .init("x1", Area.text(from.x) + "%"), .init("y1", Area.text(from.y)),
                .init("x2", Area.text(to.x) + "%"), .init("y2", Area.text(to.y)),
                .init("stroke-width", Area.text(width)),
            ]
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

        private var table: ValueTable {
            var table = ValueTable(columns: ["one", "the other", "bytes", "sessions", "mesh connections", "state"])
            if page.report.peers.count > pictured {
                table.note =
                    "The first \(pictured) peers; \(page.report.peers.count - pictured) more are in the table below."
            }
            for pair in pairs {
                let state = pair.isMissing ? "missing" : pair.hasFailed ? "a connection failed" : "talked"
                table.rows.append([
                    .text(PeerNames.short(peers[pair.from].label)), .text(PeerNames.short(peers[pair.to].label)),
                    .bytes(pair.bytes), .count(pair.sessions), .count(pair.meshConnections), .text(state),
                ])
            }
            if table.rows.isEmpty {
                for peer in peers {
                    table.rows.append([
                        .text(PeerNames.short(peer.label)), .text("–"), .bytes(0), .count(0), .count(0), .text("alone"),
                    ])
                }
            }
            return table
        }
    }
}
