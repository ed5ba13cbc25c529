import ApplicationProtocols
import PacketCapture
import TraceModel
import XMPPStreams
import PeerMessaging
import WireCoding

/// The messages of analyzed captures: listed one by one, in the order in which they were completed, by reading the
/// captures once more. Memory does not grow with their number.
///
/// ```swift
/// let trace = try await TraceAnalyzer().messages(merging: [CaptureOverview(path: "trace.pcap")])
/// try trace.forEach { message in
///     print(message.time, message.type ?? "")
///     return true
/// }
/// ```
public struct MessageTrace: Sendable {
    /// The report on the captures as a whole.
    public let report: TraceReport
    private let facts: [FlowKey: [Facts]]
    private let reading: SecondReading
    private let axis: TimeAxis

    /// Requests whose answers may still come; beyond, the oldest half is forgotten.
    private static let maximumRequests = 1 << 16

    /// The facts about a session after the first reading.
    private struct Facts: Sendable {
        var session: Int
        var initiatorIsFirst: Bool
        var forward: OneWayDelays.Result
        var backward: OneWayDelays.Result
        /// Nil where all that a reader took down are messages.
        var resolver: (any RecordResolver)?
        /// Who wrote what each end sent, where messages do not say.
        var initiatorSender: String?
        var responderSender: String?
        /// The index of the application that the session is of, of those that the analysis was given.
        var guest: Int?
    }

    init(
        _ report: TraceReport, _ connections: [Connection], files: [CaptureOverview], analyzer: TraceAnalyzer,
        axis: TimeAxis
    ) {
        self.report = report
        reading = SecondReading(files, analyzer)
        self.axis = axis
        // Flows without payload and handshake, of which a flood has a million, have no messages and no round trips.
        let talking = Set(
            connections.lazy.filter {
                $0.datagrams != nil || $0.guest != nil || $0.hasContent || $0.handshakeRoundTrip != nil
            }.map(\.key))
        var facts: [FlowKey: [Facts]] = [:]
        let order = connections.indices.sorted { connections[$0].firstFrame < connections[$1].firstFrame }
        for index in order where talking.contains(connections[index].key) {
            let connection = connections[index]
            let tallies = [true, false].map { connection.guestReading(ofInitiator: $0)?.tally }
            let application = report.sessions[index].application
            let isNative = connection.guest == nil
            func sender(ofInitiator isInitiator: Bool) -> String? {
                isNative ? NativeApplications.sender(ofInitiator: isInitiator, in: connection, as: application) : nil
            }
            facts[connection.key, default: []].append(
                Facts(
                    session: report.sessions[index].id, initiatorIsFirst: connection.initiatorIsFirst,
                    forward: tallies[0]?.delays.result ?? connection.ends.initiator.delays ?? OneWayDelays().result,
                    backward: tallies[1]?.delays.result ?? connection.ends.responder.delays ?? OneWayDelays().result,
                    resolver: isNative ? NativeApplications.resolver(of: connection, as: application) : nil,
                    initiatorSender: sender(ofInitiator: true), responderSender: sender(ofInitiator: false),
                    guest: connection.guest?.index))
        }
        self.facts = facts
    }

    /// Hands over all messages.
    ///
    /// - Parameters:
    ///   - sessions: The sessions whose messages and round trips are wanted; nil for all. Few are found much faster, and others
    ///     may be handed over too.
    ///   - keepsContent: Whether `TraceMessage.content` is wanted.
    ///   - listsRoundTrips: Whether round trips are wanted.
    ///   - streams: The numbers of TCP sessions whose segments are wanted. One without payload whose handshake is not whole lists none.
    ///   - roundTrip: Takes the round trips, at most `RoundTrip.maximumPerSession` of each session.
    ///   - segment: Takes the segments of these sessions: all packets of the connection in the order of the captures.
    ///   - take: Says whether it wants more.
    /// - Throws: `CaptureFilterError`; `CaptureError` where a file that could be read for the report cannot be read to its end again,
    ///   after the messages before that; and what `take` throws.
    public func forEach(
        of sessions: Set<Int>? = nil, keepsContent: Bool = false, listsRoundTrips: Bool = false,
        segmentsOf streams: Set<Int> = [],
        roundTrip: (RoundTrip) throws -> Void = { _ in }, segment: (StreamSegment) throws -> Void = { _ in },
        _ take: (TraceMessage) throws -> Bool
    ) throws {
        var worker = reading.worker(
            listing: keepsContent ? .content : .facts, listsRoundTrips: listsRoundTrips)
        worker.tracker.segments = segmentLog(of: streams)
        var pass = Pass()
        var thinning = RoundTripThinning(report.sessions)
        try reading.run(&worker, known: report.capture.files, flows: sessions.flatMap(flows)) { worker in
            try worker.tracker.segments?.handOver(to: segment)
            if listsRoundTrips { try hand(over: &worker, &pass, &thinning, to: roundTrip) }
            return try hand(over: &worker, &pass) { message in
                if listsRoundTrips, let answer = RoundTrip(answer: message), thinning.includes(answer) {
                    try roundTrip(answer)
                }
                return try take(message)
            }
        }
    }

