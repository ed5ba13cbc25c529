import TraceModel

/// Connections were reset while something was still to be said: bytes were on their way, or a question had no answer.
///
/// A reset after a FIN, or after both sides had all that was said, is how many programs close.
enum ResetConnectionRule: FindingRule {
    /// What a reset broke off: a conversation, or a connection of a protocol that keeps them, whatever was said last.
    private enum Kind: CaseIterable {
        case conversation, kept
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var reset: [Kind: [Int]] = [:]
        for index in context.report.sessions.indices where context.report.sessions[index].ending == .reset {
            guard let kind = kind(of: index, context), !ForgottenConnectionRule.applies(to: index, in: context) else {
                continue
            }
            reset[kind, default: []].append(index)
        }
        return Kind.allCases.flatMap { kind in
            SessionGroups.bySide(reset[kind] ?? [], in: context) { index, isInitiator in
                context.connections[index].details.reset?.fromInitiator == isInitiator
            }.map { finding($0, kind, context) }
        }
    }

    private static func kind(of index: Int, _ context: FindingContext) -> Kind? {
        guard let reset = context.connections[index].details.reset, !reset.followsFIN else { return nil }
        if context.report.sessions[index].application.keepsConnections { return .kept }
        return isInConversation(index, context) ? .conversation : nil
    }

    /// Whether a session was reset before its time: what the other side sent was lost, or the responder owed an answer. An
    /// initiator owes none.
    static func isInConversation(_ index: Int, _ context: FindingContext) -> Bool {
        guard let reset = context.connections[index].details.reset, !reset.followsFIN else { return false }
        if reset.losesBytes || context.report.sessions[index].application.keepsConnections { return true }
        if isInMessage(index, context) { return true }
        guard !reset.fromInitiator, let question = context.connections[index].initiator.lastPayload else {
            return false
        }
        return context.connections[index].responder.lastPayload ?? .min < question
    }

    /// Whether the side that reset the connection cut what it was sending: a responder before its message was whole, or either
    /// of them after a segment that announced more.
    private static func isInMessage(_ index: Int, _ context: FindingContext) -> Bool {
        guard let reset = context.connections[index].details.reset else { return false }
        if reset.cutsSending { return true }
        return !reset.fromInitiator && context.connections[index].endsWithinMessage(ofInitiator: false)
    }

    private static func finding(_ sided: SidedGroup, _ kind: Kind, _ context: FindingContext) -> Finding {
        let count = sided.sessions.count
        let resets = sided.sessions.compactMap { context.connections[$0].details.reset }
        let losing = resets.count(where: \.losesBytes)
        let cut = sided.sessions.count {
            context.connections[$0].details.reset?.losesBytes == false && isInMessage($0, context)
        }
        let (sender, other) = context.ends(of: sided)
        let owing = kind == .kept ? 0 : count - losing - cut
        let reasons = [
            (losing, "before it had acknowledged all data"), (cut, "in the middle of a message"),
            (owing, "instead of answering"),
        ].filter { $0.0 > 0 }
        let reason =
            switch reasons.count {
            case 0: ", though their protocol keeps connections open"
            case 1 where reasons[0].0 == count: " \(reasons[0].1)"
            default: ", " + reasons.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            }
        return context.finding(
            // An initiator knows why it gave up.
            "connection-reset", kind == .conversation && !sided.isInitiator ? .warning : .note, about: sided.group,
            at: resets.map(\.moment),
            message: "\(sender) reset "
                + (count == 1 ? "the connection with \(other)" : "\(count) connections with \(other)") + reason,
            facts: ["by": sided.side, "withUnacknowledgedData": losing, "withinMessage": cut],
            remedy: sided.isInitiator
                ? "Look for a timeout or a cancelled request in the connecting program."
                : "Look for a crash, a full queue or a timeout of the program there, or for a firewall in between.",
            reference: "RFC 9293 §3.5.2")
    }
}

extension Session.Application {
    /// Whether a connection stays open as long as both sides are there.
    var keepsConnections: Bool { self == .mesh || self == .carrierPigeon }
}
