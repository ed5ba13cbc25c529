import TraceModel

/// Packets are longer than what the capture holds of them: what was cut off cannot be read.
enum CaptureTruncatedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let first = context.counter.firstTruncated else { return [] }
        let capture = context.report.capture
        let cut = context.report.sessions.filter { session in
            session.limits.contains { $0.reason == .snapLength }
        }
        let snapLength = capture.interfaces.compactMap(\.snapLength).min()
        return [
            context.finding(
                "capture-truncated", .warning, about: .capture, at: [first],
                message: "\(capture.truncatedPackets) of \(capture.packets) packets are truncated"
                    + (snapLength.map { " (snap length \($0))" } ?? "")
                    + ": messages in them" + (cut.isEmpty ? "" : " (\(sessions(cut.map(\.id))))")
                    + " cannot be decoded.",
                facts: [
                    "truncatedPackets": capture.truncatedPackets, "packets": capture.packets,
                    "snapLength": snapLength, "sessions": cut.map(\.id),
                ],
                remedy: "Capture whole packets: tcpdump -s 0, dumpcap -s 0.",
                reference: "pcap-savefile(5), snapshot length")
        ]
    }

    private static func sessions(_ ids: [Int]) -> String {
        (ids.count == 1 ? "session " : "sessions ") + Excerpt.shortList(ids.map(String.init))
    }
}
