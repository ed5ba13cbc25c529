import TraceModel
import WireCoding

/// Helpers of the rules about 802.11 frames.
extension FindingContext {
    /// Nodes of AWDL, in order of their first frames.
    var awdlNodes: [AWDLNodeHistory] { wireless.awdlNodes.filter(\.isNode) }

    /// The report's pairs of nodes, with what is known of both.
    var awdlPairs: [(first: AWDLNodeHistory, second: AWDLNodeHistory, pair: AWDLReport.Pair)] {
        guard let pairs = report.wireless?.awdl?.pairs else { return [] }
        let nodes = awdlNodes
        return zip(AWDLPairs.indices(of: nodes.count), pairs).map { (nodes[$0.first], nodes[$0.second], $1) }
    }

    /// Seconds by which the schedule of a node begins later than that of another; nil where their clocks cannot be
    /// compared. Nodes are their indices in the report.
    func clockDistance(from first: Int, to second: Int) -> Double? {
        guard let awdl = report.wireless?.awdl else { return nil }
        let ends = (first: min(first, second), second: max(first, second))
        let pair = zip(AWDLPairs.indices(of: awdl.nodes.count), awdl.pairs).first { $0.0 == ends }?.1
        return pair?.clockDistance.map { first < second ? $0 : -$0 }
    }

    /// Whether the last schedules of two nodes held while both were there: who left before the other came has missed
    /// nothing.
    static func haveMet(_ first: AWDLNodeHistory, _ second: AWDLNodeHistory) -> Bool {
        guard let one = first.sequences.last, let other = second.sequences.last else { return false }
        return first.last > second.first && second.last > first.first && one.moment < second.last
            && other.moment < first.last
    }

    /// The most severe findings of each kind, the first ones among equals, at most ``AWDLTree/maximumFindings``; the
    /// last one in time states how many more there are.
    static func capped(_ findings: [Finding]) -> [Finding] {
        let order = findings.indices.sorted { first, second in
            let (one, other) = (findings[first].severity, findings[second].severity)
            return one == other ? first < second : one > other
        }
        let shown = order.prefix(AWDLTree.maximumFindings).sorted().map { findings[$0] }
        return counting(findings.count - shown.count, in: shown)
    }

    /// The same for findings of one severity, of which no more are made than are shown: any number of items may be found.
    static func capped<Item>(_ items: [Item], finding: (Item) -> Finding) -> [Finding] {
        let shown = items.prefix(AWDLTree.maximumFindings).map(finding)
        return counting(items.count - shown.count, in: shown)
    }

    private static func counting(_ more: Int, in shown: [Finding]) -> [Finding] {
        let last = shown.indices.max { first, second in
            (shown[first].time ?? 0, shown[first].frames.first ?? 0, first)
                < (shown[second].time ?? 0, shown[second].frames.first ?? 0, second)
        }
        guard more > 0, let last else { return shown }
        var findings = shown
        findings[last].facts.set("more", to: more.fact)
        findings[last].message += " And \(more) more like this."
        return findings
    }

    /// The display label of a node: its host name, or without one its address.
    func label(of node: AWDLNodeHistory) -> String {
        guard let name = node.hostName else { return node.address.description }
        return Excerpt.cut(name.hasSuffix(".local.") ? String(name.dropLast(7)) : name) + " (\(node.address))"
    }

    /// The same for an address, whether it is one of a node or not.
    func label(ofRadio address: LinkAddress) -> String {
        wireless.awdlNodes.first { $0.address == address }.map(label) ?? address.description
    }
}
