import TraceModel
import WireCoding

/// Elements of a node's frames contradict each other about who leads.
enum ElectionContradictionRule: FindingRule {
    /// A few frames may have been built while the master changed.
    private static let fewest = 8

    static func findings(in context: FindingContext) -> [Finding] {
        let findings = context.awdlNodes.compactMap { node -> Finding? in
            let check = node.electionCheck
            guard check.contradictoryFrames >= fewest, check.contradictoryFrames * 10 >= node.actionFrames,
                let first = check.firstContradiction
            else { return nil }
            return context.finding(
                "awdl-election-contradictory", .note, about: .wireless, at: [first],
                message:
                    "\(check.contradictoryFrames) of \(node.actionFrames) action frames of \(context.label(of: node)) "
                    + "contradict themselves: their elements differ about master, distance or metric.",
                facts: [
                    "node": node.address, "contradictoryFrames": check.contradictoryFrames,
                    "actionFrames": node.actionFrames,
                ],
                remedy: "Receivers that read different elements follow different masters.",
                reference: "Docs/formats.md, wireless: elections")
        }
        return FindingContext.capped(findings)
    }
}

/// Nodes follow each other in a circle: no node's clock leads, and the master that they name is not among them.
enum MasterLoopRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        FindingContext.capped(context.awdlTree?.loops ?? []) { span in
            let names = Excerpt.shortList(span.nodes.map(context.label(ofRadio:)))
            let words =
                span.nodes.count == 1 ? "followed itself, but named another master," : "followed each other in a circle"
            return context.finding(
                "awdl-master-loop", .warning, about: .wireless, at: [span.start],
                message: "\(names) \(words) for \(FindingContext.seconds(span.duration)).",
                facts: ["nodes": span.nodes, "duration": context.axis.duration(span.duration)],
                remedy:
                    "Such loops form when the master leaves, and usually dissolve by themselves. If one persists, restart "
                    + "AWDL on one of the nodes.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}

/// Two nodes and more all lead, each by its own clock, for longer than it takes to find each other.
enum RivalMastersRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        FindingContext.capped(context.awdlTree?.rivals ?? []) { span in
            let names = Excerpt.shortList(span.nodes.map(context.label(ofRadio:)))
            let words = span.nodes.count == 2 ? "were both master" : "were master, two and more at a time,"
            return context.finding(
                "awdl-two-masters", .note, about: .wireless, at: [span.start],
                message:
                    "\(names) \(words) for \(FindingContext.seconds(span.duration)): their nodes are not synchronized.",
                facts: ["nodes": span.nodes, "duration": context.axis.duration(span.duration)],
                remedy: "They may be out of range of each other, though not of the capture. Compare their signal.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}

/// A node's distance to the master is not one more than that of the node that it follows.
enum TreeDistanceRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        FindingContext.capped(context.awdlTree?.misplaced ?? []) { span in
            let (node, time) = (context.label(ofRadio: span.nodes[0]), FindingContext.seconds(span.duration))
            let words =
                span.nodes[0] == span.nodes[1]
                ? "is its own master, but its distance to itself was not 0 for \(time)."
                : "follows \(context.label(ofRadio: span.nodes[1])), but for \(time) its distance to the master was "
                    + "not one more than that node's."
            return context.finding(
                "awdl-distance-wrong", .note, about: .wireless, at: [span.start], message: "\(node) \(words)",
                facts: [
                    "node": span.nodes[0], "follows": span.nodes[1], "duration": context.axis.duration(span.duration),
                ],
                remedy: "Among equals, nodes choose by distance. A node that sends a wrong distance misleads others.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}

/// Nodes name a master that is not heard any more.
enum DeadRootRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        // For each root only the first node that names it: the others do the same.
        var named: Set<UInt64> = []
        let spans = (context.awdlTree?.orphans ?? []).filter { named.insert($0.nodes[1].rawValue).inserted }
        return FindingContext.capped(spans) { span in
            context.finding(
                "awdl-root-gone", .note, about: .wireless, at: [span.start],
                message: "\(context.label(ofRadio: span.nodes[0])) continued to name "
                    + "\(context.label(ofRadio: span.nodes[1])) as master \(FindingContext.seconds(span.duration)) "
                    + "after that node was last heard.",
                facts: [
                    "node": span.nodes[0], "master": span.nodes[1], "duration": context.axis.duration(span.duration),
                ],
                remedy: "It may have left, or be out of range of the capture. Nodes without a master drift apart.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
