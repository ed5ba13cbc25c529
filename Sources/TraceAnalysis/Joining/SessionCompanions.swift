import TraceModel

/// Finds sessions that belong together: views of one connection at several interfaces, and the paths that two peers use at
/// the same time.
///
/// Work and memory are bounded by the sessions, however many of them are similar: each is compared with a few before
/// it.
struct SessionCompanions {
    /// Sessions of the same ends that one is compared with.
    private static let maximumCompared = 8
    /// Pairs of addresses that are followed of two peers.
    private static let maximumPaths = 8
    /// Seconds that a packet takes from one interface to another: one alone overlaps with nothing.
    private static let longestTransit = 1.0

    private let connections: [Connection]

    /// - Parameter connections: In the order of the report's sessions.
    init(_ connections: [Connection]) { self.connections = connections }

    func add(to report: inout TraceReport) {
        addViews(to: &report.sessions)
        addPaths(to: &report)
        for index in report.sessions.indices where report.sessions[index].companions.count > 1 {
            report.sessions[index].companions.sort { $0.session < $1.session }
        }
    }

    private static func tie(
        _ one: Int, _ other: Int, _ relation: Session.Companion.Relation, in sessions: inout [Session]
    ) {
        for (index, companion) in [(one, other), (other, one)] {
            guard sessions[index].companions.count < Session.Companion.maximum else { continue }
            sessions[index].companions.append(.init(session: sessions[companion].id, relation: relation))
        }
    }

    /// - Parameter slack: Seconds that may lie between them.
    private static func overlap(_ one: Session, _ other: Session, within slack: Double = 0) -> Bool {
        one.start <= other.end + slack && other.start <= one.end + slack
    }

    // MARK: - One connection at several interfaces

    private func addViews(to sessions: inout [Session]) {
        // Nearly all captures have but one interface, and are done here.
        guard let first = connections.first?.key.capturedAt,
            connections.contains(where: { $0.key.capturedAt != first })
        else { return }
        let ordered = connections.indices.sorted { one, other in
            let (first, second) = (connections[one].key, connections[other].key)
            return first.anywhere == second.anywhere ? one < other : first.anywhere < second.anywhere
        }
        for (position, index) in ordered.enumerated() {
            for earlier in ordered[max(0, position - Self.maximumCompared)..<position]
            where areViews(earlier, index, of: sessions) {
                Self.tie(earlier, index, .sameConnection, in: &sessions)
            }
        }
    }

    private func areViews(_ one: Int, _ other: Int, of sessions: [Session]) -> Bool {
        let (first, second) = (connections[one], connections[other])
        guard first.key.anywhere == second.key.anywhere, first.key.capturedAt != second.key.capturedAt,
            // Multicast is sent on each interface separately.
            !Session.isBackground(from: sessions[one].initiator, to: sessions[one].responder)
        else { return false }
        let numbers = [
            (first.initiator.initialNumber, second.initiator.initialNumber),
            (first.responder.initialNumber, second.responder.initialNumber),
        ].filter { $0.0 != nil && $0.1 != nil }
        // If two machines made the files, their clocks differ: TCP's sequence numbers are better evidence.
        guard numbers.isEmpty else { return numbers.allSatisfy { $0.0 == $0.1 } }
        return Self.overlap(sessions[one], sessions[other], within: Self.longestTransit)
    }

    // MARK: - Several paths between two peers

    /// The common purpose of sessions whose paths are compared.
    private struct Purpose: Hashable {
        let peers: Set<String>
        let transport: Session.Transport
        let content: Content
    }

    private enum Content: Hashable {
        case application(Session.Application)
        case service(instance: String, type: String)
        case multipath
    }

    /// The addresses of both ends.
    private typealias Path = Set<String>

    /// The longest session of each path so far, among those with one purpose.
    private typealias Standing = [(path: Path, session: Int)]

    private func addPaths(to report: inout TraceReport) {
        // Most peers have but one address, and no second path.
        let several = Set(report.peers.lazy.filter { $0.addresses.count > 1 }.map(\.id))
        guard !several.isEmpty else { return }
        // Of few services there is a session, and a copy of all of them is as much again as the report has of them.
        let wanted = Set(report.sessions.lazy.compactMap(\.service))
        let services = Dictionary(
            report.services.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first })
        var standing: [Purpose: Standing] = [:]
        for index in report.sessions.indices {
            let session = report.sessions[index]
            guard let purpose = Self.purpose(of: session, services, several) else { continue }
            let path: Path = [session.initiator.address, session.responder.address]
            for (other, earlier) in standing[purpose, default: []]
            where other != path && Self.overlap(report.sessions[earlier], session) {
                Self.tie(earlier, index, .otherPath, in: &report.sessions)
            }
            if let known = standing[purpose]?.firstIndex(where: { $0.path == path }) {
                let longest = standing[purpose]?[known].session ?? index
                if report.sessions[longest].end < session.end { standing[purpose]?[known].session = index }
            } else if standing[purpose, default: []].count < Self.maximumPaths {
                standing[purpose, default: []].append((path, index))
            }
        }
    }

    private static func purpose(
        of session: Session, _ services: [String: Service], _ several: Set<String>
    ) -> Purpose? {
        guard let initiator = session.initiator.peer, let responder = session.responder.peer, initiator != responder,
            several.contains(initiator) || several.contains(responder), session.ending != .refused,
            session.ending != .unanswered
        else { return nil }
        let content: Content
        if session.reportedApplication != .unknown {
            content = .application(session.application)
        } else if let service = session.service.flatMap({ services[$0] }) {
            content = .service(instance: service.instance, type: service.type)
        } else if session.forward.tcpOptions?.multipath == true, session.backward.tcpOptions?.multipath == true {
            content = .multipath
        } else {
            return nil
        }
        return Purpose(peers: [initiator, responder], transport: session.transport, content: content)
    }
}

extension ConnectionSide {
    /// The sequence number of the SYN, nil where it was not seen.
    fileprivate var initialNumber: UInt32? { openingSequence }
}
