import TraceModel
import WireCoding

/// Some answers of an endpoint take much longer than the others, though each of its sessions has too few to tell: clients
/// connect for each request.
enum StalledEndpointRule: FindingRule {
    /// The port of DNS: what a resolver does not know takes it as long as others take to answer.
    private static let resolver: UInt16 = 53
    /// Answers of a session that was made for a request or two, with the handshake of TLS; longer ones are conversations, whose
    /// answers vary by what is said.
    private static let shortSession = 4

    /// Sorted, not grouped by a table: there may be a million.
    private struct Entry: Comparable {
        let address: IPAddress
        let port: UInt16
        let isTCP: Bool
        let index: Int

        static func < (first: Entry, second: Entry) -> Bool {
            (first.address, first.port, first.isTCP ? 1 : 0, first.index)
                < (second.address, second.port, second.isTCP ? 1 : 0, second.index)
        }

        func hasEndpoint(of other: Entry) -> Bool {
            (address, port, isTCP) == (other.address, other.port, other.isTCP)
        }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let entries = context.report.sessions.indices.compactMap { entry($0, context) }.sorted()
        var findings: [Finding] = []
        var rest = entries[...]
        while let first = rest.first {
            let next = rest.firstIndex { !$0.hasEndpoint(of: first) } ?? rest.endIndex
            let sessions = rest[..<next].map(\.index)
            rest = rest[next...]
            if sessions.count > 1, let finding = finding(sessions, context) { findings.append(finding) }
        }
        return findings
    }

    private static func entry(_ index: Int, _ context: FindingContext) -> Entry? {
        let count = context.report.sessions[index].forward.answers?.delay.count ?? 0
        guard count > 0, count <= shortSession else { return nil }
        let (address, port) = context.connections[index].responderEndpoint
        guard port != resolver else { return nil }
        return Entry(address: address, port: port, isTCP: context.connections[index].isTCP, index: index)
    }

    private static func finding(_ sessions: [Int], _ context: FindingContext) -> Finding? {
        var delays = AnswerDelays()
        var slowest: [(session: Int, answer: AnswerTimes.SlowAnswer)] = []
        for index in sessions {
            guard let side = context.judgedAnswers(ofSession: index) else { continue }
            delays.add(side.delays)
            if let answer = side.slowest.first { slowest.append((index, answer)) }
        }
        guard let stalls = AnswerStalls(delays) else { return nil }
        let stalled = slowest.filter { $0.answer.delay >= stalls.limit }
        guard let worst = stalled.max(by: { $0.answer.delay < $1.answer.delay }) else { return nil }
        let session = context.report.sessions[worst.session]
        return context.finding(
            "answers-stalled", .note, about: session,
            at: stalled.prefix(AnswerTimes.maximumSlowest).flatMap { [$0.answer.question, $0.answer.answer] },
            message: stalls.message(of: context.place(session.responder), longest: worst.answer.delay)
                + ", on \(sessions.count) sessions.",
            facts: [
                "peer": session.responder.peer, "sessions": sessions.count, "stalls": stalls.stalls,
                "answers": stalls.answers, "usual": context.axis.duration(stalls.usual),
                "longest": context.axis.duration(worst.answer.delay), "limit": context.axis.duration(stalls.limit),
            ],
            remedy: AnswerStalls.remedy)
    }
}
