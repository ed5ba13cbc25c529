import TraceModel
import WirelessFrames

/// A node's own counter of the time that it was master fell, as it does only where the node starts anew.
enum NodeRestartRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let findings = context.awdlNodes.compactMap { node -> Finding? in
            guard let restart = node.electionCheck.firstRestart else { return nil }
            let others = node.electionCheck.restarts - 1
            let again = others == 1 ? ", and once more later." : ", and \(others) more times later."
            return context.finding(
                "awdl-node-restarted", .note, about: .wireless, at: [restart.moment],
                message: "\(context.label(of: node)) restarted: its counter fell from \(restart.before) to "
                    + "\(restart.after)" + (others > 0 ? again : "."),
                facts: [
                    "node": node.address, "counterBefore": Int(restart.before), "counterAfter": Int(restart.after),
                    "restarts": node.electionCheck.restarts,
                ],
                remedy:
                    "Other nodes may use its old state for some seconds. Find out what stopped AWDL there.",
                reference: "Docs/formats.md, wireless: elections")
        }
        return FindingContext.capped(findings)
    }
}

/// A node is heard, others send it data, and it sends none to any other; frames to groups, which every node sends, do
/// not count as answers.
enum SilentNodeRule: FindingRule {
    /// Frames to a node, and the time from the first to the last of them, below which it may have been busy.
    private static let fewestFrames = 8
    private static let shortest: Int64 = 2_000_000_000
    private static let fewestActionFrames = 10

    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.awdlNodes
        let received = Dictionary(nodes.flatMap(\.receivers).map { ($0.address, $0) }) { $0.joined(with: $1) }
        let findings = nodes.compactMap { node -> Finding? in
            guard node.receivers.isEmpty, node.actionFrames >= fewestActionFrames, let sent = received[node.address],
                sent.frames >= fewestFrames, sent.last.time - sent.first.time >= shortest, node.last > sent.first
            else { return nil }
            return context.finding(
                "awdl-node-silent", .note, about: .wireless, at: [sent.first, sent.last],
                message: "\(context.label(of: node)) was heard \(node.actionFrames) times and was sent \(sent.frames) "
                    + "data frames, but sent none to any other node.",
                facts: ["node": node.address, "actionFrames": node.actionFrames, "dataFramesReceived": sent.frames],
                remedy: "It may not receive them: compare channels and signal. A capture often misses fast frames "
                    + "between two other nodes; repeat it closer to the node.",
                reference: "Docs/formats.md, wireless: what a capture misses")
        }
        return FindingContext.capped(findings)
    }
}

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
