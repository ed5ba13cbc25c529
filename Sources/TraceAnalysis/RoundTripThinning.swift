import TraceModel

/// Chooses those round trips of a session with too many that are handed on: one of so many.
struct RoundTripThinning {
    private let strides: [Int]
    private var counts: [Int]
    /// Of each session, those that were handed on.
    private var kept: [Int]

    init(_ sessions: [Session]) {
        strides = sessions.map {
            max(1, ($0.roundTripCount + RoundTrip.maximumPerSession - 1) / RoundTrip.maximumPerSession)
        }
        counts = [Int](repeating: 0, count: sessions.count)
        kept = counts
    }

    /// Whether the next one of its session is one of those.
    mutating func includes(_ roundTrip: RoundTrip) -> Bool {
        let index = roundTrip.session - 1
        guard counts.indices.contains(index) else { return false }
        defer { counts[index] += 1 }
        guard counts[index].isMultiple(of: strides[index]), kept[index] < RoundTrip.maximumPerSession else {
            return false
        }
        kept[index] += 1
        return true
    }
}

extension RoundTrip {
    /// The round trip that a message ends as the answer to a request; nil of any other message.
    init?(answer message: TraceMessage) {
        guard message.latencyKind == .roundTrip, let delay = message.latency else { return nil }
        self.init(
            session: message.session, kind: .application,
            direction: message.direction == .forward ? .backward : .forward, time: message.time, frame: message.frame,
            value: delay)
    }
}
