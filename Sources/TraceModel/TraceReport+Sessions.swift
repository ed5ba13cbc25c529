extension TraceReport {
    /// The report with some of its sessions alone, and what is about them: the findings that name them, their services or
    /// their peers, the meshes of their peers, and the relayed messages that they delivered. Peers, services and names stay,
    /// so that every id leads somewhere.
    ///
    /// - Parameter chosen: Sessions of this report, in the order in which they are wanted.
    public func limited(toSessions chosen: [Session]) -> TraceReport {
        var report = self
        report.sessions = chosen
        let ids = Set(chosen.map(\.id))
        let services = Set(chosen.compactMap(\.service))
        let peers = Set(chosen.flatMap { [$0.initiator.peer, $0.responder.peer] }.compactMap(\.self))
        report.meshes = meshes.filter { $0.peers.contains(where: peers.contains) }
        report.relayedMessages = relayedMessages.filter { message in
            message.deliveries.contains { $0.session.map(ids.contains) ?? false }
        }
        report.findings = findings(about: ids, services: services, peers: peers)
        return report
    }

    /// The findings about some of the report's parts, and those about the capture.
    package func findings(about sessions: Set<Int>, services: Set<String>, peers: Set<String>) -> [Finding] {
        findings.filter { finding in
            switch finding.subject {
            case .session(let id): sessions.contains(id)
            case .service(let id): services.contains(id)
            case .peer(let id): peers.contains(id)
            case .capture, .wireless: true
            }
        }
    }
}
