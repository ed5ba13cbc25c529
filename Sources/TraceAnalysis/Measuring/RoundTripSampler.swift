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

    /// Only those from `first` to before `end` are under way; the array is moved up when half of it is answered.
    private var pending: [Pending] = []
    private var first = 0
    private var end = 0
    private var samples = DelaySamples()
    /// One element from ``finish()`` on, which lets go of the samples; kept apart, because every packet touches the rest.
    private var result: [Distribution] = []

    /// Of all samples so far.
    var distribution: Distribution { result.first ?? samples.distribution }

    /// A segment with new bytes was seen, in order.
    mutating func sent(end: Int64, at time: Int64) {
        guard result.isEmpty, self.end - first < Self.maximumPending else { return }
        let segment = Pending(end: end, time: time)
        if self.end < pending.count { pending[self.end] = segment } else { pending.append(segment) }
        self.end += 1
    }

    /// Bytes were sent again, arrived late or left a hole: nothing that is under way can be timed.
    mutating func disturbed() {
        first = 0
        end = 0
    }

    /// The other side acknowledged all bytes before `offset`.
    mutating func acknowledged(_ offset: Int64, at time: Int64) {
        while first < end, pending[first].end <= offset {
            samples.record(time - pending[first].time)
            first += 1
        }
        if first == end {
            first = 0
            end = 0
        } else if first > 64, first * 2 > end {
            pending.removeSubrange(end...)
            pending.removeFirst(first)
            first = 0
            end = pending.count
        }
    }

    /// Ends the sampling and frees what only a living connection needs.
    mutating func finish() {
        result = [distribution]
        samples = DelaySamples()
        pending = []
        first = 0
        end = 0
    }
}
