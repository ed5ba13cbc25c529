import TraceModel

/// What a report has beside its sessions.
extension PerfettoTrace {
    /// Adds a track for each peer, with its former host names on it.
    mutating func addPeers() throws {
        for peer in report.peers {
            let track = topTrack(peer.label, .init(order: .chronological))
            peers[peer.id] = track
            for rename in peer.hostRenames {
                packets.event(
                    .instant, "host \(Excerpt.cut(rename.from)) → \(Excerpt.cut(rename.to))", on: track,
                    at: clock.time(rename.time), [.init(.frame, rename.frame)])
            }
            try writeIfMany()
        }
    }

    /// Adds the findings that have a time, on a track of their own: what they are about may be folded away.
    mutating func addFindings() throws {
        let findings = report.findings.enumerated().filter { $0.element.time != nil }
        guard !findings.isEmpty else { return }
        let track = topTrack("Findings")
        for (index, finding) in findings {
            packets.event(
                .instant, finding.code.rawValue, on: track, at: clock.time(finding.time ?? 0),
                [
                    .init(.finding, index + 1), .init(.severity, finding.severity.rawValue),
                    .init(.message, finding.message), .init(.remedy, finding.remedy),
                    .init(.reference, finding.reference), .init(.subject, finding.subject.text),
                    .init(.frames, finding.frames),
                ])
            try writeIfMany()
        }
    }

    /// Adds a track for each service: a slice from when it was first seen to when it was last seen, and on it what happened to it.
    mutating func addServices() throws {
        for service in report.services {
            let track = packets.track(service.fullName, below: track(ofPeer: service.peer))
            packets.event(
                .sliceBegin, service.fullName, on: track, at: clock.time(service.firstSeen),
                [.init(.service, service.id), .init(.state, service.state.rawValue)])
            for event in service.timeline {
                packets.event(
                    .instant, event.event.rawValue, on: track, at: clock.time(event.time),
                    [
                        .init(.service, service.id), .init(.event, event.event.rawValue), .init(.frame, event.frame),
                        .init(.source, event.source), .init(.detail, event.detail), .init(.rule, event.rule),
                        .init(.rival, event.rival?.service ?? event.rival?.address),
                    ])
                try writeIfMany()
            }
            packets.end(on: track, at: clock.time(max(service.firstSeen, service.lastSeen)))
            try writeIfMany()
        }
    }
}

extension Finding.Subject {
    /// In the words of the report's JSON: `session 4`.
    fileprivate var text: String {
        switch self {
        case .capture: "capture"
        case .wireless: "wireless"
        case .session(let id): "session \(id)"
        case .service(let id): "service \(id)"
        case .peer(let id): "peer \(id)"
        }
    }
}
