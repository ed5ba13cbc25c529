import WireCoding

/// Nodes name a master that is not heard any more.
enum DeadRootRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        // Of one root only the first node that names it: the others hold the same.
        var told: Set<UInt64> = []
        let findings = (context.awdlTree?.orphans ?? []).compactMap { span -> Finding? in
            guard told.insert(span.nodes[1].rawValue).inserted else { return nil }
            return context.wirelessFinding(
                "awdl-root-gone", .note, at: [span.start],
                message: "\(context.label(ofRadio: span.nodes[0])) went on to name "
                    + "\(context.label(ofRadio: span.nodes[1])) as master \(FindingContext.seconds(span.duration)) "
                    + "after that one was heard last.",
                remedy: "It may have left, or be out of the capture's reach; nodes without a master drift apart.",
                reference: "Docs/formats.md, wireless: elections")
        }
        return FindingContext.capped(findings)
    }
}