    /// The hashes of the flows that these sessions are of; nil where one goes on from other addresses, which only its packets say.
    private func flows(of sessions: Set<Int>) -> Set<UInt16>? {
        guard !sessions.contains(where: { report.sessions[$0 - 1].quic?.migrations?.isEmpty == false }) else {
            return nil
        }
        return Set(facts.filter { $0.value.contains { sessions.contains($0.session) } }.map(\.key.flowHash))
    }

    /// Lists the segments of these sessions; nil if there are none.
    private func segmentLog(of sessions: Set<Int>) -> SegmentLog? {
        guard !sessions.isEmpty else { return nil }
        var log = SegmentLog(axis)
        for (key, candidates) in facts where key.isTCP {
            guard candidates.contains(where: { sessions.contains($0.session) }) else { continue }
            let sources = candidates.map { candidate -> SegmentLog.Source? in
                guard sessions.contains(candidate.session) else { return nil }
                return .init(report.sessions[candidate.session - 1], initiatorIsFirst: candidate.initiatorIsFirst)
            }
            log.want(sources, of: key)
        }
        return log
    }

    /// The second reading.
    private struct Pass {
        var ordinals = ConnectionOrdinals()
        var orders = TurnOrders()
        var asked: [Request: Asked] = [:]
        var askedBefore: [Request: Asked] = [:]

        /// Of equal requests the first counts, as in the report's round trips.
        mutating func ask(_ request: Request, at time: Int64) {
            if asked[request] == nil, askedBefore[request] == nil { asked[request] = Asked(time: time) }
            guard asked.count > MessageTrace.maximumRequests / 2 else { return }
            askedBefore = asked
            asked = [:]
        }

        /// - Returns: The round trip; nil for an answer to nothing, and for a second one.
        mutating func answer(_ request: Request, at time: Int64) -> Int64? {
            guard let known = asked[request] ?? askedBefore[request], !known.isAnswered, time >= known.time else {
                return nil
            }
            asked[request] = Asked(time: known.time, isAnswered: true)
            return time - known.time
        }
    }

    private struct Asked {
        var time: Int64
        var isAnswered = false
    }

    private struct Request: Hashable {
        var session: Int
        var fromFirst: Bool
        var key: UInt64
        /// Of an application that has several.
        var pair = 0
    }

    private func hand(
        over worker: inout TraceWorker, _ pass: inout Pass, to take: (TraceMessage) throws -> Bool
    ) throws -> Bool {
        let records = worker.tracker.takeRecords()
        guard !records.isEmpty else { return true }
        pass.ordinals.extend(to: worker.tracker.connections)
        for (number, fromInitiator, record) in records.sorted(by: { $0.record.completed < $1.record.completed }) {
            let connection = worker.tracker.connections[number]
            guard let candidates = facts[connection.key], pass.ordinals[number] < candidates.count else { continue }
            let facts = candidates[pass.ordinals[number]]
            let fromFirst = fromInitiator == connection.initiatorIsFirst
            let message = message(record, fromFirst: fromFirst, facts, &pass)
            if let message, try !take(message) { return false }
        }
        return true
    }

    /// Hands over round trips of the transport and of handshakes.
    private func hand(
        over worker: inout TraceWorker, _ pass: inout Pass, _ thinning: inout RoundTripThinning,
        to take: (RoundTrip) throws -> Void
    ) throws {
        let listed = worker.tracker.takeRoundTrips()
        guard !listed.isEmpty else { return }
        pass.ordinals.extend(to: worker.tracker.connections)
        for found in listed {
            let connection = worker.tracker.connections[found.connection]
            guard let candidates = facts[connection.key], pass.ordinals[found.connection] < candidates.count else {
                continue
            }
            let facts = candidates[pass.ordinals[found.connection]]
            let session = report.sessions[facts.session - 1]
            let isForward = (found.fromInitiator == connection.initiatorIsFirst) == facts.initiatorIsFirst
            let roundTrip = RoundTrip(
                session: session.id, kind: found.isHandshake ? .handshake : .transport,
                direction: isForward ? .forward : .backward, time: axis.seconds(found.sample.moment.time),
                frame: found.sample.moment.frame,
                value: found.isHandshake ? session.handshakeRTT ?? 0 : axis.duration(found.sample.delay))
            if thinning.includes(roundTrip) { try take(roundTrip) }
        }
    }

