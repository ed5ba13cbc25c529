import TraceModel

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
