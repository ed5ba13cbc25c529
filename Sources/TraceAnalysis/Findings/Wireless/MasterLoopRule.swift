/// Nodes follow each other in a circle: nobody's clock leads, and the master that they name is not among them.
enum MasterLoopRule: FindingRule {
    /// A circle in frames that crossed on the air is none.
    private static let shortest: Int64 = 200_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        context.treeSpans(lasting: shortest) { state, _ in AWDLTree.loops(in: state) }.map { span in
            context.wirelessFinding(
                "awdl-master-loop", .warning, at: [span.start],
                message: "\(FindingContext.shortList(span.nodes.map(context.label(ofRadio:)))) followed each other in "
                    + "a circle for \(FindingContext.seconds(span.duration)).",
                remedy: "Such circles form when the master leaves and dissolve by themselves; where they stay, restart "
                    + "AWDL on one of the nodes.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
