import PeerMessaging
import TraceModel

/// A peer sent messages before the stabilization gate had opened.
///
/// The gate opens four seconds after the connection is ready at the sender: when the initiator has the SYN/ACK, and the
/// responder the ACK of it. A capture anywhere on the path sees these no later than their receivers, and messages no earlier
/// than they were sent: what comes too soon here was sent too soon.
enum EarlyDataRule: SessionRule {
    /// The tolerance for the times of packets.
    static let slack = Duration.milliseconds(10)

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        // Over QUIC, apps count from a moment that the handshake does not show, up to a second before it is over.
        guard context.isReadableMesh(index), context.connections[index].isTCP else { return [] }
        // If packets of the initiator are missing, the ACK may be as well, and a later one was mistaken for it.
        let isWhole = context.connections[index].initiator.missingBytes == 0
        let readiness = context.connections[index].readiness
        return context.frames(of: index) { reader, end -> Finding? in
            guard let ready = readiness[isInitiator: end.isInitiator], end.isInitiator || isWhole else { return nil }
            let early = earlyMessages(
                of: reader.mesh.openers, readyAt: ready, beforeFault: reader.framingFaults.first?.moment,
                andHole: end.isInitiator
                    ? context.connections[index].initiator.firstHole : context.connections[index].responder.firstHole)
            return early.isEmpty ? nil : finding(early, sentBy: end, readyAt: ready, context)
        }.compactMap(\.self)
    }

    /// - Parameters:
    ///   - openers: The first messages of an end.
    ///   - fault: The first illegal length, and `hole` the first missing bytes: if the offset of the next message was searched for,
    ///     the skipped bytes count as its beginning.
    private static func earlyMessages(
        of openers: [PacketMoment], readyAt ready: Int64, beforeFault fault: PacketMoment?, andHole hole: PacketMoment?
    ) -> [PacketMoment] {
        // Before the connection was ready nothing can come: where it does, the clock was set.
        let isEarly = { (opener: PacketMoment) in
            opener.time >= ready
                && StabilizationGate.isBroken(after: .nanoseconds(opener.time - ready), tolerance: slack)
        }
        guard openers.contains(where: isEarly) else { return [] }
        let firstUntrusted = min(fault?.frame ?? .max, hole?.frame ?? .max)
        return openers.filter { $0.frame < firstUntrusted && isEarly($0) }
    }

    private static func finding(
        _ early: [PacketMoment], sentBy end: SessionEnd, readyAt ready: Int64, _ context: FindingContext
    ) -> Finding? {
        // Two captures that were made one have two clocks.
        let limits = context.report.sessions[end.index].limits
        guard let first = early.first, !limits.contains(where: { $0.reason == .doubledPackets }) else { return nil }
        let sender = context.label(of: end)
        let delay = first.time - ready
        let after = FindingContext.seconds(delay)
        let count = early.count == MeshStream.maximumOpeners ? "At least \(early.count)" : "\(early.count)"
        let sentence =
            early.count == 1
            ? "A message from \(sender) came \(after) after the connection was ready"
            : "\(count) messages from \(sender) came too early, the first \(after) after the connection was ready"
        return context.finding(
            "early-data", .error, sentBy: end, at: early,
            message:
                "\(sentence): the stabilization gate opens after \(StabilizationGate.duration.components.seconds) s.",
            facts: [
                "messages": early.count, "delay": context.axis.duration(delay), "gate": StabilizationGate.duration,
            ],
            remedy: "Send nothing but the identification during the first 4 s after the connection is ready.")
    }
}
