import TraceModel

/// One side had no room for what the other one had to send: its program did not read.
enum StalledReceiverRule: FindingRule {
    /// In nanoseconds: less is a busy moment.
    private static let shortest: Int64 = 1_000_000_000
    /// In nanoseconds: users give up before. A player or a pipe that pauses on purpose reads on later.
    private static let persistent: Int64 = 10_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let candidates = context.report.sessions.indices.filter {
            context.report.sessions[$0].hasDialog { ($0.zeroWindows ?? 0) > 0 }
        }
        return SessionGroups.bySide(candidates, in: context) {
            (stalls($0, $1, context)?.longest?.length ?? 0) >= shortest
        }.map { finding($0, context) }
    }

    private static func stalls(_ index: Int, _ isInitiator: Bool, _ context: FindingContext) -> WindowStalls? {
        let connection = context.connections[index]
        let stalls = isInitiator ? connection.initiator.windowStalls : connection.responder.windowStalls
        let last = stalls?.value.longest?.lastProbe?.frame ?? 0
        return stalls?.value.ended(at: PacketMoment(frame: last, time: connection.end))
    }

    private static func finding(_ sided: SidedGroup, _ context: FindingContext) -> Finding {
        let all = sided.sessions.compactMap { stalls($0, sided.isInitiator, context) }
        let longest = all.compactMap(\.longest).max { $0.length < $1.length }
        let length = longest?.length ?? 0
        let count = all.reduce(0) { $0 + $1.count }
        let total = all.reduce(Int64(0)) { $0 &+ $1.total }
        let (receiver, sender) = context.ends(of: sided)
        return context.finding(
            "receiver-stalled", length >= persistent && longest?.opened == nil ? .warning : .note, about: sided.group,
            at: all.compactMap(\.longest).flatMap { [$0.closed, $0.opened ?? $0.lastProbe].compactMap(\.self) },
            message: "\(receiver) had no room for the data of \(sender) for "
                + FindingContext.seconds(length)
                + (count == 1 ? "" : " at the longest of \(count) times, \(FindingContext.seconds(total)) in all")
                + (longest?.opened == nil ? ", and had none to the end" : ""),
            facts: [
                "receiver": sided.side, "stalls": count, "longest": context.axis.duration(length),
                "total": context.axis.duration(total),
            ],
            remedy: "Look at why the receiving program does not read: its buffer was full, not the network.",
            reference: "RFC 9293 §3.8.6.1")
    }
}
