import TraceModel

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
