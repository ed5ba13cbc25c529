import TraceModel
import WireCoding

/// A node is heard, others send it data, and it sends none to any other; frames to groups, which every node sends, do
/// not count as answers.
enum SilentNodeRule: FindingRule {
    /// Frames to a node, and the time from the first to the last of them, below which it may have been busy.
    private static let fewestFrames = 8
    private static let shortest: Int64 = 2_000_000_000
    private static let fewestActionFrames = 10

    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.awdlNodes
        var received: [LinkAddress: AWDLNodeHistory.Receiver] = [:]
        for receiver in nodes.flatMap(\.receivers) {
            received[receiver.address] = received[receiver.address]?.joined(with: receiver) ?? receiver
        }
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
