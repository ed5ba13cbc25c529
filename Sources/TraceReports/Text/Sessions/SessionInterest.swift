import TraceModel

/// Which sessions are worth a line first: those with something wrong, those whose protocol is known, the largest.
struct SessionInterest {
    private let sessions: [Session]
    /// The worst warning or error about a session, by its id.
    private var severities: [Int: Finding.Severity] = [:]

    init(_ report: TraceReport) {
        sessions = report.sessions
        for finding in report.findings where finding.severity != .note {
            var ids: [Int] = []
            if case .session(let id) = finding.subject { ids.append(id) }
            if case .list(let facts)? = finding.facts["sessions"] {
                ids += facts.compactMap { $0.number.flatMap { Int(exactly: $0) } }
            }
            for id in ids { severities[id] = max(severities[id] ?? .note, finding.severity) }
        }
    }

    private struct Rank: Comparable {
        let severity: Finding.Severity
        let isKnown: Bool
        let bytes: Int
        let index: Int

        static func < (first: Rank, second: Rank) -> Bool {
            if first.severity != second.severity { return first.severity > second.severity }
            if first.isKnown != second.isKnown { return first.isKnown }
            return (second.bytes, first.index) < (first.bytes, second.index)
        }
    }

    private func rank(_ index: Int) -> Rank {
        let session = sessions[index]
        return Rank(
            severity: severities[session.id] ?? .note, isKnown: session.application.isUnderstood,
            bytes: session.traffic,
            index: index)
    }

    /// The most interesting ones, in this order.
    ///
    /// - Parameter indices: Of the sessions to choose from: there may be a million.
    func first(_ count: Int, of indices: [Int]) -> [Int] { indices.lazy.map(rank).least(count).map(\.index) }
}

extension Sequence where Element: Comparable {
    /// The least so many elements, in order: what a sort of all of them would begin with.
    func least(_ count: Int) -> [Element] {
        var least: [Element] = []
        for element in self where least.count < count || least.last.map({ element < $0 }) ?? false {
            least.insert(element, at: least.firstIndex { element < $0 } ?? least.endIndex)
            if least.count > count { least.removeLast() }
        }
        return least
    }
}
