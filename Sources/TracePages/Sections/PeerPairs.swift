import TraceModel
import TraceReports
import WireText

/// Who talked to whom: peers, addresses that were tried and never answered, and what became of each pair.
struct PeerPairs {
    /// A peer, or an address that only others speak of.
    struct Node: Equatable {
        let name: String
        let isTried: Bool
    }

    /// What a line says, from the least to the most important.
    enum State: String, CaseIterable {
        case talked, hidden, retried, failed, doubled, missing

        /// - Parameter inCircle: Whether the picture has a dot at missing lines.
        func words(inCircle: Bool) -> String {
            switch self {
            case .talked: "talked"
            case .hidden: "cannot be seen from here"
            case .retried: "connected, after or beside attempts that failed"
            case .failed: "tried, never connected"
            case .doubled: "two connections at once"
            case .missing where inCircle: "missing in the mesh; the dot is near the peer that is to open it"
            case .missing: "missing in the mesh"
            }
        }

        var style: String {
            switch self {
            case .talked: "s1"
            case .hidden: "s8 dotted"
            case .retried: "s6"
            case .failed: "s7 dotted"
            case .doubled: "s4"
            case .missing: "s2 dashed"
            }
        }
    }

    struct Pair {
        let from: Int
        let to: Int
        var bytes = 0
        /// Without attempts that failed.
        var sessions = 0
        /// Connections that were refused or not answered.
        var failures = 0
        /// When connections of a mesh were open.
        var connections: [ClosedRange<Double>] = []
        var isMissing = false
        var isHidden = false
        /// The peer that is to open a connection that is missing, by the rule of the mesh: the one with the lower peer ID.
        var opener: Int?

        var state: State {
            if isMissing { return .missing }
            if isHidden { return .hidden }
            let inOrder = connections.sorted { $0.lowerBound < $1.lowerBound }
            if zip(inOrder, inOrder.dropFirst()).contains(where: { $1.lowerBound < $0.upperBound }) { return .doubled }
            return failures == 0 ? .talked : sessions == 0 ? .failed : .retried
        }
    }

    let nodes: [Node]
    /// In the order of their nodes.
    let pairs: [Pair]
    /// Peers and addresses that have no room.
    let hidden: (peers: Int, addresses: Int)

    static let (peerLimit, addressLimit) = (60, 8)

    init(_ report: TraceReport) {
        let shown = report.peers.prefix(Self.peerLimit).sorted { NaturalOrder($0.label) < NaturalOrder($1.label) }
        var places = Dictionary(
            shown.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let tried = Self.tried(report)
        for (index, address) in tried.prefix(Self.addressLimit).enumerated() { places[address] = shown.count + index }
        nodes =
            shown.map { Node(name: PeerNames.short($0.label, width: 32), isTried: false) }
            + tried.prefix(Self.addressLimit).map { Node(name: PeerNames.short($0, width: 46), isTried: true) }
        hidden = (report.peers.count - shown.count, max(0, tried.count - Self.addressLimit))

        var pairs: [[Int]: Pair] = [:]
        func change(_ one: Int, _ other: Int, _ body: (inout Pair) -> Void) {
            let ends = [min(one, other), max(one, other)]
            body(&pairs[ends, default: Pair(from: ends[0], to: ends[1])])
        }
        for session in report.sessions {
            let responder = session.responder.peer ?? (session.hasFailed ? session.responder.address : nil)
            guard let from = session.initiator.peer.flatMap({ places[$0] }), let to = responder.flatMap({ places[$0] }),
                from != to
            else { continue }
            change(from, to) { $0.add(session) }
        }
        for mesh in report.meshes {
            for missing in mesh.missingPairs {
                let ends = missing.compactMap { places[$0] }
                guard ends.count == 2 else { continue }
                change(ends[0], ends[1]) { pair in
                    if mesh.isComplete { pair.isMissing = true } else { pair.isHidden = true }
                    pair.opener = Self.opener(ends.map { ($0, shown[$0].peerIDs.first) })
                }
            }
        }
        self.pairs = pairs.values.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// Addresses that peers tried to connect to, and that never sent anything: those with most attempts first.
    private static func tried(_ report: TraceReport) -> [String] {
        var attempts: [String: Int] = [:]
        for session in report.sessions
        where session.hasFailed && session.responder.peer == nil && session.initiator.peer != nil
            && !session.isMulticast
        {
            attempts[session.responder.address, default: 0] += 1
        }
        return attempts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    private static func opener(_ ends: [(place: Int, peerID: String?)]) -> Int? {
        guard let one = ends[0].peerID, let other = ends[1].peerID, one != other else { return nil }
        return ends[one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars) ? 0 : 1].place
    }
}

extension PeerPairs.Pair {
    fileprivate mutating func add(_ session: Session) {
        bytes += session.wireBytes
        if session.hasFailed { failures += 1 } else { sessions += 1 }
        if session.application == .mesh, let established = session.established {
            connections.append(established...max(established, session.end))
        }
    }
}

extension Session {
    /// Whether no connection came of it.
    var hasFailed: Bool { [.refused, .unanswered].contains(ending) }
}
