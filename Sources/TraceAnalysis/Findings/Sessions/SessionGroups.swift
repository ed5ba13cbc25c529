import TraceModel
import WireCoding

/// Sessions with one fault and one cause, reported as one finding: a port scan has thousands of them.
struct SessionGroup {
    /// What its sessions share.
    enum Shape {
        /// Who connects, and where to.
        case route
        /// Who connects, to many places.
        case initiator
        /// Where to, from many hosts.
        case responder
    }

    var shape: Shape
    /// Their indices in the report, in order; never empty.
    var sessions: [Int]
    /// How many endpoints and how many hosts they lead to, and from how many hosts.
    var endpoints = 1
    var responders = 1
    var initiators = 1
    /// The sessions of the route that has most of them.
    var mostOfOneRoute = 1
    /// The port that all of them lead to, nil if there are several.
    var port: UInt16?
    /// How many more groups are not listed; only of the last one.
    var more = 0

    var first: Int { sessions[0] }
}

/// Groups sessions by their ends, in bounded time and number.
struct SessionGroups {
    /// Up to this many routes of one host are findings of their own.
    static let maximumRoutes = 4
    /// Up to this many groups are findings of one rule, those with the most sessions.
    static let maximumGroups = 32

    private struct Route: Comparable {
        let initiator: IPAddress
        let responder: IPAddress
        let port: UInt16
        let index: Int

        init(_ connection: Connection, index: Int) {
            initiator = connection.initiatorEndpoint.address
            (responder, port) = connection.responderEndpoint
            self.index = index
        }

        func isSameRoute(as other: Route) -> Bool {
            (initiator, responder, port) == (other.initiator, other.responder, other.port)
        }

        static func < (first: Route, second: Route) -> Bool {
            (first.initiator, first.responder, first.port, first.index)
                < (second.initiator, second.responder, second.port, second.index)
        }
    }

    /// - Parameter indices: The sessions' in the report.
    /// - Returns: Groups in the order of their first sessions.
    static func of(_ indices: [Int], in context: FindingContext) -> [SessionGroup] {
        guard !indices.isEmpty else { return [] }
        let routes = indices.map { Route(context.connections[$0], index: $0) }.sorted()
        let single = runs(of: routes) { $0.isSameRoute(as: $1) }
        var groups: [SessionGroup] = []
        var left: [ArraySlice<Route>] = []
        for runs in runs(of: single, where: { $0.first?.initiator == $1.first?.initiator }) {
            if runs.count > maximumRoutes {
                groups.append(group(runs, .initiator))
            } else {
                left += runs
            }
        }
        left.sort { one, other in
            guard let first = one.first, let second = other.first else { return false }
            return (first.responder, first.port, first.index) < (second.responder, second.port, second.index)
        }
        for runs in runs(
            of: left,
            where: {
                $0.first?.responder == $1.first?.responder && $0.first?.port == $1.first?.port
            })
        {
            if runs.count > maximumRoutes {
                groups.append(group(runs, .responder))
            } else {
                groups += runs.map { group([$0], .route) }
            }
        }
        return limited(groups)
    }

    /// The same for each service by itself.
    static func ofServices(_ indices: [Int], in context: FindingContext) -> [SessionGroup] {
        let services = Dictionary(grouping: indices) { context.report.sessions[$0].service }
        return limited(services.values.flatMap { of($0, in: context) })
    }

