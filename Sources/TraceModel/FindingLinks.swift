/// The values by which findings belong together.
struct FindingLinks {
    private enum Link: Hashable {
        case story(Int)
        case session(Int)
        case node(String)
    }

    /// One of the levels of a chain, and what a finding there is about.
    private struct Place: Hashable {
        let chain: Int
        let level: Int
        let link: Link
    }

    private let report: TraceReport
    private let stories: NameStories
    /// The first finding at each place.
    private var first: [Place: Int] = [:]

    init(_ report: TraceReport) {
        self.report = report
        stories = NameStories(report)
        for (index, finding) in report.findings.enumerated() {
            for (chain, level) in FindingCauses.levels(of: finding.code) {
                for link in links(of: index, FindingCauses.chains[chain].relation) {
                    let place = Place(chain: chain, level: level, link: link)
                    if first[place] == nil { first[place] = index }
                }
            }
        }
    }

    /// The finding that explains another: of the most basic level of a chain that has one about the same thing.
    func cause(of index: Int) -> Int? {
        for (chain, level) in FindingCauses.levels(of: report.findings[index].code) where level > 0 {
            let links = links(of: index, FindingCauses.chains[chain].relation)
            for earlier in 0..<level {
                for link in links {
                    if let cause = first[Place(chain: chain, level: earlier, link: link)] { return cause }
                }
            }
        }
        return nil
    }

    /// The number of the story of names that a finding belongs to; nil for all others.
    func story(of index: Int) -> Int? { stories.story(of: index) }

    private func links(of index: Int, _ relation: FindingCauses.Relation) -> [Link] {
        let finding = report.findings[index]
        switch relation {
        case .names: return stories.story(of: index).map { [.story($0)] } ?? []
        case .sessions: return finding.sessionIDs.map { .session($0) }
        case .nodes: return nodes(of: finding).map { .node($0) }
        }
    }

    private func nodes(of finding: Finding) -> [String] {
        var nodes = finding.facts["nodes"]?.texts ?? []
        nodes += finding.facts["node"]?.texts ?? []
        guard case .session(let id) = finding.subject, let session = report.session(id) else { return nodes }
        let peers = [session.initiator.peer, session.responder.peer].compactMap(\.self)
        nodes += (report.wireless?.awdl?.nodes ?? []).filter { $0.peer.map(peers.contains) ?? false }.map(\.address)
        return nodes
    }
}

extension TraceReport {
    /// The session with an id, which is usually its position.
    package func session(_ id: Int) -> Session? {
        if sessions.indices.contains(id - 1), sessions[id - 1].id == id { return sessions[id - 1] }
        return sessions.first { $0.id == id }
    }
}

extension Finding {
    /// The sessions that it is about, of a group of many the first ones.
    package var sessionIDs: [Int] {
        var ids: [Int] = []
        if case .session(let id) = subject { ids.append(id) }
        if case .list(let others)? = facts["sessions"] { ids += others.compactMap(\.sessionID) }
        if let other = facts["otherSession"]?.sessionID { ids.append(other) }
        return ids
    }
}

extension Finding.Fact {
    /// The text, nil for anything else.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The texts in it: one, or those of a list.
    package var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let facts): facts.flatMap(\.texts)
        case .number: []
        }
    }

    /// A number that is an id.
    fileprivate var sessionID: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(exactly: number)
    }

    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }
}
