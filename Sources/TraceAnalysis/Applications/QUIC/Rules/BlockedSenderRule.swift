import SealedChannels
import TraceModel

/// An end had more to send than the other one let it.
enum BlockedSenderRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let opening = context.connections[index].datagramReader(QUICDatagrams.self)?.opened?.value else {
            return []
        }
        return [true, false].compactMap { isInitiator in
            let blocked = opening.blocked[isInitiator: isInitiator]
            return blocked.count > 0
                ? finding(blocked, SessionEnd(index: index, isInitiator: isInitiator), context) : nil
        }
    }

    private static func finding(_ blocked: QUICBlocking, _ end: SessionEnd, _ context: FindingContext) -> Finding {
        let other = SessionEnd(index: end.index, isInitiator: !end.isInitiator)
        let times = blocked.count == 1 ? "once" : "\(blocked.count) times"
        var limits: [String] = []
        if blocked.connection > 0 { limits.append("of the connection (\(blocked.connection))") }
        if blocked.stream > 0 {
            let ids = Excerpt.shortList(blocked.streamIDs.map(String.init))
            limits.append("of stream\(blocked.streamIDs.count == 1 ? "" : "s") \(ids) (\(blocked.stream))")
        }
        if blocked.streams > 0 { limits.append("for the number of streams (\(blocked.streams))") }
        return context.finding(
            "quic-flow-blocked", .note, sentBy: end, at: blocked.moments,
            message: "\(context.label(of: end)) said \(times) that it had more to send than "
                + "\(context.label(of: other)) allows: the limit \(Excerpt.list(limits)).",
            facts: [
                "frames": blocked.count, "connection": blocked.connection, "stream": blocked.stream,
                "streams": blocked.streams, "streamIDs": blocked.streamIDs.map { Int(clamping: $0) },
            ],
            remedy: remedy(blocked), reference: "RFC 9000 §4, §19.12 to §19.14")
    }

    private static func remedy(_ blocked: QUICBlocking) -> String {
        var parameters: [String] = []
        if blocked.connection > 0 { parameters.append("initial_max_data") }
        if blocked.stream > 0 { parameters.append("initial_max_stream_data") }
        if blocked.streams > 0 { parameters.append("initial_max_streams") }
        return "Let the receiver's application read faster, or raise its \(Excerpt.list(parameters))"
            + (blocked.connection + blocked.stream > 0 ? " to the bandwidth times the round-trip time." : ".")
    }
}
