/// Transport round trips of one direction: from a data segment to the first acknowledgment that covers its last byte.
///
/// Karn's rule: bytes that were sent twice give no sample, and neither do segments that were under way together with a
/// retransmission, because their acknowledgment waits for the hole (RFC 6298 §3; `Docs/metrics.md`).
struct RoundTripSampler: Sendable {
    /// More segments under way than this are not timed; those that are timed are spread over the window all the same.
    static let maximumPending = 1024

    private struct Pending {
        var end: Int64
        var time: Int64
    }

    private var pending: [Pending] = []
    /// Entries before this one are answered; the array is moved up when half of it is.
    private var first = 0
    private var samples = DelaySamples()
    /// One element from ``finish()`` on, which lets go of the samples; kept apart, because every packet touches the rest.
    private var result: [Distribution] = []

    /// Of all samples so far.
    var distribution: Distribution { result.first ?? samples.distribution }

    /// A segment with new bytes was seen, in order.
    mutating func sent(end: Int64, at time: Int64) {
        guard result.isEmpty, pending.count - first < Self.maximumPending else { return }
        pending.append(Pending(end: end, time: time))
    }

    /// Bytes were sent again, arrived late or left a hole: nothing that is under way can be timed.
    mutating func disturbed() {
        pending.removeAll(keepingCapacity: true)
        first = 0
    }

    /// The other side acknowledged all bytes before `offset`.
    mutating func acknowledged(_ offset: Int64, at time: Int64) {
        while first < pending.count, pending[first].end <= offset {
            samples.record(time - pending[first].time)
            first += 1
        }
        if first == pending.count {
            pending.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 64, first * 2 > pending.count {
            pending.removeFirst(first)
            first = 0
        }
    }

    /// Ends the sampling and frees what only a living connection needs.
    mutating func finish() {
        result = [distribution]
        samples = DelaySamples()
        pending = []
        first = 0
    }
}
