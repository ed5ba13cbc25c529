import DNSWire
import TraceModel

extension TraceReport {
    /// The report with some of its services alone, and what is about them: their sessions, and the findings that name them
    /// or the peers that hold them.
    public func limited(toServices ids: Set<String>) -> TraceReport {
        var report = self
        report.services = services.filter { ids.contains($0.id) }
        report.sessions = sessions.filter { $0.service.map(ids.contains) ?? false }
        let sessionIDs = Set(report.sessions.map(\.id))
        let peerIDs = Set(report.services.compactMap(\.peer))
        report.findings = findings(about: sessionIDs, services: ids, peers: peerIDs)
        // Names of DNS are equal in any case of ASCII letters, and in no other.
        let hostNames = Set(report.services.compactMap { $0.host.flatMap(DNSName.init(presentation:)) })
        let serviceNames = report.services.flatMap { ["\($0.type).\($0.domain).", $0.fullName] }
        let names = hostNames.union(serviceNames.compactMap(DNSName.init(presentation:)))
        report.hosts = hosts.filter { host in
            DNSName(presentation: host.name).map(hostNames.contains) ?? false
                || host.peer.map(peerIDs.contains) ?? false
        }
        report.queries = queries.filter { query in
            DNSName(presentation: query.name).map(names.contains) ?? false
        }
        return report
    }
}
