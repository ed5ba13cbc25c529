import TraceModel

/// The metrics by which sessions are compared and sorted: one for each question, chosen from those that a session has.
extension Session {
    /// Packets of both sides.
    var packets: Int { forward.packets + backward.packets }

    /// Payload bytes of both sides, nil where neither is known.
    var payloadBytes: Int? { Self.sum(forward.payloadBytes, backward.payloadBytes) }

    /// Seconds: the median of the application's round trips, failing these of the transport's, failing these the
    /// handshake's. Beside a host, what the other end sent does not count: its round trip is only that host's delay.
    var roundTrip: Double? {
        guard let (near, far) = nearAndFar else { return applicationRTT.median ?? transportRTT.median ?? handshakeRTT }
        let application = far.applicationRTT.count > 0 ? near.applicationRTT : applicationRTT
        let transport = far.transportRTT.count > 0 ? near.transportRTT : transportRTT
        return application.median ?? transport.median ?? handshakeRTT
    }

    /// The direction sent by the host at which the capture was made, and the other one; nil elsewhere.
    private var nearAndFar: (near: SessionDirection, far: SessionDirection)? {
        switch capturePoint {
        case .initiator: (forward, backward)
        case .responder: (backward, forward)
        case .middle, nil: nil
        }
    }

    /// Seconds: the mean difference of consecutive round trips that cover the whole path; without any, the larger
    /// variation of data delays (RFC 3550 §6.4.1).
    var variation: Double? {
        var jitter = self.jitter
        if let (near, far) = nearAndFar, far.applicationRTT.count > 0 { jitter = near.jitter }
        return jitter.meanAbsoluteDifference
            ?? [forward.interarrivalJitter, backward.interarrivalJitter].compactMap(\.self).max()
    }

    /// Bits per second: the payload of the side with the higher rate; for an echo test with data after the probes, the
    /// rate of that data.
    var rate: Double? {
        let bulk = [forward.bulk?.goodput, backward.bulk?.goodput].compactMap(\.self).max()
        return bulk ?? [forward.goodput, backward.goodput].compactMap(\.self).max()
    }

    /// Messages that were numbered and did not come, nil where nothing is numbered.
    var lostMessages: Int? { Self.sum(forward.lostMessages, backward.lostMessages) }

    /// Packets that carry only retransmitted data, nil if that is unknown.
    var retransmittedPackets: Int? { Self.sum(forward.retransmittedPackets, backward.retransmittedPackets) }

    /// The share of lost messages, if they are numbered; otherwise the share of packets that had to be retransmitted.
    var loss: Double? {
        if let lost = lostMessages {
            guard forward.countsNumbered && backward.countsNumbered else { return nil }
            let all = lost + forward.numberedMessages + backward.numberedMessages
            return all > 0 ? Double(lost) / Double(all) : nil
        }
        guard let resent = retransmittedPackets, packets > 0 else { return nil }
        return Double(resent) / Double(packets)
    }

    private static func sum(_ first: Int?, _ second: Int?) -> Int? {
        guard first != nil || second != nil else { return nil }
        return (first ?? 0) + (second ?? 0)
    }
}

extension SessionDirection {
    /// Whether the number of numbered messages that arrived is known: not if packets occur twice, if nothing is
    /// numbered, or if only missing ones are counted.
    var countsNumbered: Bool { lostMessages == nil || messages != nil || messageTypes["data"] > 0 }

    /// First copies of numbered messages that came, 0 where nothing is numbered.
    var numberedMessages: Int {
        guard lostMessages != nil else { return 0 }
        // An echo test numbers its data, not its probes.
        let data = messageTypes["data"]
        return max(0, (data > 0 ? data : messages ?? 0) - (duplicateMessages ?? 0))
    }

    /// The share of numbered messages that did not come.
    var loss: Double? {
        guard let lost = lostMessages, countsNumbered, lost + numberedMessages > 0 else { return nil }
        return Double(lost) / Double(lost + numberedMessages)
    }
}
