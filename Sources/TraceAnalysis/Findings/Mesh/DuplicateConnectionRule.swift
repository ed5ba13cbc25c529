import PeerMessaging
import TraceModel

/// A pair of peers had two connections at the same time.
///
/// A connection counts as open only by what both ends did: each sent data, or its FIN, after the other connection
/// existed. If a host vanished, the other end may keep the old connection for long.
enum DuplicateConnectionRule: FindingRule {
    /// Two connections that overlap while one of them is being closed are not too many.
    static let shortestOverlap: Int64 = 500_000_000

    /// The period in which a connection was open.
    private struct Standing {
        let index: Int
        let begin: Int64
        let end: Int64
        /// Both initial sequence numbers: another interface shows the same connection.
        let numbers: [UInt32?]
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var pairs: [PeerPair: [Standing]] = [:]
        for index in context.meshSessions {
            guard let begin = context.connections[index].established, let end = end(of: context.connections[index]),
                let initiator = context.connections[index].initiator.decoder.mesh.identity?.peerID,
                !initiator.isEmpty, let responder = context.responderPeerID(of: index),
                let pair = PeerPair(initiator, responder)
            else { continue }
            pairs[pair, default: []].append(
                Standing(
                    index: index, begin: begin, end: end,
                    numbers: [
                        context.connections[index].initiator.base, context.connections[index].responder.base,
                    ]))
        }
        return pairs.flatMap { findings($1, context) }.sorted { $0.frames[0] < $1.frames[0] }
    }

    private static func findings(_ connections: [Standing], _ context: FindingContext) -> [Finding] {
        var findings: [Finding] = []
        // The one that was open longest so far.
        var longest: Standing?
        for connection in connections.sorted(by: { ($0.begin, $0.index) < ($1.begin, $1.index) }) {
            if let earlier = longest, earlier.numbers != connection.numbers,
                min(earlier.end, connection.end) - connection.begin > shortestOverlap
            {
                findings.append(finding(connection, beside: earlier, context))
            }
            if connection.end > longest?.end ?? .min { longest = connection }
        }
        return findings
    }

    private static func finding(
        _ later: Standing, beside earlier: Standing, _ context: FindingContext
    ) -> Finding {
        let (session, other) = (context.report.sessions[later.index], context.report.sessions[earlier.index])
        let overlap = min(earlier.end, later.end) - later.begin
        return context.finding(
            "duplicate-connection", .warning, about: session,
            at: [PacketMoment(frame: context.connections[later.index].firstFrame, time: later.begin)],
            message: "\(context.label(of: session.initiator)) connected to \(context.label(of: session.responder)) "
                + "(session \(session.id)) while session \(other.id) between them was open: both were open for "
                + "\(FindingContext.seconds(overlap)).",
            facts: [
                "otherSession": other.id, "overlap": context.axis.duration(overlap),
                "limit": context.axis.duration(shortestOverlap),
            ],
            remedy: "Keep one connection per pair: when a second one is ready, close the one that the tie-break "
                + "rejects.")
    }

    /// The time until which the connection was certainly open; nil if one end was not heard.
    private static func end(of connection: Connection) -> Int64? {
        guard let one = lastSign(of: connection.initiator), let other = lastSign(of: connection.responder) else {
            return nil
        }
        let ends = [
            connection.initiator.finishMoment?.time, connection.responder.finishMoment?.time,
            connection.firstReset?.time,
        ].compactMap(\.self)
        return ends.reduce(min(one, other)) { min($0, $1) }
    }

    private static func lastSign(of side: ConnectionSide) -> Int64? {
        side.finishMoment?.time ?? (side.payloadPackets > 0 ? side.lastData : nil)
    }
}
