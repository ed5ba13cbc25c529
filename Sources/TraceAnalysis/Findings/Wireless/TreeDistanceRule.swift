/// A node's distance to the master is not one more than that of the node that it follows.
enum TreeDistanceRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        (context.awdlTree?.misplaced ?? []).prefix(AWDLTree.maximumFindings).map { span in
            context.wirelessFinding(
                "awdl-distance-wrong", .note, at: [span.start],
                message: "\(context.label(ofRadio: span.nodes[0])) follows \(context.label(ofRadio: span.nodes[1])), "
                    + "but its distance to the master was for \(FindingContext.seconds(span.duration)) not one more.",
                remedy: "Nodes choose by distance among equals; one that tells a wrong one misleads others.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
