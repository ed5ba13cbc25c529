import TraceModel

/// Bytes of a TCP stream are not in the capture.
enum CaptureGapRule: SessionRule {
    static func findings(ofSession number: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[number].transport == .tcp else { return [] }
        let session = context.report.sessions[number]
        let missing = (session.forward.missingBytes ?? 0) + (session.backward.missingBytes ?? 0)
        guard missing > 0 else { return [] }
        let connection = context.connections[number]
        let hole = [connection.initiator.firstHole, connection.responder.firstHole].compactMap(\.self).min()
        let total = missing + (session.forward.payloadBytes ?? 0) + (session.backward.payloadBytes ?? 0)
        return [
            Finding(
                code: .init(rawValue: "capture-gap"), severity: .warning,
                time: hole.map { context.axis.seconds($0.time) } ?? session.end,
                frames: hole.map { [$0.frame] } ?? [], subject: .session(session.id),
                message: "\(missing) of \(total) stream bytes are not in the capture: "
                    + "messages in them are not counted.",
                remedy: "Capture with a larger buffer (tcpdump -B, dumpcap -B) or closer to the host.",
                reference: "Docs/metrics.md, missing bytes")
        ]
    }
}
