import TraceModel
import WirelessFrames

/// Nodes speak a version of AWDL that is not known here.
enum UnknownVersionRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.awdlNodes
        let others = nodes.filter { $0.unknownVersion != nil }
        let strange = nodes.filter { $0.firstStrange != nil }
        var findings: [Finding] = []
        if let moment = others.compactMap(\.unknownVersion?.moment).min() {
            let names = others.map { "\(context.label(of: $0)) \($0.unknownVersion?.version.description ?? "")" }
            findings.append(
                finding(
                    context, moment, "Unknown AWDL version: \(Excerpt.shortList(names)).",
                    [
                        "nodes": others.map(\.address),
                        "versions": others.map { $0.unknownVersion?.version.description ?? "" },
                    ]))
        }
        if let moment = strange.compactMap(\.firstStrange).min() {
            let names = strange.map(context.label(of:))
            findings.append(
                finding(
                    context, moment,
                    "Action frames with an unknown header or subtype, from \(Excerpt.shortList(names)).",
                    ["nodes": strange.map(\.address)]))
        }
        return findings
    }

    private static func finding(
        _ context: FindingContext, _ moment: PacketMoment, _ message: String, _ facts: FindingFacts
    ) -> Finding {
        context.finding(
            "awdl-version-unknown", .note, about: .wireless, at: [moment], message: message, facts: facts,
            remedy: "The report may be wrong about these nodes; check their frames with nearscope frames.",
            reference: "Docs/formats.md, wireless: versions")
    }
}
