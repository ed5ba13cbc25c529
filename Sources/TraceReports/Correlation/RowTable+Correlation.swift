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
            .init("session") { .integer($0.session.id) }, .init("transport") { .text($0.session.transport.rawValue) },
            .init("initiatorAddress") { .text($0.session.initiator.address) },
            .init("initiatorPort") { .integer($0.session.initiator.port) },
            .init("responderAddress") { .text($0.session.responder.address) },
            .init("responderPort") { .integer($0.session.responder.port) },
            .init("firstFrameA") { .integer($0.session.firstFrames.first) },
            .init("firstFrameB") { .integer($0.session.firstFrames.last) }, .init("direction") { .text($0.name) },
            .init("sender") { .text($0.direction.sender?.rawValue) }, .init("sent") { .integer($0.direction.sent) },
            .init("received") { .integer($0.direction.received) }, .init("matched") { .integer($0.direction.matched) },
            .init("lost") { .integer($0.direction.lost) }, .init("duplicated") { .integer($0.direction.duplicated) },
            .init("reordered") { .integer($0.direction.reordered) },
            .init("lossRatio") { .number($0.direction.lossRatio) },
            .init("oneWayDelayMin") { .number($0.direction.oneWayDelay.min) },
            .init("oneWayDelayMedian") { .number($0.direction.oneWayDelay.median) },
            .init("oneWayDelay95") { .number($0.direction.oneWayDelay.p95) },
            .init("oneWayDelayMax") { .number($0.direction.oneWayDelay.max) },
            .init("interarrivalJitter") { .number($0.direction.interarrivalJitter) },
            .init("unobserved") { .integer($0.direction.unobserved) },
            .init("resegmented") { .integer($0.direction.resegmented) },
            .init("resegmentedArrivals") { .integer($0.direction.resegmentedArrivals) },
            .init("unexplained") { .integer($0.direction.unexplained) },
            .init("lossBursts") { .integer($0.direction.lossBursts) },
            .init("longestLossBurst") { .integer($0.direction.longestLossBurst) },
        ])
    }
}
