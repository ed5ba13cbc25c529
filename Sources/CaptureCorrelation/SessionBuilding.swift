import TraceAnalysis
import TraceModel
import WireCoding

/// Makes the report's sessions of what both captures have in common.
///
/// It takes two passes: whether a capture had begun or was still running when it shows nothing is known only from all
/// sessions together.
struct SessionBuilding {
    /// One way of a session that waits for the second look.
    private struct Way {
        let transits: Transits
        let sender: CorrelationReport.Point?
        /// The capture at the sender's end, also where it is only taken for it.
        let assumed: CorrelationReport.Point
    }

    private struct Draft {
        let match: SessionMatch
        let ways: BothWays<Way>
    }

    private let first: PacketTrail
    private let second: PacketTrail
    private let clock: ClockEstimate
    private var coverage: [CorrelationReport.Point: LossVerdict.Coverage] = [:]
    private var drafts: [Draft] = []

    /// Follows the packets of all sessions, and records from when to when each capture has packets.
    ///
    /// - Parameter hasError: Whether reading the files ended before their end.
    init(
        _ matches: [SessionMatch], _ first: PacketTrail, _ second: PacketTrail, _ orientation: PathOrientation,
        hasError: (first: Bool, second: Bool)
    ) {
        (self.first, self.second, clock) = (first, second, orientation.clock)
        for (point, trail, hasError) in [
            (CorrelationReport.Point.first, first, hasError.first),
            (CorrelationReport.Point.second, second, hasError.second),
        ] {
            let range = trail.coverage ?? 0...0
            let bounds = [range.lowerBound, range.upperBound].map {
                point == .first ? $0 : orientation.clock.firstTime(ofSecond: $0)
            }
            coverage[point] = LossVerdict.Coverage(
                range: min(bounds[0], bounds[1])...max(bounds[0], bounds[1]), endedEarly: trail.endsEarly || hasError)
        }
        for (match, nearFirstEnd) in zip(matches, orientation.nearFirstEnd) { add(match, nearFirstEnd: nearFirstEnd) }
    }

    /// - Parameter nearFirstEnd: The capture that is nearer to the first end of the session's key.
    private mutating func add(_ match: SessionMatch, nearFirstEnd: CorrelationReport.Point?) {
        let assumed = nearFirstEnd ?? (initiatorIsFirst(match) ? .first : .second)
        let way = {
            [clock] (match: DirectionMatch, sender: CorrelationReport.Point?, assumed: CorrelationReport.Point) in
            Way(transits: Transits(match, sender: assumed, clock: clock), sender: sender, assumed: assumed)
        }
        let ways = BothWays(
            fromFirstEnd: way(match.ways.fromFirstEnd, nearFirstEnd, assumed),
            fromSecondEnd: way(match.ways.fromSecondEnd, nearFirstEnd?.other, assumed.other))
        for way in ways.all { noteArrivals(way) }
        drafts.append(Draft(match: match, ways: ways))
    }

    /// A packet that arrived at one end and must have passed the other, whose capture does not have it: that capture
    /// did not run then.
    private mutating func noteArrivals(_ way: Way) {
        guard var coverage = coverage[way.assumed] else { return }
        for place in way.transits.unexplained {
            let time = way.transits.arrivalTime(place) &- way.transits.typicalDelay
            if time < coverage.range.lowerBound { coverage.beganLate = true }
            if time > coverage.range.upperBound { coverage.endedEarly = true }
        }
        self.coverage[way.assumed] = coverage
    }

    /// The sessions of the report.
    func sessions() -> [CorrelationReport.Session] {
        inOrder.enumerated().map { index, draft in
            var session = session(draft)
            session.id = index + 1
            return session
        }
    }

