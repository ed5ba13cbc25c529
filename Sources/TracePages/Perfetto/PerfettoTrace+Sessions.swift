import TraceModel

extension PerfettoTrace {
    /// Adds a track for each session, with the beginning of its slice, its steps and its throughput. ``finish()`` ends the slices.
    mutating func addSessions() throws {
        let labels = Dictionary(report.peers.map { ($0.id, $0) }) { first, _ in first }
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        for session in report.sessions {
            let ends = [session.initiator, session.responder]
            let names = ends.map { end in
                end.peer.flatMap { labels[$0] }.map { Excerpt.cut($0.name(at: end.address)) } ?? end.text
            }
            let kind =
                session.reportedApplication == .unknown ? session.transport.rawValue : session.application.rawValue
            let name = "#\(session.id) \(kind) \(names[0]) → \(names[1])"
            let peer = track(ofPeer: session.initiator.peer ?? session.responder.peer)
            let track = packets.track(name, below: peer, .init(order: .explicit))
            sessions[session.id] = track
            packets.event(
                .sliceBegin, name, on: track, at: clock.time(session.start),
                [
                    .init(.session, session.id), .init(.transport, session.transport.rawValue),
                    .init(.application, session.application.rawValue), .init(.ending, session.ending.rawValue),
                    .init(.initiator, ends[0].text), .init(.responder, ends[1].text),
                    .init(.service, session.service), .init(.packets, session.packets),
                    .init(.bytes, session.payloadBytes), .init(.firstFrame, session.firstFrame),
                ])
            addSteps(of: session, service: session.service.flatMap { services[$0] }, below: track)
            addThroughput(of: session, below: track)
            try writeIfMany()
        }
    }

    private mutating func addSteps(of session: Session, service: Service?, below track: UInt64) {
        let steps = SessionSteps(session, service: service)
        let groups: [(String, [SessionSteps.Step], Rank)] = [
            ("discovery", steps.discovery, .discovery), ("phases", steps.session, .steps),
        ]
        for (name, steps, rank) in groups where !steps.isEmpty {
            let track = packets.track(name, below: track, .init(rank: rank.rawValue))
            SliceNest(steps.map(slice)).write(to: &packets, on: track)
        }
    }

    private func slice(_ step: SessionSteps.Step) -> SliceNest.Slice {
        let begin = clock.time(step.start)
        return .init(name: step.name, begin: begin, end: clock.later(begin, by: ReportTime.nanoseconds(step.length)))
    }

    private mutating func addThroughput(of session: Session, below track: UInt64) {
        guard let width = session.throughput.binWidth.map(ReportTime.nanoseconds), width > 0 else { return }
        let start = clock.time(session.start)
        let sides: [([Double], String, Rank)] = [
            (session.throughput.forward, "→", .throughputForward),
            (session.throughput.backward, "←", .throughputBackward),
        ]
        for (bins, arrow, rank) in sides where bins.contains(where: { $0 != 0 }) {
            let counter = packets.track(
                "throughput \(arrow)", below: track, .init(rank: rank.rawValue, unit: .named("bit/s")))
            // A counter keeps its value, so only changes need to be there, and its end.
            var last: Double?
            for (bin, rate) in (bins + [0]).enumerated() where rate != last {
                packets.count(rate, on: counter, at: clock.later(start, by: Int64(clamping: bin) &* width))
                last = rate
            }
        }
    }
}

extension Session.Endpoint {
    /// `10.0.0.1:7000`
    var text: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}
