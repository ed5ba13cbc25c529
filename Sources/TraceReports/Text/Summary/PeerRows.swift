import TraceModel
import WireText

/// The rows of the table of peers and services: those with a name by their names, then those with addresses alone.
struct PeerRows {
    /// What sessions a peer had.
    private struct Traffic {
        var sessions = 0
        var bytes = 0
        /// The name that a handshake has for it, nil where handshakes differ.
        var serverName: String?
        var isNamedOnce = true

        mutating func add(_ session: Session) {
            sessions += 1
            bytes &+= session.payloadBytes ?? session.forward.wireBytes + session.backward.wireBytes
        }
    }

    /// A peer with one of its services, or one of both.
    struct Row: Comparable {
        fileprivate let order: NaturalOrder
        fileprivate let instance: NaturalOrder
        fileprivate let peer: Peer?
        fileprivate let service: Service?
        /// Names that the service had before.
        fileprivate let former: [String]
        fileprivate let isFirst: Bool
        private let index: Int

        fileprivate init(
            _ index: Int, label: String, peer: Peer?, service: Service?, former: [String] = [], isFirst: Bool
        ) {
            (self.index, self.peer, self.service, self.former, self.isFirst) = (index, peer, service, former, isFirst)
            order = NaturalOrder(label)
            instance = NaturalOrder(service?.instance ?? "")
        }

        static func == (first: Row, second: Row) -> Bool { first.index == second.index }

        static func < (first: Row, second: Row) -> Bool {
            if first.order != second.order { return first.order < second.order }
            if first.isFirst != second.isFirst { return first.isFirst }
            return (first.instance, first.index) < (second.instance, second.index)
        }
    }

    /// The columns for a line of that width: a narrow one shows less of services, and then fewer columns.
    static func columns(width: Int) -> [TextTable.Column] {
        [
            .init("name", limit: 28, minimum: 10), .init("address", limit: 39, minimum: 15, dispensable: 2),
            .init("service", limit: 44, minimum: width < 80 ? 14 : 26), .init("port", .right),
            .init("state", minimum: 9, dispensable: 1), .init("was", limit: 24, minimum: 16, dispensable: 3),
            .init("peer ID", limit: 40, minimum: 9, dispensable: 4), .init("sessions", .right, dispensable: 5),
            .init("bytes", .right, dispensable: 6),
        ]
    }

    private let report: TraceReport
    private var rows: [Row] = []
    /// The peers with addresses alone, by position.
    private var addresses: [Int] = []
    private var traffic: [String: Traffic] = [:]

