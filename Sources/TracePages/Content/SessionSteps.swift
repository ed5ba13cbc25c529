import TraceModel

/// The steps of a session from the first question for its service to its first message, in time: the phases of a report
/// have only lengths.
struct SessionSteps {
    /// A stretch of time, in seconds since the first packet.
    struct Step: Equatable {
        let name: String
        let start: Double
        let length: Double

        var end: Double { start + length }
    }

    /// Before the session: to find its service, and where it is.
    private(set) var discovery: [Step] = []
    /// Those of the session itself.
    private(set) var session: [Step] = []

    var all: [Step] { discovery + session }

    /// - Parameter service: That of the session.
    init(_ session: Session, service: Service?) {
        let phases = session.phases
        // Times and lengths are of the same host; where no host has that length, discovery ends as the session begins.
        let found = phases.discover.flatMap { length in
            service.flatMap { Self.question(of: session, in: $0.discovery, took: length) }
        }
        let resolving = found.map { $0 + (phases.discover ?? 0) } ?? session.start - (phases.resolve ?? 0)
        if let discover = phases.discover {
            discovery.append(Step(name: "discover", start: found ?? resolving - discover, length: discover))
        }
        if let resolve = phases.resolve {
            discovery.append(Step(name: "resolve", start: resolving, length: resolve))
        }

        let ready = session.established ?? session.start
        if let connect = phases.connect {
            // A SYN that was sent again does not count, so the step may begin after the session.
            let start = session.established.map { $0 - connect } ?? session.start
            self.session.append(Step(name: "connect", start: start, length: connect))
        }
        let lengths = [
            ("identify", phases.identify), ("stabilize", phases.stabilize), ("first message", phases.firstMessage),
        ]
        for case (let name, let length?) in lengths {
            self.session.append(Step(name: name, start: ready, length: length))
        }
    }

    /// When the host asked whose question took that long: the session's initiator if it is the one, else the first host that
    /// asked, whose discovery is that of the service. Nil if it is neither.
    private static func question(of session: Session, in discovery: Service.Discovery, took length: Double) -> Double? {
        let own = discovery.queriers.first {
            $0.address == session.initiator.address || $0.peer != nil && $0.peer == session.initiator.peer
        }
        if own?.latency == length, let asked = own?.firstQuery { return asked }
        return discovery.latency == length ? discovery.firstQuery : nil
    }
}
