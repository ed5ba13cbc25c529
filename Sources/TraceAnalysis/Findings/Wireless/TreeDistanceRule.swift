/// A node's distance to the master is not one more than that of the node that it follows.
enum TreeDistanceRule: FindingRule {
    /// A change takes a few frames to get around.
    private static let shortest: Int64 = 3_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        context.treeSpans(lasting: shortest) { state, _ in AWDLTree.misplaced(in: state) }.map { span in
            context.wirelessFinding(
                "awdl-distance-wrong", .note, at: [span.start],
                message: "\(context.label(ofRadio: span.nodes[0])) follows \(context.label(ofRadio: span.nodes[1])), "
                    + "but its distance to the master was for \(FindingContext.seconds(span.duration)) not one more.",
                remedy: "Nodes choose by distance among equals; one that tells a wrong one misleads others.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
