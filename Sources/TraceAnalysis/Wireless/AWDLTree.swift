import WireCoding

/// Who followed whom over time, by what the nodes said of themselves: for faults that last, not for those of a moment.
struct AWDLTree {
    /// More nodes than one room holds are not judged.
    static let maximumNodes = 64

    /// Something that holds for some nodes from one time to another.
    struct Span {
        let nodes: [LinkAddress]
        /// The frame with which it began.
        let start: PacketMoment
        /// When it was seen to hold last, in nanoseconds since 1970.
        var end: Int64

        var duration: Int64 { end - start.time }
    }

    private let nodes: [AWDLNodeHistory]
    /// When somebody said something new, or was heard last.
    private let events: [PacketMoment]

    /// - Returns: nil for more than ``maximumNodes`` nodes.
    init?(_ nodes: [AWDLNodeHistory]) {
        guard nodes.count <= Self.maximumNodes else { return nil }
        self.nodes = nodes.filter { !$0.standings.isEmpty }
        events = (self.nodes.flatMap { $0.standings.map(\.moment) } + self.nodes.map(\.last)).sorted()
    }

    /// What the nodes that are there say at one time.
    struct State {
        fileprivate(set) var standings: [LinkAddress: AWDLNodeHistory.Standing] = [:]
        /// When each node of the capture was heard last.
        fileprivate(set) var lastHeard: [LinkAddress: Int64] = [:]
    }

    /// Spans in which something holds, in order of their beginnings.
    ///
    /// - Parameter faults: Of a state at a time, the nodes that each fault concerns, always in the same order.
    func spans(_ faults: (State, Int64) -> [[LinkAddress]]) -> [Span] {
        var open: [[LinkAddress]: Span] = [:]
        var closed: [Span] = []
        var state = State()
        for node in nodes { state.lastHeard[node.address] = node.last.time }
        var places = [Int](repeating: 0, count: nodes.count)
        for (number, event) in events.enumerated() where number == 0 || events[number - 1] != event {
            state.standings = [:]
            for (index, node) in nodes.enumerated() where node.last.time > event.time && node.first <= event {
                while places[index] + 1 < node.standings.count, node.standings[places[index] + 1].moment <= event {
                    places[index] += 1
                }
                guard node.standings[places[index]].moment <= event else { continue }
                state.standings[node.address] = node.standings[places[index]]
            }
            let found = Set(faults(state, event.time))
            for (key, span) in open where !found.contains(key) {
                closed.append(Span(nodes: key, start: span.start, end: event.time))
                open[key] = nil
            }
            for key in found where open[key] == nil { open[key] = Span(nodes: key, start: event, end: event.time) }
        }
        let end = events.last?.time ?? 0
        closed += open.map { Span(nodes: $0.key, start: $0.value.start, end: end) }
        return closed.sorted { $0.start == $1.start ? $0.nodes < $1.nodes : $0.start < $1.start }
    }

    /// Nodes each of which follows the next one, and the last one the first.
    static func loops(in state: State) -> [[LinkAddress]] {
        var found: Set<[LinkAddress]> = []
        for start in state.standings.keys {
            var path = [start]
            while let parent = state.standings[path[path.count - 1]]?.parent, path.count <= maximumNodes {
                if parent == path[path.count - 1] { break }
                if let place = path.firstIndex(of: parent) {
                    found.insert(path[place...].sorted())
                    break
                }
                path.append(parent)
            }
        }
        return found.sorted(by: <)
    }

    /// Each two nodes that both name themselves as root.
    static func rivals(in state: State) -> [[LinkAddress]] {
        let roots = state.standings.filter { $0.key == $0.value.root }.keys.sorted()
        return roots.enumerated().flatMap { number, first in roots[(number + 1)...].map { [first, $0] } }
    }

    /// Nodes whose distance is not one more than that of the node that they follow, with that node.
    static func misplaced(in state: State) -> [[LinkAddress]] {
        state.standings.compactMap { address, standing in
            guard let parent = standing.parent, parent != address, let above = state.standings[parent],
                above.root == standing.root, standing.distance != above.distance &+ 1
            else { return nil }
            return [address, parent]
        }
    }

    /// Nodes that name a root which is not heard any more, with that root.
    ///
    /// - Parameter time: Of the state.
    static func orphans(in state: State, at time: Int64) -> [[LinkAddress]] {
        state.standings.compactMap { address, standing in
            guard standing.root != address, let last = state.lastHeard[standing.root], last <= time else { return nil }
            return [address, standing.root]
        }
    }
}

extension [LinkAddress] {
    /// By the first element that differs.
    static func < (first: [LinkAddress], second: [LinkAddress]) -> Bool { first.lexicographicallyPrecedes(second) }
}
