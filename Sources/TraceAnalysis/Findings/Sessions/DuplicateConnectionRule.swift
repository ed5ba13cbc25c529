import PeerMessaging
import TraceModel

/// A pair of peers had two connections at the same time.
///
/// In a mesh, peer IDs say who the two are. In other protocols both have to offer a service of one type, and each connected to the
/// other's: both invited each other. Some protocols want that, so it is a note there. MultipeerConnectivity is not judged: each
/// invitation has a connection of its own.
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
        /// Both initial sequence numbers, of TCP.
        let numbers: [UInt32?]

        /// Whether another interface shows the same connection.
        func isSame(as other: Standing) -> Bool { numbers == other.numbers && !numbers.contains(nil) }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var pairs: [PeerPair: [Standing]] = [:]
        for index in context.meshSessions {
            guard let begin = context.connections[index].readiness.responder,
                let end = end(of: context.connections[index]),
                let initiator = context.connections[index].ends.initiator.statedPeerID,
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
        return (pairs.flatMap { findings($1, context) } + mutual(context)).sorted {
            ($0.frames[0], $0.message) < ($1.frames[0], $1.message)
        }
    }

    /// Two peers, by their indices in the report, and the type of service that both offer.
    private struct MutualPair: Hashable {
        let first: Int
        let second: Int
        let type: String
    }

    /// Connections of protocols without peer IDs, in both directions.
    private static func mutual(_ context: FindingContext) -> [Finding] {
        let types = Dictionary(context.report.services.map { ($0.id, $0.type) }) { first, _ in first }
        var pairs: [MutualPair: (there: [Standing], back: [Standing])] = [:]
        for (index, session) in context.report.sessions.enumerated()
        where session.transport == .tcp && session.application != .mesh && session.application != .multipeer {
            let connection = context.connections[index]
            guard let type = session.service.flatMap({ types[$0] }), let begin = connection.established,
                let end = end(of: connection),
                let initiator = session.initiator.peer.flatMap({ context.peerIndices[$0] }),
                let responder = session.responder.peer.flatMap({ context.peerIndices[$0] }), initiator != responder
            else { continue }
            let standing = Standing(
                index: index, begin: begin, end: end, numbers: [connection.initiator.base, connection.responder.base])
            let pair = MutualPair(first: min(initiator, responder), second: max(initiator, responder), type: type)
            if initiator < responder {
                pairs[pair, default: ([], [])].there.append(standing)
            } else {
                pairs[pair, default: ([], [])].back.append(standing)
            }
        }
        return pairs.values.compactMap { firstOverlap($0.there, $0.back, context) }
    }

    /// One is enough: an app that reconnects would repeat it with each connection.
    private static func firstOverlap(
        _ there: [Standing], _ back: [Standing], _ context: FindingContext
    ) -> Finding? {
        var (one, other) = (there[...], back[...])
        while let first = one.first, let second = other.first {
            let (earlier, later) = first.begin <= second.begin ? (first, second) : (second, first)
            if min(earlier.end, later.end) - later.begin > shortestOverlap {
                return finding(later, beside: earlier, context, severity: .note)
            }
            if first.end <= second.end { one = one.dropFirst() } else { other = other.dropFirst() }
        }
        return nil
    }

    private static func findings(_ connections: [Standing], _ context: FindingContext) -> [Finding] {
        var findings: [Finding] = []
        // The one that was open longest so far.
        var longest: Standing?
        for connection in connections.sorted(by: { ($0.begin, $0.index) < ($1.begin, $1.index) }) {
            if let earlier = longest, !earlier.isSame(as: connection),
                min(earlier.end, connection.end) - connection.begin > shortestOverlap
            {
                findings.append(finding(connection, beside: earlier, context))
            }
            if connection.end > longest?.end ?? .min { longest = connection }
        }
        return findings
    }

    private static func finding(
        _ later: Standing, beside earlier: Standing, _ context: FindingContext, severity: Finding.Severity = .warning
    ) -> Finding {
        let (session, other) = (context.report.sessions[later.index], context.report.sessions[earlier.index])
        let overlap = min(earlier.end, later.end) - later.begin
        return context.finding(
            "duplicate-connection", severity, about: session,
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
