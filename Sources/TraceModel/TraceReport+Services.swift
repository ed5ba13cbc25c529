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
        let hostNames = Set(report.services.compactMap { $0.host?.lowercased() })
        let names = hostNames.union(report.services.map { $0.fullName.lowercased() })
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
            for path in [\Service.renamedFrom, \Service.renamedTo] {
                var next = byID[id]?[keyPath: path]
                while let id = next, found.insert(id).inserted { next = byID[id]?[keyPath: path] }
            }
        }
        return found
    }

    /// The service, what it was before it was renamed, and what it was renamed to: the whole chain, the first name first.
    public func renames(of service: Service) -> [Service] {
        let byID = Dictionary(services.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<String> = [service.id]
        func chain(_ path: KeyPath<Service, String?>) -> [Service] {
            var chain = [service]
            while let id = chain[chain.count - 1][keyPath: path], seen.insert(id).inserted, let next = byID[id] {
                chain.append(next)
            }
            return Array(chain.dropFirst())
        }
        return chain(\.renamedFrom).reversed() + [service] + chain(\.renamedTo)
    }
}
