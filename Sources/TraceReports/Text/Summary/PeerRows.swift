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
            bytes &+= session.traffic
        }
    }

    /// A peer with one of its services, or one of both: their positions in the report, as there may be any number of rows.
    struct Row: Comparable {
        fileprivate let order: NaturalOrder
        fileprivate let instance: NaturalOrder
        fileprivate let peer: Int?
        fileprivate let service: Int?
        fileprivate let isFirst: Bool
        private let index: Int

        fileprivate init(
            _ index: Int, _ order: NaturalOrder, peer: Int?, service: Int?, instance: NaturalOrder = NaturalOrder(""),
            isFirst: Bool
        ) {
            (self.index, self.order, self.peer, self.service) = (index, order, peer, service)
            (self.instance, self.isFirst) = (instance, isFirst)
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
    /// The positions of services by their IDs; empty where none was renamed.
    private let positions: [String: Int]

    init(_ report: TraceReport) {
        self.report = report
        let isRenamed = report.services.contains { $0.formerName != nil }
        positions = Dictionary(
            isRenamed ? report.services.enumerated().map { ($0.element.id, $0.offset) } : []
        ) { first, _ in first }
        let current = report.services.indices.filter { report.services[$0].laterName == nil }
        let services = Dictionary(grouping: current) { report.services[$0].peer ?? "" }
        for (index, peer) in report.peers.enumerated() {
            let own = services[peer.id] ?? []
            guard Self.isKnown(peer) || !own.isEmpty else {
                addresses.append(index)
                continue
            }
            let order = NaturalOrder(peer.label)
            if own.isEmpty { rows.append(Row(rows.count, order, peer: index, service: nil, isFirst: true)) }
            // The first one by name has the peer's own facts.
            let sorted = own.map { (name: NaturalOrder(report.services[$0].instance), service: $0) }
                .sorted { $0.name < $1.name }
            for (number, entry) in sorted.enumerated() {
                rows.append(
                    Row(
                        rows.count, order, peer: index, service: entry.service, instance: entry.name,
                        isFirst: number == 0))
            }
        }
        for index in services[""] ?? [] {
            let service = report.services[index]
            rows.append(
                Row(
                    rows.count, NaturalOrder(service.host ?? service.instance), peer: nil, service: index,
                    instance: NaturalOrder(service.instance), isFirst: true))
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
        let (owner, service) = (row.peer.map { report.peers[$0] }, row.service.map { report.services[$0] })
        let peer = row.isFirst ? owner : nil
        let label = owner.map { $0.addresses.contains($0.label) ? "" : PeerNames.short($0.label) } ?? ""
        return [
            row.isFirst ? label : "", peer.map(Self.address) ?? "",
            service.map { Self.offer($0, besides: label) } ?? "",
            service?.port.map(String.init) ?? "", service.map { SafeText.escaped($0.state.rawValue) } ?? "",
            service.map { Self.words(formerNames($0)) } ?? "",
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

    /// Names that a service had before, the first one first.
    private func formerNames(_ service: Service) -> [String] {
        var names: [String] = []
        var seen: Set<String> = [service.id]
        var next = service.formerName
        while let id = next, seen.insert(id).inserted, let former = positions[id] {
            names.append(report.services[former].instance)
            next = report.services[former].formerName
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
    private static func address(_ peer: Peer) -> String {
        guard let first = peer.addresses.first ?? peer.linkAddresses.first else { return "" }
        return peer.addresses.count > 1 ? "\(first) +\(peer.addresses.count - 1)" : first
    }

    /// The service's type, after its name unless that is the peer's.
    private static func offer(_ service: Service, besides label: String) -> String {
        let (name, type) = (PeerNames.short(service.instance), SafeText.escaped(service.type))
        return name == label ? type : "\(name) \(type)"
    }

    /// Former names that are shown.
    private static let formerShown = 2

    /// `iPad, iPad (2)`, `Storm +17`
    private static func words(_ former: [String]) -> String {
        guard let first = former.first else { return "" }
        guard former.count > formerShown else { return former.map { PeerNames.short($0) }.joined(separator: ", ") }
        return "\(PeerNames.short(first)) +\(former.count - 1)"
    }
}
