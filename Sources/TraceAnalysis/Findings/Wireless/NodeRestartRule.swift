import TraceModel

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