    init(_ report: TraceReport) {
        self.report = report
        let services = Dictionary(grouping: report.services.filter { $0.laterName == nil }) { $0.peer ?? "" }
        let byID = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        for (index, peer) in report.peers.enumerated() {
            let own = services[peer.id] ?? []
            guard Self.isKnown(peer) || !own.isEmpty else {
                addresses.append(index)
                continue
            }
            if own.isEmpty { rows.append(Row(rows.count, label: peer.label, peer: peer, service: nil, isFirst: true)) }
            // The first one by name has the peer's own facts.
            let sorted = own.map { (NaturalOrder($0.instance), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
            for (number, service) in sorted.enumerated() {
                rows.append(
                    Row(
                        rows.count, label: peer.label, peer: peer, service: service,
                        former: Self.former(service, byID), isFirst: number == 0))
            }
        }
        for service in services[""] ?? [] {
            rows.append(
                Row(
                    rows.count, label: service.host ?? service.instance, peer: nil, service: service,
                    former: Self.former(service, byID), isFirst: true))
        }
        // Beside services and peer IDs, traffic is too much for a line.
        if !addresses.isEmpty { countTraffic() }
    }

    var addressCount: Int { addresses.count }

    /// The rows with names that come first in their order.
    func least(_ count: Int) -> [Row] { rows.least(count) }

    /// The services and the peers with names that have no row among these.
    func left(of shown: [Row]) -> (services: Int, peers: Int) {
        let services = rows.count { $0.service != nil } - shown.count { $0.service != nil }
        let peers = rows.count { $0.isFirst && $0.peer != nil } - shown.count { $0.isFirst && $0.peer != nil }
        return (services, peers)
    }

    /// Positions of peers with addresses alone, in the order of these.
    func byAddress(_ count: Int) -> [Int] {
        addresses.lazy.map { Place(order: NaturalOrder(report.peers[$0].label), position: $0) }.least(count)
            .map(\.position)
    }

    /// Those with most bytes.
    func busiest(_ count: Int) -> [Int] {
        addresses.lazy.map { Load(bytes: traffic[report.peers[$0].id]?.bytes ?? 0, position: $0) }.least(count)
            .map(\.position)
    }

    func cells(address position: Int) -> [String] {
        let peer = report.peers[position]
        let traffic = traffic[peer.id]
        let server = traffic.flatMap { $0.isNamedOnce ? $0.serverName : nil }
        let label = peer.addresses.contains(peer.label) ? "" : PeerNames.short(peer.label)
        return [server ?? label, Self.address(peer), "", "", "", "", ""] + Self.cells(traffic)
    }

    func cells(_ row: Row) -> [String] {
        let peer = row.isFirst ? row.peer : nil
        let label = row.peer.map { $0.addresses.contains($0.label) ? "" : PeerNames.short($0.label) } ?? ""
        return [
            row.isFirst ? label : "", peer.map(Self.address) ?? "", row.offer(besides: label),
            row.service?.port.map(String.init) ?? "", row.service?.state.rawValue ?? "", row.formerNames,
            SafeText.escaped(peer?.peerIDs.joined(separator: " ") ?? ""),
        ] + Self.cells(peer.flatMap { traffic[$0.id] })
    }

    private static func cells(_ traffic: Traffic?) -> [String] {
        guard let traffic else { return ["", ""] }
        return [Quantity.grouped(traffic.sessions), Quantity.bytes(traffic.bytes)]
    }

    private struct Place: Comparable {
        let order: NaturalOrder
        let position: Int

        static func < (first: Place, second: Place) -> Bool {
            first.order != second.order ? first.order < second.order : first.position < second.position
        }
    }

    private struct Load: Comparable {
        let bytes: Int
        let position: Int

        static func < (first: Load, second: Load) -> Bool {
            (second.bytes, first.position) < (first.bytes, second.position)
        }
    }

    /// Whether more is known of a peer than addresses.
    private static func isKnown(_ peer: Peer) -> Bool {
        !peer.displayNames.isEmpty || !peer.hostnames.isEmpty || !peer.peerIDs.isEmpty
            || !(peer.addresses.contains(peer.label) || peer.linkAddresses.contains(peer.label))
    }

    private static func former(_ service: Service, _ services: [String: Service]) -> [String] {
        var names: [String] = []
        var seen: Set<String> = [service.id]
        var next = service.formerName
        while let id = next, seen.insert(id).inserted, let former = services[id] {
            names.append(former.instance)
            next = former.formerName
        }
        return names.reversed()
    }

    private mutating func countTraffic() {
        for session in report.sessions where !session.isBackground {
            let ends = [session.initiator.peer, session.responder.peer].compactMap(\.self)
            for peer in Set(ends) { traffic[peer, default: Traffic()].add(session) }
            guard let peer = session.responder.peer, let name = SessionWords.serverName(session) else { continue }
            let known = traffic[peer]?.serverName
            traffic[peer]?.serverName = known ?? name
            if let known, known != name { traffic[peer]?.isNamedOnce = false }
        }
    }

    /// `10.0.0.1`, `10.0.0.1 +2`
    fileprivate static func address(_ peer: Peer) -> String {
        guard let first = peer.addresses.first ?? peer.linkAddresses.first else { return "" }
        return peer.addresses.count > 1 ? "\(first) +\(peer.addresses.count - 1)" : first
    }
}

extension PeerRows.Row {
    /// Former names that are shown.
    private static let formerShown = 2

    /// The service's type, after its name unless that is the peer's.
    fileprivate func offer(besides label: String) -> String {
        guard let service else { return "" }
        let (name, type) = (PeerNames.short(service.instance), SafeText.escaped(service.type))
        return name == label ? type : "\(name) \(type)"
    }

    /// `iPad, iPad (2)`, `Storm +17`
    fileprivate var formerNames: String {
        guard let first = former.first else { return "" }
        guard former.count > Self.formerShown else { return former.map { PeerNames.short($0) }.joined(separator: ", ") }
        return "\(PeerNames.short(first)) +\(former.count - 1)"
    }
}
