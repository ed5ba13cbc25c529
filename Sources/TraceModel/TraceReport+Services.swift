extension TraceReport {
    /// The services with these ids, with what each was before it was renamed and what it was renamed to.
    public func withRenames(_ ids: Set<String>) -> Set<String> {
        let byID = Dictionary(services.map { ($0.id, $0) }) { first, _ in first }
        var found = ids
        for id in ids {
            // A service found before brought its own whole chain, or will do so.
            for path in [\Service.formerName, \Service.laterName] {
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
        return chain(\.formerName).reversed() + [service] + chain(\.laterName)
    }
}
