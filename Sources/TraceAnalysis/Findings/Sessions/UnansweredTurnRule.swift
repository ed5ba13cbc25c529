import TraceModel
import WireCoding

/// The last request on a TCP connection arrived and has no answer, though the same endpoint answered others, or though who
/// asked waited for one and gave up: the program there hangs.
///
/// A request that waits for news on purpose looks the same, so this is a note as long as anything is answered there. Streams
/// in one direction are not judged: of them nothing is answered.
enum UnansweredTurnRule: FindingRule {
    /// In nanoseconds: users give up before.
    private static let shortest: Int64 = 10_000_000_000
    /// A request waits this many times as long as the slowest answer took.
    private static let factor: Int64 = 10
    /// With fewer answers it is not known that requests are answered there, unless who asked gave up.
    private static let fewestAnswers = 3
    /// Packets of a request on average; where there are more, what is said last need not be one.
    private static let longestRequest = 2
    /// Where nothing is answered, one connection that says a little and is closed later may be all there is to say.
    private static let fewestGivenUp = 2
    /// In seconds: servers answer sooner.
    private static let slowNews = 0.1
    /// So many requests that were given up, and nothing answered since the first of them.
    private static let persistent = 5

    private struct Endpoint: Hashable {
        let address: IPAddress
        let port: UInt16

        init(_ connection: Connection) { (address, port) = connection.responderEndpoint }
    }

    /// The answers of an endpoint.
    private struct Answers {
        var count = 0
        /// In nanoseconds.
        var slowest: Int64 = 0
        var last = Int64.min

        /// Whether the endpoint never said anything.
        var isSilent: Bool { last == .min }
    }

    /// A request without an answer.
    private struct Request {
        let endpoint: Endpoint
        /// The first packet of its connection.
        let opening: PacketMoment
        /// Of the last packet that it came in, in nanoseconds.
        let time: Int64
        /// What ended the wait; nil for the end of the capture.
        let end: PacketMoment?
        /// In nanoseconds.
        let wait: Int64
        let answers: Answers
        let isGivenUp: Bool
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let sessions = context.report.sessions
        let open = sessions.indices.filter { index in
            sessions[index].transport == .tcp && sessions[index].application.hasTurns
                && sessions[index].backward.packets > 0 && sessions[index].forward.payloadBytes ?? 0 > 0
                && isWaiting(context.connections[index])
        }
        guard !open.isEmpty else { return [] }
        let answers = answers(at: Set(open.map { Endpoint(context.connections[$0]) }), in: context)
        var requests: [Int: Request] = [:]
        for index in open {
            guard let answers = answers[Endpoint(context.connections[index])] else { continue }
            requests[index] = request(index, answers, context)
        }
        let silent = Dictionary(grouping: requests.values.filter(\.answers.isSilent), by: \.endpoint)
        requests = requests.filter { (silent[$0.value.endpoint]?.count ?? fewestGivenUp) >= fewestGivenUp }
        return SessionGroups.of(requests.keys.sorted(), in: context).map { group in
            finding(group, group.sessions.compactMap { requests[$0] }, context)
        }
    }

    /// Whether the initiator said something last, all of it arrived, and no answer is missing from the capture.
    private static func isWaiting(_ connection: Connection) -> Bool {
        guard let question = connection.initiator.lastPayload, question > connection.responder.lastPayload ?? .min,
            !connection.initiator.hasUnacknowledgedBytes, connection.initiator.missingBytes == 0,
            connection.responder.missingBytes == 0, connection.responder.unseenBytes == 0,
            connection.initiator.unanswered == nil
        else { return false }
        // A FIN has a number of its own.
        let heard = connection.initiator.lastAcknowledgment.flatMap { connection.responder.offset(of: $0) } ?? 0
        return heard <= connection.responder.coverage.end &+ 1
    }

    private static func answers(at endpoints: Set<Endpoint>, in context: FindingContext) -> [Endpoint: Answers] {
        var found: [Endpoint: Answers] = [:]
        for index in context.connections.indices where context.report.sessions[index].transport == .tcp {
            let endpoint = Endpoint(context.connections[index])
            guard endpoints.contains(endpoint) else { continue }
            var answers = found[endpoint] ?? Answers()
            if let side = context.connections[index].answers(toInitiator: true) {
                answers.count += side.delays.count
                answers.slowest = max(answers.slowest, side.slowest.first?.delay ?? 0)
            }
            answers.last = max(answers.last, context.connections[index].responder.lastPayload ?? .min)
            found[endpoint] = answers
        }
        return found
    }

