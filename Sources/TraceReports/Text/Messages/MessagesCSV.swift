import TraceModel
import WireText

/// Messages as comma-separated values, one a row. Units are those of the report; what is not known is an empty field.
public struct MessagesCSV {
    private let path: String
    private let ends: MessageEnds

    public init(_ report: TraceReport) {
        path = report.capture.path
        let labels = Dictionary(report.peers.map { ($0.id, $0.label) }) { first, _ in first }
        ends = MessageEnds(report) { end in
            end.peer.flatMap { labels[$0] } ?? end.address
        } label: {
            $0
        }
    }

    /// The names of the columns, as a row.
    public static var header: [UInt8] {
        var text = CSVText()
        text.add(
            [
                "capture", "time", "frame", "begun", "session", "direction", "from", "to", "application", "type",
                "bytes",
                "streamOffset", "sender", "senderLabel", "latency", "latencyKind", "fault",
            ].map { .text($0) })
        return text.bytes
    }

    /// The row of a message.
    public func row(_ message: TraceMessage) -> [UInt8] {
        let between = ends.ends(message)
        var text = CSVText()
        text.add([
            .text(path), .number(message.time), .integer(message.frame), .number(message.begun),
            .integer(message.session), .text(message.direction.rawValue), .text(between?.from), .text(between?.to),
            .text(message.application.rawValue), .text(message.type), .integer(message.bytes),
            .integer(message.streamOffset), .text(message.sender), .text(message.sender.flatMap(ends.signer)),
            .number(message.latency), .text(message.latencyKind?.rawValue), .text(message.fault),
        ])
        return text.bytes
    }
}
