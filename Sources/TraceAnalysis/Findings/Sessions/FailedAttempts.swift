import PacketDissection
import TraceModel
import WireCoding

/// Sessions that were never established, sorted by what became of them; sessions that the capture cannot judge are in none.
struct FailedAttempts {
    /// An answer that says no: a reset, or an ICMP error.
    enum Refusal: CaseIterable {
        /// A reset in place of the SYN/ACK (RFC 9293 §3.5.2).
        case reset
        /// ICMP: no program at the port.
        case portUnreachable
        /// ICMP: forbidden by an administrator.
        case prohibited
    }

    /// Another attempt of the same host succeeded at another address at the same time (RFC 8305).
    private(set) var raced: [Int] = []
    private(set) var refused: [Refusal: [Int]] = [:]
    /// Nothing came back.
    private(set) var silent: [Int] = []
    /// The same over QUIC.
    private(set) var silentQUIC: [Int] = []
    /// Answers came back again and again, and were never acknowledged.
    private(set) var unfinished: [Int] = []
    /// A router or host said that the packets did not get there.
    private(set) var undeliverable: [Int] = []

    /// Attempts that begin within this time race with each other; in nanoseconds. RFC 8305 §8 has a pause of at most two
    /// seconds between two of them.
    private static let race: Int64 = 2_000_000_000
    /// A silent SYN without repetition is judged after this time, one with repetitions after a second, which is what
    /// RFC 6298 §2 has at least before the next.
    private static let longWait: Int64 = 3_000_000_000
    private static let shortWait: Int64 = 1_000_000_000
    /// SYNs without an answer in a capture that is known to lack packets.
    private static let fewestInGaps: UInt32 = 3
    /// Answers to a SYN: so many are not one acknowledgment that was lost.
    private static let fewestAnswers: UInt32 = 3
    /// Packets over QUIC that nobody answers: Initial packets are repeated as SYNs are (RFC 9002 §6.2).
    private static let fewestQUIC = 3
    /// Sessions of one host at one port that an attempt is compared with.
    private static let maximumCompared = 64

    init() {}

    init(_ report: TraceReport, _ connections: [Connection], lastTime: Int64) {
        let attempts = report.sessions.indices.filter { Self.isAttempt(report.sessions[$0], connections[$0]) }
        guard !attempts.isEmpty else { return }
        let initiators = Set(attempts.lazy.map { connections[$0].initiatorEndpoint.address })
        let hearers = HeardHosts(among: initiators, connections).hearers
        let hasGaps = report.capture.interfaces.contains { ($0.dropped ?? 0) > 0 }
        var successes: [Purpose: [(time: Int64, index: Int)]] = [:]
        for index in report.sessions.indices where report.sessions[index].established != nil {
            successes[Purpose(report.sessions[index]), default: []].append((connections[index].start, index))
        }
        for index in attempts {
            let (session, connection) = (report.sessions[index], connections[index])
            if session.handshake == .halfOpen {
                if Self.isUnfinished(connection, until: lastTime) { unfinished.append(index) }
                continue
            }
            guard !Self.isSeenElsewhere(session, in: report) else { continue }
            if session.transport == .quic, session.icmpErrors.isEmpty {
                if hearers.contains(connection.initiatorEndpoint.address), !hasGaps,
                    connection.end &- connection.start >= Self.shortWait
                {
                    silentQUIC.append(index)
                }
                continue
            }
            if Self.isRaced(index, session, connection, report, connections, successes) {
                raced.append(index)
            } else if let refusal = Self.refusal(of: connection, session) {
                refused[refusal, default: []].append(index)
            } else if session.transport == .tcp, Self.isUndeliverable(connection) {
                undeliverable.append(index)
            } else if session.ending == .unanswered,
                connection.synCount > 1 || hearers.contains(connection.initiatorEndpoint.address),
                Self.waitedForAnswer(connection, until: lastTime, hasGaps: hasGaps)
            {
                silent.append(index)
            }
        }
    }

    /// Whether a session may be one that failed. Cheap, because all sessions are asked.
    private static func isAttempt(_ session: Session, _ connection: Connection) -> Bool {
        switch session.transport {
        case .tcp: session.ending == .refused || session.ending == .unanswered || session.handshake == .halfOpen
        case .udp, .quic:
            session.backward.packets == 0
                && (!session.icmpErrors.isEmpty || session.transport == .quic && session.forward.packets >= fewestQUIC)
                && !connection.responderEndpoint.address.isMulticast && !session.isBackground
                && !isLateAnswer(session)
        }
    }

    /// Whether the datagrams answer a question from before the capture, or one that was sent to a group: a client that has
    /// closed its port says so, and nothing failed.
    private static func isLateAnswer(_ session: Session) -> Bool {
        session.initiator.port < 1024 && session.responder.port >= 32768
    }

