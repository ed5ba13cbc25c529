import WireCoding

/// The masters that nodes followed over time, by their own announcements: for lasting faults, not for momentary ones.
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
    let loops: [Span]
    /// Nodes of which two and more named themselves as root at a time, without a break between them.
    let rivals: [Span]
    /// A node whose distance is not one more than that of the node that it follows, and that node; twice the same for a node that
    /// is its own master at another distance than 0.
    let misplaced: [Span]
    /// A node that names a root which is not heard any more, and that root.
    let orphans: [Span]
    /// Standings that were looked at for all of that.
    let looks: Int

    /// - Returns: nil for more than ``maximumNodes`` nodes.
    init?(_ nodes: [AWDLNodeHistory]) {
        guard nodes.count <= Self.maximumNodes else { return nil }
        let nodes = nodes.filter { !$0.standings.isEmpty }
        var events = nodes.enumerated().flatMap { Self.events(of: $1, number: $0) }
        events.sort { ($0.moment, $0.order) < ($1.moment, $1.order) }
        var judge = AWDLTreeJudge(nodes.map(\.address))
        for event in events {
            switch event.change {
            case .says(let standing): judge.change(event.node, to: standing, at: event.moment)
            case .falls: judge.change(event.node, to: nil, at: event.moment)
            case .leaves: judge.leave(event.node, at: event.moment)
            }
        }
        loops = Self.sorted(judge.loops)
        rivals = Self.sorted(judge.rivals)
        misplaced = Self.sorted(judge.misplaced)
        orphans = Self.sorted(judge.orphans)
        looks = judge.looks
    }

    /// A change by one frame of a node.
    private struct Event {
        let moment: PacketMoment
        /// Among those of the same frame.
        let order: Int
        let node: Int
        let change: Change

        enum Change {
            case says(AWDLNodeHistory.Standing)
            /// It announces no further position in the tree, or none for a while.
            case falls
            /// It is not heard any more at all.
            case leaves
        }
    }

    private static func events(of node: AWDLNodeHistory, number: Int) -> [Event] {
        var changes = node.standings.map { ($0.moment, Event.Change.says($0)) }
        for pause in node.pauses {
            changes += [(pause.start, .falls), (pause.next.moment, .says(pause.next))]
        }
        let end = node.completeUntil ?? node.lastStanding ?? node.last
        // Changes from then on need not follow the earlier ones.
        changes = changes.filter { $0.0 < end || node.completeUntil == nil }
        changes += [(end, .falls), (node.last, .leaves)]
        return changes.enumerated().map { Event(moment: $1.0, order: $0, node: number, change: $1.1) }
    }

    private static func sorted(_ spans: [Span]) -> [Span] {
        spans.sorted {
            $0.start == $1.start ? $0.nodes.lexicographicallyPrecedes($1.nodes) : $0.start < $1.start
        }
    }
}

/// Walks through the changes of AWDL nodes. For each it judges only the node that changed and those that follow it, so
/// the work grows with the number of changes.
struct AWDLTreeJudge {
    typealias Span = AWDLTree.Span

    private(set) var loops: [Span] = []
    private(set) var misplaced: [Span] = []
    private(set) var orphans: [Span] = []
    private(set) var looks = 0

    private let addresses: [LinkAddress]
    private let numbers: [LinkAddress: Int]
    /// The announcement of each node, nil while it is absent.
    private var standings: [AWDLNodeHistory.Standing?]
    private var hasLeft: [Bool]
    /// Circles that hold, by their first member, and for each node the first member of the one that it is in.
    private var openLoops: [Circle?]
    private var loopPlaces: [Int?]
    /// Since when each node has named itself as root.
    private var leads: [PacketMoment?]
    private var groups: [Group] = []
    private var wrongBonds: [Bond?]
    private var deadBonds: [Bond?]

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

    /// - Parameter addresses: The addresses of at most ``AWDLTree/maximumNodes`` nodes.
    init(_ addresses: [LinkAddress]) {
        self.addresses = addresses
        numbers = Dictionary(addresses.enumerated().map { ($1, $0) }) { first, _ in first }
        let count = addresses.count
        standings = Array(repeating: nil, count: count)
        hasLeft = Array(repeating: false, count: count)
        openLoops = Array(repeating: nil, count: count)
        loopPlaces = Array(repeating: nil, count: count)
        leads = Array(repeating: nil, count: count)
        wrongBonds = Array(repeating: nil, count: count)
        deadBonds = Array(repeating: nil, count: count)
    }

