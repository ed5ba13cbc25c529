/// Two nodes both lead, each by its own clock, for longer than it takes to find each other.
enum RivalMastersRule: FindingRule {
    /// Elections are held once a second, and a node may need to hear several frames.
    private static let shortest: Int64 = 5_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        context.treeSpans(lasting: shortest) { state, _ in AWDLTree.rivals(in: state) }.map { span in
            context.wirelessFinding(
                "awdl-two-masters", .note, at: [span.start],
                message: "\(FindingContext.list(span.nodes.map(context.label(ofRadio:)))) were both master for "
                    + "\(FindingContext.seconds(span.duration)): their nodes are not in step.",
                remedy: "They may be out of each other's reach, though not of the capture's; compare their signal.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
