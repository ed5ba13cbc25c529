extension Session {
    /// Metrics that follow from others: one for each question, chosen from those that a session has.
    public static let summaries: [Metric<Session>] = [
        .init("bytes", .bytes) { $0.payloadBytes }, .init("packets", .count) { $0.packets },
        .init("rtt", .seconds) { $0.networkRTT.value }, .init("jitter", .seconds) { $0.variation },
        .init("loss", .ratio) { $0.loss }, .init("rate", .bitsPerSecond) { $0.rate },
    ]

    /// Packets of both sides.
    package var packets: Int { forward.packets + backward.packets }

    /// Payload bytes of both sides, nil where neither is known.
    package var payloadBytes: Int? { Self.sum(forward.payloadBytes, backward.payloadBytes) }

    /// What both sides sent: payload bytes where they are known, else those of the packets.
    package var traffic: Int { payloadBytes ?? forward.wireBytes + backward.wireBytes }

    /// Messages that were numbered and did not come, nil where nothing is numbered.
    package var lostMessages: Int? { Self.sum(forward.lostMessages, backward.lostMessages) }

    /// Packets that carry only retransmitted data, nil if that is unknown.
    package var retransmittedPackets: Int? { Self.sum(forward.retransmittedPackets, backward.retransmittedPackets) }

    private static func sum(_ first: Int?, _ second: Int?) -> Int? {
        first == nil && second == nil ? nil : (first ?? 0) + (second ?? 0)
    }

    /// Seconds: the mean difference of consecutive round trips that cover the whole path; without any, the larger
    /// variation of data delays (RFC 3550 §6.4.1).
    package var variation: Double? {
        pathRoundTrips.jitter.meanAbsoluteDifference
            ?? [forward.interarrivalJitter, backward.interarrivalJitter].compactMap(\.self).max()
    }

    /// The application's round trips that cover the whole path. Beside a host, what the other end asked does not count:
    /// its round trip is only that host's delay.
    package var pathRoundTrips: (delays: Distribution, jitter: Jitter) {
        guard let (near, far) = nearAndFar, far.applicationRTT.count > 0 else { return (applicationRTT, jitter) }
        return (near.applicationRTT, near.jitter)
    }

    /// The round trips that are only the answering time of the host at which the capture was made; none elsewhere.
    package var answeringTimes: Distribution { nearAndFar?.far.applicationRTT ?? Distribution() }

    /// The direction sent by the host at which the capture was made, and the other one; nil elsewhere.
    private var nearAndFar: (near: SessionDirection, far: SessionDirection)? {
        switch capturePoint {
        case .initiator: (forward, backward)
        case .responder: (backward, forward)
        case .middle, nil: nil
        }
    }

    /// Bits per second: the payload of the side with the higher rate; for an echo test with data after the probes, the
    /// rate of that data.
    package var rate: Double? {
        let bulk = [forward.bulk?.goodput, backward.bulk?.goodput].compactMap(\.self).max()
        return bulk ?? [forward.goodput, backward.goodput].compactMap(\.self).max()
    }

    /// The share of lost messages, if they are numbered; otherwise the share of packets that had to be retransmitted.
    package var loss: Double? { lostMessages == nil ? retransmissionShare : lossRatio }

    /// The share of the numbered messages of both sides that never reached the capture point, 0…1.
    package var lossRatio: Double? {
        guard let lost = lostMessages, forward.countsNumbered, backward.countsNumbered else { return nil }
        let all = lost + forward.numberedMessages + backward.numberedMessages
        return all > 0 ? Double(lost) / Double(all) : nil
    }

    /// The share of the TCP packets of both sides that carried only retransmitted data, 0…1.
    package var retransmissionShare: Double? {
        guard transport == .tcp, packets > 0, let again = retransmittedPackets else { return nil }
        return Double(again) / Double(packets)
    }

    /// The share of the QUIC packets of both sides that no acknowledgment covers, 0…1; nil where they stay sealed.
    package var unacknowledgedShare: Double? {
        guard packets > 0, let lost = quic?.lost else { return nil }
        // A capture that lacks packets may have fewer than were lost.
        return min(1, (Double(lost.forward) + Double(lost.backward)) / Double(packets))
    }

    /// The median time from a packet to its acknowledgment: of TCP with what the receiver waits, of QUIC without.
    package var acknowledgmentDelay: Double? { quic?.ackRTT?.median ?? transportRTT.median }
}

extension SessionDirection {
    /// Whether the number of numbered messages that arrived is known: not if packets occur twice, if nothing is
    /// numbered, or if only missing ones are counted.
    package var countsNumbered: Bool { lostMessages == nil || messages != nil || messageTypes["data"] > 0 }

    /// First copies of numbered messages that came, 0 where nothing is numbered.
    package var numberedMessages: Int {
        guard lostMessages != nil else { return 0 }
        // An echo test numbers its data, not its probes.
        let data = messageTypes["data"]
        return max(0, (data > 0 ? data : messages ?? 0) - (duplicateMessages ?? 0))
    }

    /// The share of numbered messages that did not come.
    package var loss: Double? {
        guard let lost = lostMessages, countsNumbered, lost + numberedMessages > 0 else { return nil }
        return Double(lost) / Double(lost + numberedMessages)
    }
}
