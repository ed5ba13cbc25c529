import TraceModel

/// Packets are longer than what the capture holds of them: what was cut off cannot be read.
enum CaptureTruncatedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let first = context.counter.firstTruncated else { return [] }
        let capture = context.report.capture
        let cut = context.report.sessions.filter { session in
            session.limits.contains { $0.reason == .snapLength }
        }.map(\.id)
        let sessions = (cut.count == 1 ? "session " : "sessions ") + Excerpt.shortList(cut.map(String.init))
        let snapLength = capture.interfaces.compactMap(\.snapLength).min()
        return [
            context.finding(
                "capture-truncated", .warning, about: .capture, at: [first],
                message: "\(capture.truncatedPackets) of \(capture.packets) packets are truncated"
                    + (snapLength.map { " (snap length \($0))" } ?? "")
                    + ": messages in them" + (cut.isEmpty ? "" : " (\(sessions))")
                    + " cannot be decoded.",
                facts: [
                    "truncatedPackets": capture.truncatedPackets, "packets": capture.packets,
                    "snapLength": snapLength, "sessions": cut,
                ],
                remedy: "Capture whole packets: tcpdump -s 0, dumpcap -s 0.",
                reference: "pcap-savefile(5), snapshot length")
        ]
    }
}

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

/// Checksums were verified, and some are wrong: what arrived is not what was sent, and its receiver drops it.
enum ChecksumInvalidRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let counts = context.report.capture.checksums, !context.checksums.invalid.isEmpty else { return [] }
        let count = counts.ipv4Header.invalid + counts.transport.invalid
        return [
            context.finding(
                "checksum-invalid", .warning, about: .capture, at: context.checksums.invalid,
                message: (count == 1 ? "1 checksum is" : "\(count) checksums are")
                    + " wrong: packets were damaged in transit, or changed after their checksum was computed.",
                facts: ["ipv4Header": counts.ipv4Header.invalid, "transport": counts.transport.invalid],
                remedy: "Receivers drop such packets. Find what damages them, or capture elsewhere on the path.",
                reference: "RFC 1071")
        ]
    }
}

/// Fragments of one datagram claim the same bytes, which no sound sender does.
enum FragmentOverlapRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let fragments = context.fragments
        guard fragments.overlappingFragments > 0, let first = fragments.firstOverlap else { return [] }
        return [
            context.finding(
                "fragment-overlap", .warning, about: .capture, at: [first],
                message: "\(fragments.overlappingFragments) IP fragments overlap another fragment: for "
                    + "IPv4 the later fragment is used here, and IPv6 datagrams are dropped.",
                facts: ["fragments": fragments.overlappingFragments],
                remedy: "Look for a faulty sender, or for an attempt to bypass a firewall.",
                reference: "RFC 791 section 3.2, RFC 5722")
        ]
    }
}
