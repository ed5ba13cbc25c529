import WireCoding

/// The masters that nodes followed over time, by their own announcements: for lasting faults, not for momentary ones.
///
/// Walks through the changes of the nodes. For each it judges only the node that changed and those that follow it, so the
/// work grows with the number of changes.
struct AWDLTree {
    /// More nodes than one room holds are not judged.
    static let maximumNodes = 64
    /// Findings of each kind; later ones are left out.
    static let maximumFindings = 64

    /// Something that holds for some nodes from one time to another.
    struct Span {
        let nodes: [LinkAddress]
        /// The frame with which it began.
        let start: PacketMoment
        /// When it was seen to hold last, in nanoseconds since 1970.
        let end: Int64

        var duration: Int64 { end - start.time }
    }

    /// How long something has to hold, in nanoseconds.
    enum Shortest {
        /// A circle in frames that crossed on the air does not count.
        static let loop: Int64 = 200_000_000
        /// Elections are held once a second, and a node may need to hear several frames.
        static let rivals: Int64 = 5_000_000_000
        /// A change takes a few frames to get around.
        static let misplaced: Int64 = 3_000_000_000
        /// Nodes drop a master that they have not heard for two seconds; one more second for the next election.
        static let orphan: Int64 = 3_000_000_000
    }

    /// Nodes each of which follows the next one, and the last one the first; one that follows itself to another master.
    private(set) var loops: [Span] = []
    /// Nodes of which two and more named themselves as root at a time, without a break between them.
    private(set) var rivals: [Span] = []
    /// A node whose distance is not one more than that of the node that it follows, and that node; twice the same for a node that
    /// is its own master at another distance than 0.
    private(set) var misplaced: [Span] = []
    /// A node that names a root which is not heard any more, and that root.
    private(set) var orphans: [Span] = []
    /// Standings that were looked at for all of that.
    private(set) var looks = 0

    private let addresses: [LinkAddress]
    private let numbers: [LinkAddress: Int]
    private var nodes: [State]
    private var groups: [Group] = []

    /// The state of one node.
    private struct State {
        /// Its announcement, nil while it is absent.
        var standing: AWDLNodeHistory.Standing?
        var hasLeft = false
        /// The circle that holds and has it as its first member.
        var openLoop: Circle?
        /// The first member of the circle that it is in.
        var loopPlace: Int?
        /// Since when it has named itself as root.
        var lead: PacketMoment?
        /// The node that it follows at a wrong distance.
        var wrongBond: Bond?
        /// The root that it names, though that is not heard any more.
        var deadBond: Bond?
    }

    private struct Circle {
        let members: [Int]
        let start: PacketMoment
    }

    /// The relation between a node and another one.
    private struct Bond {
        let other: Int
        let start: PacketMoment
    }

    /// Masters at one time; a bit for each node.
    private struct Group {
        var members: UInt64
        var start: PacketMoment
        var end: Int64
    }

    /// - Returns: nil for more than ``maximumNodes`` nodes.
    init?(_ nodes: [AWDLNodeHistory]) {
        guard nodes.count <= Self.maximumNodes else { return nil }
        let histories = nodes.filter { !$0.standings.isEmpty }
        addresses = histories.map(\.address)
        numbers = Dictionary(addresses.enumerated().map { ($1, $0) }) { first, _ in first }
        self.nodes = Array(repeating: State(), count: addresses.count)
        var events = histories.enumerated().flatMap { Self.events(of: $1, number: $0) }
        events.sort { ($0.moment, $0.order) < ($1.moment, $1.order) }
        for event in events {
            switch event.change {
            case .says(let standing): change(event.node, to: standing, at: event.moment)
            case .leaves: leave(event.node, at: event.moment)
            }
        }
        rivals = groups.map { group in
            let members = addresses.indices.filter { group.members >> UInt64($0) & 1 == 1 }
            return Span(nodes: members.map { addresses[$0] }.sorted(), start: group.start, end: group.end)
        }
        for path in [\AWDLTree.loops, \.rivals, \.misplaced, \.orphans] {
            self[keyPath: path].sort {
                $0.start == $1.start ? $0.nodes.lexicographicallyPrecedes($1.nodes) : $0.start < $1.start
            }
        }
    }

    /// A change by one frame of a node.
    private struct Event {
        let moment: PacketMoment
        /// Among those of the same frame.
        let order: Int
        let node: Int
        let change: Change

        enum Change {
            /// Nil where it announces no further position in the tree, or none for a while.
            case says(AWDLNodeHistory.Standing?)
            /// It is not heard any more at all.
            case leaves
        }
    }

    private static func events(of node: AWDLNodeHistory, number: Int) -> [Event] {
        var changes = node.standings.map { ($0.moment, Event.Change.says($0)) }
        for pause in node.pauses {
            changes += [(pause.start, .says(nil)), (pause.next.moment, .says(pause.next))]
        }
        let end = node.completeUntil ?? node.lastStanding ?? node.last
        // Changes from then on need not follow the earlier ones.
        changes = changes.filter { $0.0 < end || node.completeUntil == nil }
        changes += [(end, .says(nil)), (node.last, .leaves)]
        return changes.enumerated().map { Event(moment: $1.0, order: $0, node: number, change: $1.1) }
    }

