import TraceModel
import WireText

extension RowTable where Row == TraceMessage {
    /// Messages, one a row. Units are those of the report; what is not known is an empty field.
    ///
    /// - Parameters:
    ///   - report: The report that the messages are from.
    ///   - lines: How the text shows them.
    ///   - content: How their contents are shown; nil for messages without contents.
    public static func messages(
        of report: TraceReport, lines: MessageLines, content: MessageContent? = nil
    ) -> RowTable {
        let path = report.capture.path
        let labels = Dictionary(report.peers.map { ($0.id, $0.label) }) { first, _ in first }
        let ends = MessageEnds(report) { end in
            end.peer.flatMap { labels[$0] } ?? end.address
        } label: {
            $0
        }
        var columns: [Column] = [
            .init("capture") { _ in .text(path) }, .init("time") { .number($0.time) },
            .init("frame") { .integer($0.frame) },
            .init("begun") { .number($0.begun) }, .init("session") { .integer($0.session) },
            .init("direction") { .text($0.direction.rawValue) }, .init("from") { .text(ends.ends($0)?.from) },
            .init("to") { .text(ends.ends($0)?.to) }, .init("application") { .text($0.application.rawValue) },
            .init("type") { .text($0.type) }, .init("bytes") { .integer($0.bytes) },
            .init("streamOffset") { .integer($0.streamOffset) }, .init("sender") { .text($0.sender) },
            .init("senderLabel") { .text($0.sender.flatMap(ends.signer)) },
            .init("latency") { .number($0.latency) },
            .init("latencyKind") { .text($0.latencyKind?.rawValue) }, .init("fault") { .text($0.fault) },
            .init("firstFrame") { .integer($0.firstFrame) },
        ]
        let described: [Column] = [
            .init("payloadBytes") { .integer($0.payloadBytes) },
            .init("fields") { .text($0.fields.flatMap(MessageFields.json)) },
        ]
        let location = RowLocation<TraceMessage>(report, time: \.time, session: \.session)
        guard let content else {
            return RowTable(values: columns + described, text: (lines.header, lines.line)).located(location)
        }
        columns +=
            [
                .init("content") { .text(content.text($0)) }, .init("contentHex") { .text(content.hex($0)) },
            ] + described
        let rows = RowTable(values: columns)
        return RowTable(
            columns, line: { content.json($0, line: try rows.line($0)) },
            text: (lines.header, { lines.line($0) + lines.below($0, content) })
        ).located(location)
    }
}
