import TraceModel

/// The steps of a session as slices.
struct PerfettoPhases {
    /// Before the session: to find its service, and where it is.
    private(set) var discovery: [SliceNest.Slice] = []
    /// From its first packet on.
    private(set) var steps: [SliceNest.Slice] = []

    /// - Parameter service: That of the session.
    init(_ session: Session, service: Service?, _ clock: PerfettoClock) {
        let phases = session.phases
        if let discover = phases.discover, let answered = service?.discovery.firstAnswer.map(clock.time) {
            let asked = clock.later(answered, by: -ReportTime.nanoseconds(discover))
            discovery.append(.init(name: "discover", begin: asked, end: answered))
            if let resolve = phases.resolve.map(ReportTime.nanoseconds) {
                discovery.append(
                    .init(name: "resolve", begin: answered, end: clock.later(answered, by: resolve)))
            }
        }

        let start = clock.time(session.start)
        if let connect = phases.connect.map(ReportTime.nanoseconds) {
            // A SYN that was sent again does not count, so the step may begin after the session.
            let end = session.established.map(clock.time) ?? clock.later(start, by: connect)
            steps.append(.init(name: "connect", begin: clock.later(end, by: -connect), end: end))
        }
        let ready = session.established.map(clock.time) ?? start
        let durations = [
            ("identify", phases.identify), ("stabilize", phases.stabilize), ("first message", phases.firstMessage),
        ]
        for case (let name, let duration?) in durations {
            let end = clock.later(ready, by: ReportTime.nanoseconds(duration))
            steps.append(.init(name: name, begin: ready, end: end))
        }
    }
}