    private func message(
        _ record: MessageRecord, fromFirst: Bool, _ facts: Facts, _ pass: inout Pass
    ) -> TraceMessage? {
        let session = report.sessions[facts.session - 1]
        // A session that turned out to be none of these had no messages either.
        guard session.reportedApplication != .unknown, session.application != .tls, record.guest == facts.guest else {
            return nil
        }
        let isForward = fromFirst == facts.initiatorIsFirst
        var record = record
        let isMessage = facts.resolver?.resolve(&record, fromInitiator: isForward) ?? !record.isTentative
        guard isMessage else { return nil }
        var message = TraceMessage(
            time: axis.seconds(record.completed.time), frame: record.completed.frame,
            begun: axis.seconds(record.begun.time), session: session.id, direction: isForward ? .forward : .backward,
            application: session.application, type: record.type, bytes: record.bytes,
            streamOffset: record.streamOffset, sender: record.sender,
            peer: isForward ? session.initiator.peer : session.responder.peer,
            fault: record.fault, firstFrame: record.begun.frame, content: record.content)
        if facts.guest != nil {
            message.payloadBytes = record.payloadBytes
            message.fields = KeyedValues(record.fields)
        }
        if message.sender == nil { message.sender = isForward ? facts.initiatorSender : facts.responderSender }
        addLatency(of: record, fromFirst: fromFirst, isForward ? facts.forward : facts.backward, to: &message, &pass)
        return message
    }

    private func addLatency(
        of record: MessageRecord, fromFirst: Bool, _ delays: OneWayDelays.Result, to message: inout TraceMessage,
        _ pass: inout Pass
    ) {
        switch record.exchange {
        case .asks(let key):
            pass.ask(Request(session: message.session, fromFirst: fromFirst, key: key), at: record.begun.time)
        case .answers(let key):
            let request = Request(session: message.session, fromFirst: !fromFirst, key: key)
            if let delay = pass.answer(request, at: record.completed.time) {
                message.latency = axis.duration(delay)
                message.latencyKind = .roundTrip
            }
        case nil: break
        }
        for role in record.roles { addRoundTrip(by: role, of: record, fromFirst: fromFirst, to: &message, &pass) }
        if message.latency == nil, let sent = record.sent,
            let delay = delays.delay(sent: sent, arrival: record.completed.time)
        {
            message.latency = delay
            message.latencyKind = .oneWay
        }
    }
}

extension MessageTrace {
    /// The round trip of a message that asks or answers in a pair of its application.
    private func addRoundTrip(
        by role: ApplicationMessage.Role, of record: MessageRecord, fromFirst: Bool, to message: inout TraceMessage,
        _ pass: inout Pass
    ) {
        let asker = role.isAnswer ? !fromFirst : fromFirst
        let turn = Turn(session: message.session, fromFirst: asker, pair: role.pair)
        guard let key = role.key ?? (role.isAnswer ? pass.orders.answer(turn) : pass.orders.ask(turn)) else { return }
        let request = Request(session: message.session, fromFirst: asker, key: key, pair: role.pair)
        guard role.isAnswer else { return pass.ask(request, at: record.begun.time) }
        guard let delay = pass.answer(request, at: record.completed.time) else { return }
        message.latency = axis.duration(delay)
        message.latencyKind = .roundTrip
    }
}

/// Questions whose answers come in their order.
private struct Turn: Hashable {
    var session: Int
    var fromFirst: Bool
    var pair: Int
}

/// How many questions were asked and answered, each in order.
private struct TurnOrders {
    private var asked: [Turn: UInt64] = [:]
    private var answered: [Turn: UInt64] = [:]

    mutating func ask(_ turn: Turn) -> UInt64? {
        asked[turn, default: 0] += 1
        return asked[turn, default: 1] - 1
    }

    /// - Returns: The question's number; nil for an answer to nothing.
    mutating func answer(_ turn: Turn) -> UInt64? {
        guard answered[turn, default: 0] < asked[turn, default: 0] else { return nil }
        answered[turn, default: 0] += 1
        return answered[turn, default: 1] - 1
    }
}

extension TraceAnalyzer {
    /// Analyzes captures as one, and prepares for listing their messages.
    ///
    /// - Parameter files: In any order, at least one; they are read twice.
    /// - Throws: As ``analyze(merging:)``.
    public func messages(merging files: [CaptureOverview]) async throws -> MessageTrace {
        let found = try await examine(merging: files)
        return MessageTrace(found.report, found.connections, files: files, analyzer: self, axis: found.axis)
    }
}
