import TraceModel
import WireText

extension CorrelationReport {
    /// The packets of one direction of a session.
    public struct Path {
        fileprivate let session: Session
        fileprivate let name: String
        fileprivate let direction: Direction
    }

    /// Both directions of each session.
    public var paths: [Path] {
        sessions.flatMap { session in
            [("forward", session.forward), ("backward", session.backward)].map {
                Path(session: session, name: $0.0, direction: $0.1)
            }
        }
    }
}

extension RowTable where Row == CorrelationReport.Path {
    /// Directions of sessions that both captures have, one a row.
    public static var paths: RowTable {
        RowTable([
            ("session", { .integer($0.session.id) }), ("transport", { .text($0.session.transport.rawValue) }),
            ("initiatorAddress", { .text($0.session.initiator.address) }),
            ("initiatorPort", { .integer($0.session.initiator.port) }),
            ("responderAddress", { .text($0.session.responder.address) }),
            ("responderPort", { .integer($0.session.responder.port) }),
            ("firstFrameA", { .integer($0.session.firstFrames.first) }),
            ("firstFrameB", { .integer($0.session.firstFrames.last) }), ("direction", { .text($0.name) }),
            ("sender", { .text($0.direction.sender?.rawValue) }), ("sent", { .integer($0.direction.sent) }),
            ("received", { .integer($0.direction.received) }), ("matched", { .integer($0.direction.matched) }),
            ("lost", { .integer($0.direction.lost) }), ("duplicated", { .integer($0.direction.duplicated) }),
            ("reordered", { .integer($0.direction.reordered) }), ("lossRatio", { .number($0.direction.lossRatio) }),
            ("oneWayDelayMin", { .number($0.direction.oneWayDelay.min) }),
            ("oneWayDelayMedian", { .number($0.direction.oneWayDelay.median) }),
            ("oneWayDelay95", { .number($0.direction.oneWayDelay.p95) }),
            ("oneWayDelayMax", { .number($0.direction.oneWayDelay.max) }),
            ("interarrivalJitter", { .number($0.direction.interarrivalJitter) }),
            ("unobserved", { .integer($0.direction.unobserved) }),
            ("resegmented", { .integer($0.direction.resegmented) }),
            ("resegmentedArrivals", { .integer($0.direction.resegmentedArrivals) }),
            ("unexplained", { .integer($0.direction.unexplained) }),
            ("lossBursts", { .integer($0.direction.lossBursts) }),
            ("longestLossBurst", { .integer($0.direction.longestLossBurst) }),
        ])
    }
}
