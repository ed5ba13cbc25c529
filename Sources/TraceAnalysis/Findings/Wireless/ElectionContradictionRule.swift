import TraceModel

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
