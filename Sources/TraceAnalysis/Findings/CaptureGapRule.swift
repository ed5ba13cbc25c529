/// Bytes of a TCP stream are not in the capture.
enum CaptureGapRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        zip(context.report.sessions, context.connections).compactMap { session, connection in
            let missing = (session.forward.missingBytes ?? 0) + (session.backward.missingBytes ?? 0)
            guard session.transport == .tcp, missing > 0 else { return nil }
            let holes = [connection.initiator.firstHole, connection.responder.firstHole].compactMap { $0 }.min()
            let total = missing + (session.forward.payloadBytes ?? 0) + (session.backward.payloadBytes ?? 0)
            return Finding(
                code: .init(rawValue: "capture-gap"), severity: .warning,
                time: holes.map { context.axis.seconds($0.time) } ?? session.end,
                frames: holes.map { [$0.frame] } ?? [], subject: .session(session.id),
                message: "\(missing) of \(total) stream bytes are not in the capture: "
                    + "messages in them are missing from the counts.",
                remedy: "Capture with a larger buffer (tcpdump -B, dumpcap -B) or nearer to the host.",
                reference: "Docs/metrics.md, missing bytes")
        }
    }
}
