import TraceModel
import TraceReports
import WireText

/// Who is there, and who talked to whom.
enum PeersSection {
    private static let (maximum, maximumMeshes, maximumAttempts) = (300, 20, 8)

    static func write(to html: inout HTMLText, _ page: PageContext) {
        let peers = page.report.peers
        guard !peers.isEmpty else { return }
        html.section(page, "peers", "Peers") { section in
            PeerGraph(page)?.write(to: &section)
            meshes(&section, page)
            attempts(&section, page)
            let table = EntryTable(columns: ["peer", "names", "addresses", "peer ID", "joined by"], label: "All peers")
            table.write(to: &section) { body in
                for peer in peers.prefix(page.room(maximum)) { row(peer, &body) }
            }
            section.leftOut("peers", peers.count - page.room(maximum))
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
        for mesh in page.report.meshes.prefix(maximumMeshes) {
            let pairs = mesh.missingPairs.prefix(12).map { pair($0, page) }
            let more = mesh.missingPairs.count > 12 ? " and \(mesh.missingPairs.count - 12) more" : ""
            let lack = mesh.isComplete ? "Missing" : "Not to be seen from where the capture was made"
            html.element(
                "p", [],
                "Mesh of \(mesh.peers.count) peers: \(mesh.connectedPairs) of \(mesh.expectedPairs) pairs connected."
                    + (pairs.isEmpty ? "" : " \(lack): \(pairs.joined(separator: ", "))\(more)."))
        }
        html.leftOut("meshes", page.report.meshes.count - maximumMeshes)
    }

    /// Addresses that peers tried and that never answered: no mesh has them as peers.
    private static func attempts(_ html: inout HTMLText, _ page: PageContext) {
        var attempts: [[String]: Int] = [:]
        for session in page.report.sessions where session.hasFailed && session.responder.peer == nil {
            guard let peer = session.initiator.peer, !session.isMulticast else { continue }
            attempts[[peer, session.responder.address], default: 0] += 1
        }
        let order = attempts.sorted {
            $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value
        }
        for (ends, count) in order.prefix(maximumAttempts) {
            let name = page.names.name(peer: ends[0]) ?? ends[0]
            html.element(
                "p", [], "\(name) could not reach \(ends[1]): \(Quantity.count(count, "attempt")) failed.")
        }
        html.leftOut("attempts", attempts.count - maximumAttempts)
    }

    /// The two ends of a pair, and which of them opens the connection: the one with the lower peer ID.
    private static func pair(_ ids: [String], _ page: PageContext) -> String {
        let peers = ids.compactMap { id in page.report.peers.first { $0.id == id } }
        let names = ids.map { page.names.name(peer: $0) ?? $0 }.joined(separator: " – ")
        guard peers.count == 2, let one = peers[0].peerIDs.first, let other = peers[1].peerIDs.first, one != other
        else {
            return names
        }
        let isFirst = one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
        return "\(names) (\(PeerNames.short(peers[isFirst ? 0 : 1].label)) has the lower peer ID and is to open it)"
    }
}
