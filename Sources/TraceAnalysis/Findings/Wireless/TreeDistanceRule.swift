/// A node's distance to the master is not one more than that of the node that it follows.
enum TreeDistanceRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        FindingContext.capped(context.awdlTree?.misplaced ?? []) { span in
            let (node, time) = (context.label(ofRadio: span.nodes[0]), FindingContext.seconds(span.duration))
            let words =
                span.nodes[0] == span.nodes[1]
                ? "is its own master, but its distance to it was for \(time) not 0."
                : "follows \(context.label(ofRadio: span.nodes[1])), but its distance to the master was for \(time) "
                    + "not one more."
            return context.wirelessFinding(
                "awdl-distance-wrong", .note, at: [span.start], message: "\(node) \(words)",
                remedy: "Nodes choose by distance among equals; one that tells a wrong one misleads others.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
