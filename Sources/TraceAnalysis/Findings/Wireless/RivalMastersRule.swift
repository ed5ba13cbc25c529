import TraceModel

/// Two nodes and more all lead, each by its own clock, for longer than it takes to find each other.
enum RivalMastersRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        FindingContext.capped(context.awdlTree?.rivals ?? []) { span in
            let names = Excerpt.shortList(span.nodes.map(context.label(ofRadio:)))
            let words = span.nodes.count == 2 ? "were both master" : "were master, two and more at a time,"
            return context.finding(
                "awdl-two-masters", .note, about: .wireless, at: [span.start],
                message:
                    "\(names) \(words) for \(FindingContext.seconds(span.duration)): their nodes are not synchronized.",
                facts: ["nodes": span.nodes, "duration": context.axis.duration(span.duration)],
                remedy: "They may be out of range of each other, though not of the capture. Compare their signal.",
                reference: "Docs/formats.md, wireless: elections")
        }
    }
}
