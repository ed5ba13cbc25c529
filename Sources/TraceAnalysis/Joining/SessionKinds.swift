import TraceModel

/// The last few sessions that differ, so that similar ones share their memory: those of a scan or a flood are nearly
/// all the same except for their addresses.
struct SessionKinds {
    /// A session is compared with so many.
    private static let count = 8

    private var latest: [Session] = []
    private var oldest = 0

    /// Lets a session share memory with one that is like it, and remembers it otherwise.
    mutating func share(_ session: inout Session) {
        if let known = latest.first(where: {
            $0.forward == session.forward && $0.backward == session.backward && $0.throughput == session.throughput
        }) {
            session.share(known)
        } else if latest.count < Self.count {
            latest.append(session)
        } else {
            latest[oldest] = session
            oldest = (oldest + 1) % Self.count
        }
    }
}
