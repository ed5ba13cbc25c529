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