    /// Whether the same connection is another session at another interface, that came further or began before.
    private static func isSeenElsewhere(_ session: Session, in report: TraceReport) -> Bool {
        session.companions.contains { companion in
            guard companion.relation == .sameConnection else { return false }
            let other = report.sessions[companion.session - 1]
            return companion.session < session.id || other.ending != session.ending
        }
    }

    // MARK: - Races

    /// One host that wants something of a port.
    private struct Purpose: Hashable {
        let initiator: String
        let port: Int
        let transport: Session.Transport

        init(_ session: Session) {
            initiator = session.initiator.peer ?? session.initiator.address
            (port, transport) = (session.responder.port, session.transport)
        }
    }

    private static func isRaced(
        _ index: Int, _ session: Session, _ connection: Connection, _ report: TraceReport, _ connections: [Connection],
        _ successes: [Purpose: [(time: Int64, index: Int)]]
    ) -> Bool {
        guard let candidates = successes[Purpose(session)] else { return false }
        // In the order of their times.
        var low = candidates.startIndex
        var high = candidates.endIndex
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle].time < connection.start &- race { low = middle + 1 } else { high = middle }
        }
        let (address, peer) = (connection.responderEndpoint.address, session.responder.peer)
        return candidates[low...].prefix(maximumCompared).contains { time, other in
            guard time <= connection.start &+ race else { return false }
            let winner = connections[other].responderEndpoint.address
            return winner != address
                && (winner.isIPv6 != address.isIPv6 || peer != nil && report.sessions[other].responder.peer == peer)
        }
    }

    // MARK: - Answers

    private static func refusal(of connection: Connection, _ session: Session) -> Refusal? {
        if session.ending == .refused { return .reset }
        guard let error = connection.decidingError else { return nil }
        return error.isProhibition ? .prohibited : error.isPortUnreachable ? .portUnreachable : nil
    }

    private static func isUndeliverable(_ connection: Connection) -> Bool {
        connection.decidingError?.isUnreachable ?? false
    }

    /// Whether the answer was repeated, because no acknowledgment came, to the end or nearly so.
    private static func isUnfinished(_ connection: Connection, until lastTime: Int64) -> Bool {
        connection.synAckCount >= fewestAnswers && connection.firstReset == nil
            && connection.initiator.packets == connection.synCount && lastTime &- connection.end >= shortWait
    }

    /// Whether silence means something: an answer would have come before the end of the capture, and who asks twice and
    /// acknowledges nothing has none.
    private static func waitedForAnswer(_ connection: Connection, until lastTime: Int64, hasGaps: Bool) -> Bool {
        // A host that sent more than SYNs had an answer, which took another path.
        guard connection.initiator.packets == connection.synCount, !connection.responderEndpoint.address.isMulticast,
            !hasGaps || connection.synCount >= fewestInGaps
        else { return false }
        // Who has asked for so long waited for the answers to the earlier SYNs.
        return lastTime &- connection.end >= (connection.synCount > 1 ? shortWait : longWait)
            || connection.synCount > 1
                && connection.end &- connection.start >= UnansweredConnectionRule.persistent
    }
}

extension Connection {
    /// The ICMP error about what the initiator sent that says most: that it is forbidden, that no program is there, or that
    /// there is no way. Others, such as redirects, are no answers.
    var decidingError: DeliveryError? {
        let errors = details.errors.filter {
            $0.quoted.destination == responderEndpoint.address && $0.quoted.destinationPort == responderEndpoint.port
        }
        return errors.first(where: \.isProhibition) ?? errors.first(where: \.isPortUnreachable)
            ?? errors.first(where: \.isUnreachable)
    }
}

extension DeliveryError {
    /// RFC 792, RFC 4443 §3.1.
    var isPortUnreachable: Bool {
        quoted.isIPv6 ? quoted.type == 1 && quoted.code == 4 : quoted.type == 3 && (2...3).contains(quoted.code)
    }

    /// RFC 1812 §5.2.7.1, RFC 4443 §3.1.
    var isProhibition: Bool {
        quoted.isIPv6
            ? quoted.type == 1 && [1, 5, 6].contains(quoted.code)
            : quoted.type == 3 && [9, 10, 13].contains(quoted.code)
    }

    /// No route, no host, or a route that never ends.
    var isUnreachable: Bool {
        if quoted.isIPv6 { return quoted.type == 1 && [0, 2, 3].contains(quoted.code) || quoted.type == 3 }
        return quoted.type == 3 && [0, 1, 5, 6, 7, 8, 11, 12].contains(quoted.code) || quoted.type == 11
    }
}