    /// - Parameters:
    ///   - standing: Nil where the node says nothing from then on.
    ///   - moment: Not before that of the last call.
    private mutating func change(_ node: Int, to standing: AWDLNodeHistory.Standing?, at moment: PacketMoment) {
        nodes[node].standing = standing
        judgeLoop(of: node, at: moment)
        judgeLead(of: node, at: moment)
        judgeRoot(of: node, at: moment)
        looks += addresses.count
        for other in addresses.indices where other == node || nodes[other].standing?.parent == addresses[node] {
            judgeDistance(of: other, at: moment)
        }
    }

    /// Notes that a node was heard last.
    private mutating func leave(_ node: Int, at moment: PacketMoment) {
        nodes[node].hasLeft = true
        looks += addresses.count
        for other in addresses.indices where nodes[other].standing?.root == addresses[node] {
            judgeRoot(of: other, at: moment)
        }
    }

    // MARK: - Circles

    /// A node leads to one other node at most: all that changes with it are the circles through it, one before and one after.
    private mutating func judgeLoop(of node: Int, at moment: PacketMoment) {
        let circle = circle(through: node)
        if let place = nodes[node].loopPlace, let open = nodes[place].openLoop {
            guard open.members != circle else { return }
            close(open.members, since: open.start, at: moment, lasting: Shortest.loop, in: \.loops)
            nodes[place].openLoop = nil
            for member in open.members { nodes[member].loopPlace = nil }
        }
        guard let first = circle.first else { return }
        nodes[first].openLoop = Circle(members: circle, start: moment)
        for member in circle { nodes[member].loopPlace = first }
    }

    /// - Returns: Numbers in order, none where the way does not lead back.
    private mutating func circle(through node: Int) -> [Int] {
        var path = [node]
        var place = node
        while path.count <= addresses.count {
            looks += 1
            guard let standing = nodes[place].standing, let parent = standing.parent, let next = numbers[parent] else {
                return []
            }
            // A node that follows itself is its own master, or else the smallest of circles.
            guard next != place else { return place == node && standing.root != addresses[node] ? [node] : [] }
            if next == node { return path.sorted { addresses[$0] < addresses[$1] } }
            path.append(next)
            place = next
        }
        return []
    }

    // MARK: - Masters

    private mutating func judgeLead(of node: Int, at moment: PacketMoment) {
        if nodes[node].standing?.root == addresses[node] {
            nodes[node].lead = nodes[node].lead ?? moment
            return
        }
        guard let since = nodes[node].lead else { return }
        nodes[node].lead = nil
        var group = Group(members: 1 << UInt64(node), start: moment, end: moment.time)
        looks += addresses.count
        for other in nodes.indices {
            guard let lead = nodes[other].lead else { continue }
            let start = max(since, lead)
            guard moment.time - start.time >= Shortest.rivals else { continue }
            group.members |= 1 << UInt64(other)
            group.start = min(group.start, start)
        }
        guard group.start < moment else { return }
        // Groups end one after another: those that this one extends back to are the last ones.
        while let last = groups.last, last.end >= group.start.time {
            group.members |= last.members
            group.start = min(group.start, last.start)
            groups.removeLast()
        }
        groups.append(group)
    }

    // MARK: - Bonds

    private mutating func judgeDistance(of node: Int, at moment: PacketMoment) {
        var other: Int?
        if let standing = nodes[node].standing, standing.root == addresses[node] {
            if standing.distance != 0 { other = node }
        } else if let standing = nodes[node].standing, let parent = standing.parent, let place = numbers[parent],
            place != node,
            let above = nodes[place].standing, above.root == standing.root, standing.distance != above.distance &+ 1
        {
            other = place
        }
        renew(\.wrongBond, of: node, with: other, at: moment, lasting: Shortest.misplaced, in: \.misplaced)
    }

    private mutating func judgeRoot(of node: Int, at moment: PacketMoment) {
        var other: Int?
        if let root = nodes[node].standing?.root, let place = numbers[root], place != node, nodes[place].hasLeft {
            other = place
        }
        renew(\.deadBond, of: node, with: other, at: moment, lasting: Shortest.orphan, in: \.orphans)
    }

    /// Notes with which other node a node has such a bond from now on; one with another is over with this.
    private mutating func renew(
        _ bond: WritableKeyPath<State, Bond?>, of node: Int, with other: Int?, at moment: PacketMoment,
        lasting limit: Int64, in spans: WritableKeyPath<Self, [Span]>
    ) {
        let old = nodes[node][keyPath: bond]
        guard old?.other != other else { return }
        nodes[node][keyPath: bond] = other.map { Bond(other: $0, start: moment) }
        if let old { close([node, old.other], since: old.start, at: moment, lasting: limit, in: spans) }
    }

    private mutating func close(
        _ members: [Int], since start: PacketMoment, at moment: PacketMoment, lasting limit: Int64,
        in spans: WritableKeyPath<Self, [Span]>
    ) {
        let span = Span(nodes: members.map { addresses[$0] }, start: start, end: moment.time)
        if span.duration >= limit { self[keyPath: spans].append(span) }
    }
}
