import TraceModel

/// Chooses the round trips of sessions that are handed on: of a session with too many, one of so many, and none that the report does
/// not count, because the capture cannot show it.
struct RoundTripThinning {
    private let sessions: [Session]
    private let strides: [Int]
    private var counts: [Int]
    /// Of each session, those that were handed on.
    private var kept: [Int]

    init(_ sessions: [Session]) {
        self.sessions = sessions
        strides = sessions.map {
            max(1, ($0.roundTripCount + RoundTrip.maximumPerSession - 1) / RoundTrip.maximumPerSession)
        }
        counts = [Int](repeating: 0, count: sessions.count)
        kept = counts
    }

    /// Whether the next one of its session is one of those.
    mutating func includes(_ roundTrip: RoundTrip) -> Bool {
        let index = roundTrip.session - 1
        guard counts.indices.contains(index), sessions[index].counts(roundTrip) else { return false }
        defer { counts[index] += 1 }
        guard counts[index].isMultiple(of: strides[index]), kept[index] < RoundTrip.maximumPerSession else {
            return false
        }
        kept[index] += 1
        return true
    }
}

extension Session {
    /// Whether any round trip of this kind is in the report.
    fileprivate func counts(_ roundTrip: RoundTrip) -> Bool {
        let direction = roundTrip.direction == .forward ? forward : backward
        return switch roundTrip.kind {
        case .application: direction.applicationRTT.count > 0
        case .transport: direction.transportRTT.count > 0
        default: handshakeRTT != nil
        }
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
