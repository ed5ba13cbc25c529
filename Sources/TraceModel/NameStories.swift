/// The findings about names, by the hosts that want the same ones: a rename has its conflict, and a storm all of its own.
struct NameStories {
    /// The number of each finding's story.
    private var stories: [Int: Int] = [:]

    init(_ report: TraceReport) {
        let indices = report.findings.indices.filter {
            FindingCauses.ofNames.contains(report.findings[$0].code.rawValue)
        }
        guard !indices.isEmpty else { return }
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        var parts = LinkedParts()
        let parties = indices.map { Self.parties(of: report.findings[$0]) }
        for ids in parties {
            for id in ids.dropFirst() { parts.join(ids[0], id) }
        }
        // A chain of renames is one story, though a finding may name only its last name.
        var walked: Set<String> = []
        for id in parties.joined() {
            var name = id
            while walked.insert(name).inserted, let former = services[name]?.formerName {
                parts.join(name, former)
                name = former
            }
        }
        // Who wants two names of one host may want ten.
        var members: [String: Set<String>] = [:]
        for ids in parties {
            guard let id = ids.first else { continue }
            let hosts = ids.map { services[$0].flatMap { $0.peer ?? $0.host } ?? $0 }
            members[parts.root(of: id), default: []].formUnion(hosts)
        }
        var numbers: [Set<String>: Int] = [:]
        for (index, ids) in zip(indices, parties) {
            guard let id = ids.first, let hosts = members[parts.root(of: id)] else { continue }
            stories[index] = numbers[hosts] ?? numbers.count
            numbers[hosts] = stories[index]
        }
    }

    func story(of index: Int) -> Int? { stories[index] }

    /// The services and peers that a finding names.
    private static func parties(of finding: Finding) -> [String] {
        var ids: [String] = []
        switch finding.subject {
        case .service(let id), .peer(let id): ids.append(id)
        case .capture, .wireless, .session: break
        }
        for name in ["services", "holders", "causedBy", "peers", "rival"] { ids += finding.facts[name]?.texts ?? [] }
        // Of a host that was renamed, these are names.
        if finding.code.rawValue != "host-renamed" { ids += finding.facts["from"]?.texts ?? [] }
        return ids
    }
}

/// Sets that grow together (a disjoint-set forest).
private struct LinkedParts {
    private var parents: [String: String] = [:]

    /// The same for all that were joined.
    mutating func root(of id: String) -> String {
        var root = id
        while let parent = parents[root] { root = parent }
        var step = id
        while let parent = parents[step], parent != root {
            parents[step] = root
            step = parent
        }
        return root
    }

    mutating func join(_ one: String, _ other: String) {
        let (first, second) = (root(of: one), root(of: other))
        if first != second { parents[second] = first }
    }
}
