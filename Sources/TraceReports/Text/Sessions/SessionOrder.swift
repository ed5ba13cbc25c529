import TraceModel

/// The sort keys of sessions.
public enum SessionOrder: String, CaseIterable, Sendable {
    /// The earliest first.
    case start
    /// The longest first.
    case duration
    /// The most payload bytes first.
    case bytes
    /// The most packets first.
    case packets
    /// The slowest round trips first: the application's, failing these the transport's.
    case rtt
    /// The most uneven first.
    case jitter
    /// The largest share of lost messages first, or failing these of repeated packets.
    case loss
    /// The fastest first.
    case rate
    /// Those of one application together, the ones that nothing is known of last.
    case application

    /// The sessions in this order. Those without the metric come last, even if the order is reversed; equal ones stay
    /// in time order.
    public func sorted(_ sessions: [Session], reversed: Bool = false) -> [Session] {
        places(Array(sessions.indices), in: sessions, reversed: reversed).map { sessions[$0] }
    }

    /// The same for sessions that stay in their array: there may be a million.
    ///
    /// - Parameters:
    ///   - places: The indices of the wanted sessions, in time order.
    ///   - sessions: All sessions.
    /// - Returns: The indices in this order.
    public func places(_ places: [Int], in sessions: [Session], reversed: Bool = false) -> [Int] {
        let keys = places.map { key(sessions[$0]) }
        return places.indices.sorted { first, second in
            switch (keys[first], keys[second]) {
            case (nil, nil): first < second
            case (nil, _): false
            case (_, nil): true
            case (let one?, let other?):
                one == other ? first < second : (one < other) != reversed
            }
        }.map { places[$0] }
    }

    /// The first session has the lowest key.
    private func key(_ session: Session) -> Double? {
        switch self {
        case .start: session.start
        case .duration: -session.duration
        case .bytes: session.payloadBytes.map { -Double($0) }
        case .packets: -Double(session.packets)
        case .rtt: session.roundTrip.map { -$0 }
        case .jitter: session.variation.map { -$0 }
        case .loss: session.loss.map { -$0 }
        case .rate: session.rate.map { -$0 }
        case .application:
            session.application == .unknown
                ? nil : Double(Self.applications.firstIndex(of: session.application) ?? Self.applications.count)
        }
    }

    private static let applications: [Session.Application] = [
        .mesh, .echo, .networkEvent, .carrierPigeon, .framed, .tls,
    ]
}
