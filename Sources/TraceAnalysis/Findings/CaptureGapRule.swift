import TraceModel

/// Bytes of a TCP stream are not in the capture.
enum CaptureGapRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].transport == .tcp else { return [] }
        let session = context.report.sessions[index]
        let missing = (session.forward.missingBytes ?? 0) + (session.backward.missingBytes ?? 0)
        guard missing > 0 else { return [] }
        let connection = context.connections[index]
        let hole = [connection.initiator.firstHole, connection.responder.firstHole].compactMap(\.self).min()
        let total = missing + (session.forward.payloadBytes ?? 0) + (session.backward.payloadBytes ?? 0)
        return [
            context.finding(
                "capture-gap", .warning, about: .session(session.id), at: hole.map { [$0] } ?? [],
                time: hole == nil ? session.end : nil,
                message: "\(missing) of \(total) stream bytes are not in the capture: "
                    + "messages in them are not counted.",
                facts: ["missingBytes": missing, "streamBytes": total],
                remedy: "Capture with a larger buffer (tcpdump -B, dumpcap -B) or closer to the host.",
                reference: "Docs/metrics.md, missing bytes")
        ]
    }
}
