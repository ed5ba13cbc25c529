import TraceModel

/// Packets are longer than what the capture holds of them: what was cut off cannot be read.
enum CaptureTruncatedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let first = context.counter.firstTruncated else { return [] }
        let capture = context.report.capture
        let cut = context.report.sessions.indices.filter { isCut($0, context) }.map { context.report.sessions[$0].id }
        let sessions = (cut.count == 1 ? "session " : "sessions ") + Excerpt.shortList(cut.map(String.init))
        let snapLengths = capture.interfaces.compactMap(\.snapLength)
        let (longest, headers) = (context.counter.longestTruncated, context.counter.cutHeaders)
        var losses: [String] = []
        if headers > 0 { losses.append("\(headers) of them within their headers") }
        if !cut.isEmpty || hidesNames(context) {
            losses.append("messages in them" + (cut.isEmpty ? "" : " (\(sessions))") + " cannot be decoded")
        }
        return [
            context.finding(
                // A check sequence, padding, or payload that is not read anyway.
                "capture-truncated", losses.isEmpty ? .note : .warning, about: .capture, at: [first],
                message: "\(capture.truncatedPackets) of \(capture.packets) packets are truncated"
                    // Other programs than the one that captured cut packets as well.
                    + (snapLengths.contains(longest) ? " (snap length \(longest))" : " (to \(longest) bytes at most)")
                    + ": \(losses.isEmpty ? "nothing that is read is missing" : losses.joined(separator: ", and ")).",
                facts: [
                    "truncatedPackets": capture.truncatedPackets, "packets": capture.packets,
                    "snapLength": snapLengths.min(), "longest": longest,
                    "incompleteHeaders": headers, "sessions": cut,
                ],
                remedy: snapLengths.contains(longest)
                    ? "Capture whole packets: tcpdump -s 0, dumpcap -s 0."
                    : "Look for what truncated the packets after they were captured.",
                reference: "pcap-savefile(5), snapshot length")
        ]
    }

    /// Whether payload of a session is truncated that would be read, or shows what to read.
    private static func isCut(_ index: Int, _ context: FindingContext) -> Bool {
        !context.report.sessions[index].isBackground && context.connections[index].hasSide(\.isCutShort)
    }

    /// Whether names may be in what is truncated: in multicast DNS, or in action frames of neighbors.
    private static func hidesNames(_ context: FindingContext) -> Bool {
        context.report.wireless?.awdl != nil || context.report.wireless?.nan != nil
            || context.report.sessions.indices.contains { index in
                let session = context.report.sessions[index]
                return [session.initiator.reach, session.responder.reach].contains(.multicastDNS)
                    && context.connections[index].hasSide(\.isCutShort)
            }
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
        let wasDelivered =
            isDelivered(connection.initiator, to: connection.responder)
            || isDelivered(connection.responder, to: connection.initiator)
        return [
            context.finding(
                "capture-gap", wasDelivered && matters(to: session, connection) ? .warning : .note,
                about: .session(session.id), at: hole.map { [$0] } ?? [], time: hole == nil ? session.end : nil,
                message: "\(missing) of \(total) stream bytes are not in the capture"
                    + (wasDelivered ? "" : ", and their receiver asked for them to the end")
                    + ": messages in them are not counted.",
                facts: ["missingBytes": missing, "streamBytes": total, "cause": wasDelivered ? "capture" : "network"],
                remedy: wasDelivered
                    ? "Capture with a larger buffer (tcpdump -B, dumpcap -B) or closer to the host."
                    : "Look for a network that loses packets: these were lost before they reached the capture.",
                reference: "Docs/metrics.md, missing bytes")
        ]
    }

    /// Whether anything depends on the bytes: of a stream that is not read as messages, holes change nothing but the times
    /// of answers. A hole at its beginning may be why it is not.
    private static func matters(to session: Session, _ connection: Connection) -> Bool {
        switch session.reportedApplication {
        case .tls, .unknown: connection.hasSide { $0.hasSYN && firstHole(of: $0) == Int64($0.origin) }
        default: true
        }
    }

    /// The stream offset of the first missing byte; nil if none is missing, or if it is no longer known.
    private static func firstHole(of side: ConnectionSide) -> Int64? {
        guard side.missingBytes > 0, side.coverage.settledBytes == 0 else { return nil }
        let origin = side.hasSYN ? Int64(side.origin) : side.coverage.start
        return side.coverage.start > origin ? origin : side.coverage.earlier.first?.upperBound ?? side.coverage.end
    }

    /// Whether bytes of a side are missing that may have reached their receiver: it did not ask for them to the end.
    private static func isDelivered(_ side: ConnectionSide, to receiver: ConnectionSide) -> Bool {
        guard side.missingBytes > 0 else { return false }
        guard receiver.duplicateAcks > 0, let hole = firstHole(of: side),
            let acknowledged = receiver.lastAcknowledgment.flatMap({ side.offset(of: $0) })
        else { return true }
        return acknowledged != hole
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
                reference: "RFC 791 §3.2, RFC 5722")
        ]
    }
}