    /// - Parameters:
    ///   - standing: Nil where the node says nothing from then on.
    ///   - moment: Not before that of the last call.
    mutating func change(_ node: Int, to standing: AWDLNodeHistory.Standing?, at moment: PacketMoment) {
        standings[node] = standing
        judgeLoop(of: node, at: moment)
        judgeLead(of: node, at: moment)
        judgeRoot(of: node, at: moment)
        looks += addresses.count
        for other in addresses.indices where other == node || standings[other]?.parent == addresses[node] {
            judgeDistance(of: other, at: moment)
        }
    }

    /// Notes that a node was heard last.
    mutating func leave(_ node: Int, at moment: PacketMoment) {
        hasLeft[node] = true
        looks += addresses.count
        for other in addresses.indices where standings[other]?.root == addresses[node] {
            judgeRoot(of: other, at: moment)
        }
    }

    // MARK: - Circles

    /// A node leads to one other node at most: all that changes with it are the circles through it, one before and one after.
    private mutating func judgeLoop(of node: Int, at moment: PacketMoment) {
        let circle = circle(through: node)
        if let place = loopPlaces[node], let open = openLoops[place] {
            guard open.members != circle else { return }
            Self.close(
                open.members.map { addresses[$0] }, since: open.start, at: moment, lasting: AWDLTree.Shortest.loop,
                in: &loops)
            openLoops[place] = nil
            for member in open.members { loopPlaces[member] = nil }
        }
        guard let first = circle.first else { return }
        openLoops[first] = Circle(members: circle, start: moment)
        for member in circle { loopPlaces[member] = first }
    }

    /// - Returns: Numbers in order, none where the way does not lead back.
    private mutating func circle(through node: Int) -> [Int] {
        var path = [node]
        var place = node
        while path.count <= addresses.count {
            looks += 1
            guard let standing = standings[place], let parent = standing.parent, let next = numbers[parent] else {
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
        if standings[node]?.root == addresses[node] {
            leads[node] = leads[node] ?? moment
            return
        }
        guard let since = leads[node] else { return }
        leads[node] = nil
        var group = Group(members: 1 << UInt64(node), start: moment, end: moment.time)
        looks += addresses.count
        for (other, lead) in leads.enumerated() {
            guard let lead else { continue }
            let start = max(since, lead)
            guard moment.time - start.time >= AWDLTree.Shortest.rivals else { continue }
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

    var rivals: [Span] {
        groups.map { group in
            let members = addresses.indices.filter { group.members >> UInt64($0) & 1 == 1 }
            return Span(nodes: members.map { addresses[$0] }.sorted(), start: group.start, end: group.end)
        }
    }

    // MARK: - Bonds

    private mutating func judgeDistance(of node: Int, at moment: PacketMoment) {
        var other: Int?
        if let standing = standings[node], standing.root == addresses[node] {
            if standing.distance != 0 { other = node }
        } else if let standing = standings[node], let parent = standing.parent, let place = numbers[parent],
            place != node,
            let above = standings[place], above.root == standing.root, standing.distance != above.distance &+ 1
        {
            other = place
        }
        let old = Self.renew(&wrongBonds[node], with: other, at: moment)
        guard let old else { return }
        Self.close(
            [addresses[node], addresses[old.other]], since: old.start, at: moment,
            lasting: AWDLTree.Shortest.misplaced, in: &misplaced)
    }

    private mutating func judgeRoot(of node: Int, at moment: PacketMoment) {
        var other: Int?
        if let root = standings[node]?.root, let place = numbers[root], place != node, hasLeft[place] { other = place }
        let old = Self.renew(&deadBonds[node], with: other, at: moment)
        guard let old else { return }
        Self.close(
            [addresses[node], addresses[old.other]], since: old.start, at: moment, lasting: AWDLTree.Shortest.orphan,
            in: &orphans)
    }

    /// - Returns: The bond that is over with this.
    private static func renew(_ bond: inout Bond?, with other: Int?, at moment: PacketMoment) -> Bond? {
        guard bond?.other != other else { return nil }
        defer { bond = other.map { Bond(other: $0, start: moment) } }
        return bond
    }

    private static func close(
        _ nodes: [LinkAddress], since start: PacketMoment, at moment: PacketMoment, lasting limit: Int64,
        in spans: inout [Span]
    ) {
        let span = Span(nodes: nodes, start: start, end: moment.time)
        if span.duration >= limit { spans.append(span) }
    }
}
