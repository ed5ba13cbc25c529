import TraceModel
import WireText

extension RowTable where Row == TraceMessage {
    /// Messages, one a row. Units are those of the report; what is not known is an empty field.
    ///
    /// - Parameter lines: How the text shows them.
    public static func messages(of report: TraceReport, lines: MessageLines) -> RowTable {
        let path = report.capture.path
        let labels = Dictionary(report.peers.map { ($0.id, $0.label) }) { first, _ in first }
        let ends = MessageEnds(report) { end in
            end.peer.flatMap { labels[$0] } ?? end.address
        } label: {
            $0
        }
        return RowTable(
            values: [
                ("capture", { _ in .text(path) }), ("time", { .number($0.time) }), ("frame", { .integer($0.frame) }),
                ("begun", { .number($0.begun) }), ("session", { .integer($0.session) }),
                ("direction", { .text($0.direction.rawValue) }), ("from", { .text(ends.ends($0)?.from) }),
                ("to", { .text(ends.ends($0)?.to) }), ("application", { .text($0.application.rawValue) }),
                ("type", { .text($0.type) }), ("bytes", { .integer($0.bytes) }),
                ("streamOffset", { .integer($0.streamOffset) }), ("sender", { .text($0.sender) }),
                ("senderLabel", { .text($0.sender.flatMap(ends.signer)) }), ("latency", { .number($0.latency) }),
                ("latencyKind", { .text($0.latencyKind?.rawValue) }), ("fault", { .text($0.fault) }),
            ], text: (lines.header, lines.line))
    }
}
