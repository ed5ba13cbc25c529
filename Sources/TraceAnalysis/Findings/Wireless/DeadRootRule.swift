import TraceModel
import WireCoding

/// Nodes name a master that is not heard any more.
enum DeadRootRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        // For each root only the first node that names it: the others do the same.
        var told: Set<UInt64> = []
        let spans = (context.awdlTree?.orphans ?? []).filter { told.insert($0.nodes[1].rawValue).inserted }
        return FindingContext.capped(spans) { span in
            context.finding(
                "awdl-root-gone", .note, about: .wireless, at: [span.start],
                message: "\(context.label(ofRadio: span.nodes[0])) continued to name "
                    + "\(context.label(ofRadio: span.nodes[1])) as master \(FindingContext.seconds(span.duration)) "
                    + "after that node was last heard.",
                facts: [
                    "node": span.nodes[0], "master": span.nodes[1], "duration": context.axis.duration(span.duration),
                ],
                remedy: "It may have left, or be out of range of the capture. Nodes without a master drift apart.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
