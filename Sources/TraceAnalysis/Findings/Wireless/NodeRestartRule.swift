/// A node's own counter of the time that it was master fell, as it does only where the node starts anew.
enum NodeRestartRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let findings = context.awdlNodes.compactMap { node -> Finding? in
            guard let restart = node.electionCheck.firstRestart else { return nil }
            let others = node.electionCheck.restarts - 1
            let again = others == 1 ? ", and once more later." : ", and \(others) more times later."
            return context.wirelessFinding(
                "awdl-node-restarted", .note, at: [restart.moment],
                message: "\(context.label(of: node)) started anew: its counter fell from \(restart.before) to "
                    + "\(restart.after)" + (others > 0 ? again : "."),
                remedy:
                    "What it was before a restart others may believe for some seconds; look for what ended AWDL there.",
                reference: "Docs/formats.md, wireless: elections")
        }
        return FindingContext.capped(findings)
    }
}