    private static func request(_ index: Int, _ answers: Answers, _ context: FindingContext) -> Request? {
        let connection = context.connections[index]
        guard let question = connection.initiator.lastPayload,
            isRequest(context.report.sessions[index], connection)
        else { return nil }
        let reset = connection.details.reset
        let end = [connection.initiator.finishMoment, connection.responder.finishMoment, reset?.moment]
            .compactMap(\.self).min()
        let wait = (end?.time ?? context.counter.lastTime ?? 0) &- question
        guard wait >= max(shortest, answers.slowest &* factor) else { return nil }
        // Where nothing is answered, who sends a little and then waits for the other side to close asked for something.
        guard
            answers.count >= fewestAnswers
                || answers.isSilent && end != nil && connection.initiator.payloadPackets <= longestRequest
        else { return nil }
        return Request(
            endpoint: Endpoint(connection),
            opening: PacketMoment(frame: connection.firstFrame, time: connection.start), time: question, end: end,
            wait: wait, answers: answers,
            isGivenUp: end != nil && end == connection.initiator.finishMoment || reset?.fromInitiator == true)
    }

    /// Whether what was said last wants an answer: the first words of a connection, where others had answers to theirs; or
    /// short words of a side that waited for an answer each time. What is encrypted may be word of the protocol itself.
    private static func isRequest(_ session: Session, _ connection: Connection) -> Bool {
        if connection.responder.lastPayload == nil { return !connection.midstream }
        guard session.decrypted == nil, let answers = connection.answers(toInitiator: true)?.delays,
            answers.count >= fewestAnswers, !isDriven(connection, by: answers)
        else { return false }
        return connection.initiator.payloadPackets <= longestRequest * (answers.count + 1)
    }

    /// Whether the responder speaks when it has something to say, and the initiator only confirms that it heard it, which it
    /// does at once.
    private static func isDriven(_ connection: Connection, by answers: AnswerDelays) -> Bool {
        guard let news = answers.distribution.median, news >= slowNews,
            let reactions = connection.answers(toInitiator: false)?.delays.distribution.median
        else { return false }
        return reactions * 4 <= news
    }

    private static func finding(_ group: SessionGroup, _ requests: [Request], _ context: FindingContext) -> Finding {
        let count = requests.count
        let wait = requests.map(\.wait).max() ?? 0
        let slowest = requests.map(\.answers.slowest).max() ?? 0
        let answers = Dictionary(requests.map { ($0.endpoint, $0.answers) }) { first, _ in first }.values
        let answered = answers.reduce(0) { $0 + $1.count }
        let (firstRequest, lastAnswer) = (requests.map(\.time).min(), answers.map(\.last).max())
        let isDead =
            requests.count(where: \.isGivenUp) >= persistent * group.endpoints
            && lastAnswer ?? .min < firstRequest ?? .min
        let (initiator, responder) = (context.initiator(of: group), context.responder(of: group))
        if answered == 0 { return silence(group, requests, context) }
        var finding = context.finding(
            "requests-unanswered", isDead ? .warning : .note, about: group,
            at: requests.flatMap { [$0.opening, $0.end].compactMap(\.self) },
            message: (count == 1
                ? "\(responder) received the last request of \(initiator) and did not answer for "
                : "\(responder) received \(count) requests of \(initiator) and did not answer, the longest for ")
                + "\(FindingContext.seconds(wait)); \(answered) others had answers within "
                + FindingContext.seconds(slowest),
            facts: [
                "requests": count + answered, "unanswered": count, "wait": context.axis.duration(wait),
                "slowest": context.axis.duration(slowest),
            ],
            remedy:
                "Look at what the program there does at that time. A request that waits for news, as a long poll does, "
                + "is normal.")
        finding.time = firstRequest.map { context.axis.seconds($0) }
        return finding
    }

    /// Nothing was answered. Whether anything was asked the capture does not say.
    private static func silence(_ group: SessionGroup, _ requests: [Request], _ context: FindingContext) -> Finding {
        let (count, wait) = (requests.count, requests.map(\.wait).max() ?? 0)
        var finding = context.finding(
            "requests-unanswered", .note, about: group,
            at: requests.flatMap { [$0.opening, $0.end].compactMap(\.self) },
            message: "\(context.responder(of: group)) received data from \(context.initiator(of: group)) on \(count) "
                + "connections and sent nothing back before they ended, up to \(FindingContext.seconds(wait)) later",
            facts: [
                "requests": count, "unanswered": count, "wait": context.axis.duration(wait), "slowest": nil as Double?,
            ],
            remedy:
                "If these were requests, check what the program does at that time. This is normal for services that only "
                + "receive, such as log collectors.")
        finding.time = requests.map(\.time).min().map { context.axis.seconds($0) }
        return finding
    }
}

extension Session.Application {
    /// Whether what one side says may be a request of the other: messages of a mesh and of XMPP need no answer, and an echo
    /// test has its own figures.
    var hasTurns: Bool { !isUnderstood }
}