    private static func group(_ runs: some Collection<ArraySlice<Route>>, _ shape: SessionGroup.Shape) -> SessionGroup {
        var group = SessionGroup(shape: shape, sessions: runs.flatMap { $0.map(\.index) }.sorted())
        group.endpoints = shape == .responder ? 1 : runs.count
        group.mostOfOneRoute = runs.reduce(1) { max($0, $1.count) }
        let port = runs.first?.first?.port
        group.port = runs.allSatisfy { $0.first?.port == port } ? port : nil
        group.initiators = shape == .responder ? runs.count : 1
        // Routes of one initiator are in the order of their responders.
        let responders = runs.compactMap { $0.first?.responder }
        group.responders =
            shape == .responder ? 1 : zip(responders, responders.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        return group
    }

    private static func limited(_ groups: [SessionGroup]) -> [SessionGroup] {
        let inOrder = { (one: SessionGroup, other: SessionGroup) in one.first < other.first }
        guard groups.count > maximumGroups else { return groups.sorted(by: inOrder) }
        var kept = groups.sorted { ($1.sessions.count, $0.first) < ($0.sessions.count, $1.first) }
            .prefix(maximumGroups).sorted(by: inOrder)
        kept[kept.count - 1].more = groups.count - kept.count + groups.reduce(0) { $0 + $1.more }
        return kept
    }

    /// Consecutive elements that belong together.
    private static func runs<Base: RandomAccessCollection>(
        of elements: Base, where belong: (Base.Element, Base.Element) -> Bool
    ) -> [Base.SubSequence] {
        var runs: [Base.SubSequence] = []
        var start = elements.startIndex
        while start != elements.endIndex {
            var end = elements.index(after: start)
            while end != elements.endIndex, belong(elements[start], elements[end]) { elements.formIndex(after: &end) }
            runs.append(elements[start..<end])
            start = end
        }
        return runs
    }
}

// MARK: - Words

extension FindingContext {
    /// An end with its port: `bert port 7000`. The address is there where the name does not show which one was tried.
    func place(_ end: Session.Endpoint) -> String {
        let isSecondary = peer(of: end)?.isSecondary(end.address) ?? false
        return "\(name(of: end))\(isSecondary ? " (\(end.address))" : "") port \(end.port)"
    }

    /// Who connects in the sessions of a group.
    func initiator(of group: SessionGroup) -> String {
        guard group.shape == .responder else {
            return name(of: report.sessions[group.first].initiator)
        }
        return "\(group.initiators) hosts"
    }

    /// Where its sessions lead.
    func responder(of group: SessionGroup) -> String {
        guard group.shape == .initiator else { return place(report.sessions[group.first].responder) }
        guard group.responders > 1 else {
            return "\(group.endpoints) ports of \(name(of: report.sessions[group.first].responder))"
        }
        guard let port = group.port else { return "\(group.endpoints) ports of \(group.responders) hosts" }
        return "port \(port) of \(group.responders) hosts"
    }

    /// A finding about a group, with the facts that all of them have.
    func finding(
        _ code: String, _ severity: Finding.Severity, about group: SessionGroup, at moments: [PacketMoment],
        message: String, facts: FindingFacts, remedy: String, reference: String? = nil
    ) -> Finding {
        let session = report.sessions[group.first]
        let others = group.more == 0 ? "" : " (\(group.more) more such groups are not listed)"
        var finding = finding(
            code, severity, about: session, at: moments.sorted(), message: message + others + ".",
            facts: [
                "initiator": group.shape == .responder ? nil : session.initiator.address,
                "responder": group.responders > 1 ? nil : session.responder.address,
                "port": group.endpoints > 1 ? nil : session.responder.port,
                "attempts": group.sessions.count, "sessions": group.sessions.map { report.sessions[$0].id },
            ],
            remedy: remedy, reference: reference)
        finding.facts.add(facts)
        if group.more > 0 { finding.facts.add(["more": group.more]) }
        return finding
    }

    /// The answers that its first sessions had, each after the packet that it is about.
    func answers(to group: SessionGroup) -> [PacketMoment] {
        group.sessions.prefix(Finding.maximumFrames / 2).flatMap { index in
            let opening = PacketMoment(frame: connections[index].firstFrame, time: connections[index].start)
            let answer = connections[index].firstReset ?? connections[index].decidingError?.moment
            return [opening, answer].compactMap(\.self)
        }
    }

    /// The first packets of a group's sessions.
    func openings(of group: SessionGroup) -> [PacketMoment] {
        group.sessions.prefix(Finding.maximumFrames).map {
            PacketMoment(frame: connections[$0].firstFrame, time: connections[$0].start)
        }
    }
}