    private var inOrder: [Draft] {
        drafts.map { ($0, start($0.match)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The delays of the sessions with most packets in common, over time; the largest first.
    ///
    /// - Parameters:
    ///   - sessions: How many.
    ///   - points: Of each direction at most.
    func series(sessions count: Int, points: Int) -> [TransitSeries] {
        lines(of: count) { line($0, answers: $1, isTCP: $2, points) }.map {
            TransitSeries(session: $0.id, forward: $0.forward, backward: $0.backward)
        }
    }

    /// The same in bins of time.
    ///
    /// - Parameters:
    ///   - sessions: How many.
    ///   - bins: Of each direction at most.
    func delays(sessions count: Int, bins: Int) -> [DelaySeries] {
        lines(of: count) { binned($0, answers: $1, isTCP: $2, bins) }.map {
            DelaySeries(session: $0.id, forward: $0.forward, backward: $0.backward)
        }
    }

    /// Both directions of the sessions with most packets in common, the largest first.
    ///
    /// - Parameter line: Makes that of one direction, of its packets and those of the other one, and whether it is of TCP.
    private func lines<Line>(
        of count: Int, _ line: (Way, _ answers: Way, _ isTCP: Bool) -> Line
    ) -> [(id: Int, forward: Line, backward: Line)] {
        let numbered = inOrder.enumerated().map { (id: $0.offset + 1, draft: $0.element) }
        let largest = numbered.sorted { (Self.matched($0.draft), $1.id) > (Self.matched($1.draft), $0.id) }.prefix(
            count)
        return largest.map { id, draft in
            let isTCP = first.connections[draft.match.first].key.isTCP
            let (one, other) = (draft.ways.fromFirstEnd, draft.ways.fromSecondEnd)
            let (fromFirst, fromSecond) = (line(one, other, isTCP), line(other, one, isTCP))
            return initiatorIsFirst(draft.match) ? (id, fromFirst, fromSecond) : (id, fromSecond, fromFirst)
        }
    }

    private static func matched(_ draft: Draft) -> Int { draft.ways.all.reduce(0) { $0 + $1.transits.all.count } }

    /// A time by the clock of A, in seconds from its first packet.
    private func seconds(_ time: Int64) -> Double {
        (Double(time &- (first.firstTime ?? 0)) / 1e9).roundedToNanoseconds
    }

    private func binned(_ way: Way, answers: Way, isTCP: Bool, _ limit: Int) -> DelaySeries.Line {
        let lost = verdict(way, answers: answers, isTCP: isTCP).lost.map { way.transits.departureTime($0) }
        return DelaySeries.Line(
            delays: EvenBins.of(way.transits.all, limit, time: \.time).map { transits in
                let delays = transits.map(\.delay).sorted()
                let middle = (delays[(delays.count - 1) / 2], delays[delays.count / 2])
                return SeriesBin(
                    time: seconds(transits[0].time), count: delays.count, min: Double(delays[0]) / 1e9,
                    median: ((Double(middle.0) + Double(middle.1)) / 2e9).roundedToNanoseconds,
                    max: Double(delays[delays.count - 1]) / 1e9)
            },
            losses: EvenBins.of(lost.sorted(), limit, time: \.self).map {
                .init(time: seconds($0[0]), count: $0.count)
            },
            senderIsFirst: way.assumed == .first)
    }

    private func line(_ way: Way, answers: Way, isTCP: Bool, _ limit: Int) -> TransitSeries.Line {
        func thinned<Element>(_ list: [Element]) -> [Element] {
            let stride = max(1, (list.count + limit - 1) / max(1, limit))
            return list.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
        }
        let all = way.transits.all
        let shown = thinned(all)
        let lost = verdict(way, answers: answers, isTCP: isTCP).lost
        let shownLosses = thinned(lost)
        return TransitSeries.Line(
            transits: shown.map { .init(time: seconds($0.time), delay: Double($0.delay) / 1e9) },
            lost: shownLosses.map { seconds(way.transits.departureTime($0)) },
            leftOut: all.count - shown.count + lost.count - shownLosses.count,
            senderIsFirst: way.assumed == .first)
    }

    private func session(_ draft: Draft) -> CorrelationReport.Session {
        let connection = first.connections[draft.match.first]
        let (first, second) = (connection.key.first, connection.key.second)
        let isFirstInitiating = initiatorIsFirst(draft.match)
        let (ways, isTCP) = (draft.ways, connection.key.isTCP)
        let fromFirst = direction(ways.fromFirstEnd, answers: ways.fromSecondEnd, isTCP: isTCP)
        let fromSecond = direction(ways.fromSecondEnd, answers: ways.fromFirstEnd, isTCP: isTCP)
        let other = self.second.connections[draft.match.second]
        return CorrelationReport.Session(
            id: 0, transport: isTCP ? .tcp : connection.isQUIC || other.isQUIC ? .quic : .udp,
            initiator: .init(isFirstInitiating ? first : second),
            responder: .init(isFirstInitiating ? second : first),
            firstFrames: [firstMark(draft.match, .first), firstMark(draft.match, .second)].map { Int($0?.frame ?? 0) },
            interfaces: [connection.key.interface, other.key.interface],
            forward: isFirstInitiating ? fromFirst : fromSecond, backward: isFirstInitiating ? fromSecond : fromFirst)
    }

    private func direction(_ way: Way, answers: Way, isTCP: Bool) -> CorrelationReport.Direction {
        CorrelationReport.Direction(
            way.transits, verdict(way, answers: answers, isTCP: isTCP), sender: way.sender)
    }

    private func verdict(_ way: Way, answers: Way, isTCP: Bool) -> LossVerdict {
        LossVerdict(
            way.transits, acknowledgments: isTCP ? answers.transits.departures : nil,
            coverage: coverage[way.assumed.other] ?? LossVerdict.Coverage(range: 0...0), answers: isTCP)
    }

    /// The initiator, by the file that shows it: of a connection by its SYN, of a conversation by the earliest datagram
    /// of both.
    private func initiatorIsFirst(_ match: SessionMatch) -> Bool {
        let (one, other) = (first.connections[match.first], second.connections[match.second])
        if one.key.isTCP {
            return one.initialSequence == nil && other.initialSequence != nil
                ? other.initiatorIsFirst : one.initiatorIsFirst
        }
        let (fromFirst, fromSecond) = (earliest(match.ways.fromFirstEnd), earliest(match.ways.fromSecondEnd))
        return fromSecond.map { second in fromFirst.map { $0 <= second } ?? false } ?? true
    }

    /// When a direction's first packet was seen by either capture, by the clock of A.
    private func earliest(_ match: DirectionMatch) -> Int64? {
        let other = match.second.first.map { clock.firstTime(ofSecond: $0.start) }
        return [match.first.first?.start, other].compactMap(\.self).min()
    }

    private func firstMark(_ match: SessionMatch, _ point: CorrelationReport.Point) -> PacketMark? {
        match.ways.all.compactMap { point == .first ? $0.first.first : $0.second.first }
            .min(by: PacketMark.isEarlier)
    }

    /// The start by the first packet in A.
    private func start(_ match: SessionMatch) -> PacketMoment {
        let mark = firstMark(match, .first)
        return PacketMoment(frame: Int(mark?.frame ?? 0), time: mark?.start ?? 0)
    }
}

extension CorrelationReport.Direction {
    /// Measures one way of a session.
    ///
    /// - Parameters:
    ///   - sender: The capture at the sender's end, nil where it is not known.
    init(_ transits: Transits, _ verdict: LossVerdict, sender: CorrelationReport.Point?) {
        self.init()
        self.sender = sender
        sent = transits.departures.count
        received = transits.arrivals.count
        matched = transits.all.count
        lost = verdict.lost.count
        duplicated = transits.duplicates
        reordered = transits.reordered
        unobserved = verdict.unobserved
        resegmented = verdict.resegmented
        resegmentedArrivals = verdict.resegmentedArrivals
        unexplained = transits.unexplained.count - verdict.resegmentedArrivals
        if matched + lost > 0 { lossRatio = Double(lost) / Double(matched + lost) }
        oneWayDelay = Distribution(sorted: transits.all.map { Double($0.delay) }.sorted())
        interarrivalJitter = transits.jitter.map { ($0 / 1e9).roundedToNanoseconds }
        (lossBursts, longestLossBurst) = verdict.bursts(transits)
        lostFrames = verdict.lost.prefix(Self.maximumFrames).map { Int(transits.departures[$0].frame) }
    }
}
