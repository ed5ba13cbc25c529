extension RelayAlteredRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension TooManyCarriersRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension DuplicateMessageRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension RelayLoopRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}
