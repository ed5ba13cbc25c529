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
        let types = Set(report.services.map { "\($0.type).\($0.domain).".lowercased() })
        let names = Set(
            report.services.flatMap { [$0.fullName.lowercased()] + [$0.host?.lowercased()].compactMap(\.self) })
        let hostNames = Set(report.services.compactMap { $0.host?.lowercased() })
        report.hosts = hosts.filter { host in
            hostNames.contains(host.name.lowercased()) || host.peer.map(peerIDs.contains) ?? false
        }
        report.queries = queries.filter { query in
            let name = query.name.lowercased()
            return types.contains(name) || names.contains(name)
        }
        return report
    }

    /// The services with these ids, with what each was before it was renamed and what it was renamed to.
    public func withRenames(_ ids: Set<String>) -> Set<String> {
        let byID = Dictionary(services.map { ($0.id, $0) }) { first, _ in first }
        var found = ids
        for id in ids {
            // A service found before brought its own whole chain, or will do so.
            var earlier = byID[id]?.renamedFrom
            while let id = earlier, found.insert(id).inserted { earlier = byID[id]?.renamedFrom }
            var later = byID[id]?.renamedTo
            while let id = later, found.insert(id).inserted { later = byID[id]?.renamedTo }
        }
        return found
    }

    /// The service, what it was before it was renamed, and what it was renamed to: the whole chain, the first name first.
    public func renames(of service: Service) -> [Service] {
        let byID = Dictionary(services.map { ($0.id, $0) }) { first, _ in first }
        var earlier: [Service] = []
        var seen: Set<String> = [service.id]
        while let id = (earlier.last ?? service).renamedFrom, seen.insert(id).inserted, let found = byID[id] {
            earlier.append(found)
        }
        var chain = earlier.reversed() + [service]
        while let id = chain[chain.count - 1].renamedTo, seen.insert(id).inserted, let later = byID[id] {
            chain.append(later)
        }
        return chain
    }
}
