import DNSWire
import PeerMessaging
import ServiceDiscovery
import TraceModel
import WireCoding

/// A peer tried to connect again sooner after a failure than the mesh's schedule allows.
///
/// After the first failure a peer waits one second, then two, then four, and stops after the fourth attempt. The time
/// counts from the failure. A refusal is on the wire. A timeout is not, and then the time counts from the SYN, which is
/// earlier. An attempt that could be the first of another series is treated as such.
enum RetryBackoffRule: FindingRule {
    /// The tolerance for timers and the times of packets.
    static let slack = Duration.milliseconds(50)
    /// A peer that was silent for longer than twice the longest wait begins a new series.
    static let seriesBreak = Duration.seconds(8)

    private struct Route: Comparable {
        let source: IPAddress
        let destination: IPAddress
        let port: UInt16
        let capturedAt: UInt64

        init(_ connection: Connection) {
            source = connection.initiatorEndpoint.address
            (destination, port) = connection.responderEndpoint
            capturedAt = connection.key.capturedAt
        }

        static func < (first: Route, second: Route) -> Bool {
            (first.source, first.destination, first.port, first.capturedAt)
                < (second.source, second.destination, second.port, second.capturedAt)
        }
    }

    private struct Endpoint: Hashable {
        let address: IPAddress
        let port: UInt16
    }

    /// Attempts of one host at one endpoint, in order of time.
    private struct Series {
        var failures = 0
        /// The failure of the last attempt; nil if it did not fail.
        var failed: Int64?
        var hasty: [(index: Int, wait: Int64, required: Duration)] = []

        mutating func attempt(_ index: Int, at start: Int64, failed: Int64?) {
            if let last = self.failed {
                let wait = start - last
                if RetrySchedule.isTooSoon(.nanoseconds(wait), afterFailure: failures, tolerance: slack) {
                    hasty.append((index, max(wait, 0), RetrySchedule.leastWait(afterFailure: failures)))
                } else if .nanoseconds(wait) > seriesBreak || failures >= RetrySchedule.maximumAttempts {
                    failures = 0
                }
            }
            self.failed = failed
            failures = failed == nil ? 0 : failures + 1
        }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let sessions = context.report.sessions
        guard sessions.contains(where: { $0.ending == .refused || $0.ending == .unanswered }) else { return [] }
        let endpoints = meshEndpoints(context)
        guard !endpoints.isEmpty else { return [] }
        // Sorted, not grouped by a table: of a flood every packet is an attempt.
        let attempts = sessions.indices.filter { index in
            guard context.connections[index].isTCP, !context.connections[index].midstream else { return false }
            let responder = context.connections[index].responderEndpoint
            return endpoints.contains(Endpoint(address: responder.address, port: responder.port))
        }.sorted {
            let (first, second) = (Route(context.connections[$0]), Route(context.connections[$1]))
            return first == second ? $0 < $1 : first < second
        }
        var all: [Series] = []
        var series = Series()
        var route: Route?
        for index in attempts {
            let connection = context.connections[index]
            if route != Route(connection) {
                if !series.hasty.isEmpty { all.append(series) }
                series = Series()
                route = Route(connection)
            }
            series.attempt(index, at: connection.start, failed: failure(of: connection, sessions[index].ending))
        }
        if !series.hasty.isEmpty { all.append(series) }
        return all.sorted { $0.hasty[0].index < $1.hasty[0].index }.map { finding($0, context) }
    }

    /// The endpoints where a peer was announced, or identified itself.
    private static func meshEndpoints(_ context: FindingContext) -> Set<Endpoint> {
        var endpoints: Set<Endpoint> = []
        for index in context.meshSessions {
            let responder = context.connections[index].responderEndpoint
            endpoints.insert(Endpoint(address: responder.address, port: responder.port))
        }
        for claim in context.naming.tracker.services where claim.name.type.transport == .tcp {
            guard let port = claim.location?.port,
                claim.texts.contains(where: { $0.record.value(forKey: "peerID") != nil })
            else { continue }
            for address in context.naming.tracker.addresses(of: claim) {
                endpoints.insert(Endpoint(address: address, port: port))
            }
        }
        return endpoints
    }

    /// The earliest time when an attempt failed; nil if it did not, or if that is unknown.
    private static func failure(of connection: Connection, _ ending: Session.Ending) -> Int64? {
        switch ending {
        case .refused: connection.firstReset?.time
        // A host that sent more than SYNs had an answer, which took another path.
        case .unanswered where connection.initiator.packets == connection.synCount: connection.start
        default: nil
        }
    }

    private static func finding(_ series: Series, _ context: FindingContext) -> Finding {
        let (index, wait, required) = series.hasty[0]
        let session = context.report.sessions[index]
        let others = series.hasty.count - 1
        return context.finding(
            "retry-backoff-violated", .warning, about: session,
            at: series.hasty.map {
                let connection = context.connections[$0.index]
                return PacketMoment(frame: connection.firstFrame, time: connection.start)
            },
            message: "\(context.label(of: session.initiator)) tried to connect to "
                + "\(context.label(of: session.responder)) again \(FindingContext.seconds(wait)) after a failure, "
                + "instead of \(required.components.seconds) s"
                + (others == 0
                    ? "." : others == 1 ? "; this happened once more." : "; this happened \(others) more times."),
            facts: [
                "wait": context.axis.duration(wait), "required": required,
                "sessions": series.hasty.map { context.report.sessions[$0.index].id },
            ],
            remedy:
                "Wait for 1, 2 and 4 s after the first three failures, then stop until the peer appears again.")
    }
}
