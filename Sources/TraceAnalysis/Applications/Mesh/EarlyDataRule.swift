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
        return context.frames(of: index).compactMap { reader, end in
            guard let ready = readiness[isInitiator: end.isInitiator], end.isInitiator || isWhole else { return nil }
            let hole = context.connections[index].side(ofInitiator: end.isInitiator).firstHole
            let early = earlyMessages(of: reader, behind: hole, readyAt: ready)
            return early.isEmpty ? nil : finding(early, sentBy: end, readyAt: ready, context)
        }
    }

    private static func earlyMessages(
        of reader: MeshReader, behind hole: PacketMoment?, readyAt ready: Int64
    ) -> [PacketMoment] {
        // Before the connection was ready nothing can come: where it does, the clock was set.
        let isEarly = { (opener: PacketMoment) in
            opener.time >= ready
                && StabilizationGate.isBroken(after: .nanoseconds(opener.time - ready), tolerance: slack)
        }
        guard reader.mesh.openers.contains(where: isEarly) else { return [] }
        let trusted = lastTrustedFrame(of: reader, behind: hole)
        return reader.mesh.openers.filter { $0.frame <= trusted && isEarly($0) }
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

    /// The limit up to which the start of messages is certain: if the offset of the next one was searched for, after a
    /// hole or an illegal length, the skipped bytes count as its beginning.
    private static func lastTrustedFrame(of reader: MeshReader, behind hole: PacketMoment?) -> Int {
        let breaks = [hole, reader.framingFaults.first?.moment].compactMap { $0?.frame }
        return breaks.min().map { $0 - 1 } ?? .max
    }
}
