import TraceModel
import WireCoding

/// Which capture was taken nearer to which end of each session, and what follows from it about the clocks.
///
/// Between two clocks with any offset, packets in one direction seem to take longer than those in the other, by the
/// delays of both: the capture that is nearer to an end sees its packets first. Sessions with packets in both
/// directions thus determine their sides, and the clocks. For other sessions the clocks decide. If there are only
/// others, the sides follow from what their hosts have in common, from hop limits, which only fall on the way, or from
/// missing packets, which are missing at the destination.
struct PathOrientation: Sendable {
    /// Differences of times further apart than this, and than ``spread`` times their median deviation, are taken for
    /// packets that only look the same.
    private static let toleratedDifference: Int64 = 500_000_000
    private static let spread = 20.0

    /// One way of a session, with the packets that time it.
    private struct Way {
        let match: DirectionMatch
        let pairs: [DirectionMatch.Pair]

        /// - Parameter isAmbiguous: Whether packets count of which each file has several.
        init(_ match: DirectionMatch, isAmbiguous: Bool) {
            self.match = match
            pairs = isAmbiguous ? match.orderedPairs : match.pairs
        }

        /// How much later the second capture's time of each is, in nanoseconds.
        var differences: [Int64] { pairs.map { match.second[$0.second].start &- match.first[$0.first].start } }
    }

    private typealias Ways = BothWays<Way>

    /// For each session: the capture that is nearer to the first end of its key, nil if nothing decides.
    private(set) var nearFirstEnd: [CorrelationReport.Point?]
    private(set) var clock: ClockEstimate

    /// - Parameters:
    ///   - sessions: All that both captures have.
    ///   - hosts: The addresses of the two ends of each session's key.
    ///   - reference: The time of the first capture's first packet.
    init(_ sessions: [SessionMatch], hosts: [(first: IPAddress, second: IPAddress)], reference: Int64) {
        // Packets that are unique give the best times; the others are used only if there are none.
        let isAmbiguous = sessions.allSatisfy { $0.ways.all.allSatisfy(\.pairs.isEmpty) }
        let ways = sessions.map { session in session.ways.map { Way($0, isAmbiguous: isAmbiguous) } }
        // Any value near all differences will do.
        let base = ways.lazy.flatMap(\.all).first { !$0.pairs.isEmpty }.map { Self.median($0.differences) } ?? 0
        nearFirstEnd = ways.map { Self.sign($0) }
        var outward: [DelayEnvelope.Sample] = []
        var homeward: [DelayEnvelope.Sample] = []
        let add = { (way: Way, comesToFirst: Bool) in
            let samples = Self.samples(way, reference: reference, base: base)
            if comesToFirst { outward += samples } else { homeward += samples }
        }
        var oneWay: [Int] = []
        for (index, session) in ways.enumerated() {
            guard session.all.allSatisfy({ !$0.pairs.isEmpty }) else {
                oneWay.append(index)
                continue
            }
            // If both captures see everything at the same time, either way will do.
            let isNear = nearFirstEnd[index] != .second
            add(session.fromFirstEnd, isNear)
            add(session.fromSecondEnd, !isNear)
        }
        if outward.isEmpty, homeward.isEmpty {
            let near = Self.nearHosts(ways, hosts)
            let common = Self.evidence(sessions, oneWay, isOneWay: true)
            for index in oneWay {
                for (way, host, isFromFirst) in [
                    (ways[index].fromFirstEnd, hosts[index].first, true),
                    (ways[index].fromSecondEnd, hosts[index].second, false),
                ] where !way.pairs.isEmpty {
                    let firstSeen = near.map { $0.contains(host) ? .first : .second } ?? common
                    nearFirstEnd[index] = isFromFirst ? firstSeen : firstSeen?.other
                    add(way, firstSeen != .second)
                }
            }
            oneWay = []
        }
        clock = ClockEstimate(outward: outward, homeward: homeward, reference: reference, base: base)
        for index in oneWay { nearFirstEnd[index] = side(of: sessions[index].ways.map { Way($0, isAmbiguous: true) }) }
        for index in sessions.indices where nearFirstEnd[index] == nil {
            nearFirstEnd[index] = Self.evidence(sessions, [index], isOneWay: false)
        }
    }

    /// The sides of a session whose two directions cannot be compared with each other, by the clocks.
    private func side(of session: Ways) -> CorrelationReport.Point? {
        let ways: [(way: Way, isFromFirst: Bool)] = [(session.fromFirstEnd, true), (session.fromSecondEnd, false)]
        guard
            let (way, isFromFirst) = ways.first(where: { !$0.way.match.pairs.isEmpty })
                ?? ways.first(where: { !$0.way.pairs.isEmpty })
        else { return nil }
        let delay = Self.median(
            way.pairs.map { pair in
                clock.firstTime(ofSecond: way.match.second[pair.second].start) &- way.match.first[pair.first].start
            })
        return delay == 0 ? nil : (delay > 0) == isFromFirst ? .first : .second
    }

    private static func median(_ values: [Int64]) -> Int64 {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    /// Compares packets of the two ways that follow each other, so that neither clocks nor queues have changed between.
    private static func sign(_ session: Ways) -> CorrelationReport.Point? {
        let (ones, others) = (session.fromFirstEnd, session.fromSecondEnd)
        let (differences, otherDifferences) = (ones.differences, others.differences)
        var sums: [Int64] = []
        var (one, other) = (0, 0)
        var last: (isOne: Bool, difference: Int64)?
        while one < ones.pairs.count || other < others.pairs.count {
            let isOne =
                other == others.pairs.count
                || one < ones.pairs.count
                    && ones.match.first[ones.pairs[one].first].start
                        <= others.match.first[others.pairs[other].first].start
            let difference = isOne ? differences[one] : otherDifferences[other]
            if let last, last.isOne != isOne {
                sums.append(isOne ? difference &- last.difference : last.difference &- difference)
            }
            last = (isOne, difference)
            if isOne { one += 1 } else { other += 1 }
        }
        let median = median(sums)
        return median == 0 ? nil : median > 0 ? .first : .second
    }

    /// A direction's information about the clocks, without packets that only look the same. For fragmented datagrams
    /// the first frames count: the time to send the others does not concern the clocks.
    private static func samples(_ way: Way, reference: Int64, base: Int64) -> [DelayEnvelope.Sample] {
        let differences = way.differences
        let middle = median(differences)
        let deviation = median(differences.map { Int64(clamping: ($0 &- middle).magnitude) })
        let limit = max(toleratedDifference, Int64(saturating: Double(deviation) * spread))
        return way.pairs.indices.compactMap { index in
            guard (differences[index] &- middle).magnitude <= UInt64(limit) else { return nil }
            return ClockEstimate.sample(
                first: way.match.first[way.pairs[index].first].start,
                second: way.match.second[way.pairs[index].second].start, reference: reference, base: base)
        }
    }

    /// Hosts that are nearer to the first capture, where all sessions go one way: those whose packets seem to take
    /// longer.
    ///
    /// - Returns: Nil where the hosts do not fall into two groups, each of which could be at one side.
    private static func nearHosts(
        _ sessions: [Ways], _ hosts: [(first: IPAddress, second: IPAddress)]
    ) -> Set<IPAddress>? {
        var differences: [IPAddress: [Int64]] = [:]
        for (session, ends) in zip(sessions, hosts) {
            differences[ends.first, default: []] += session.fromFirstEnd.differences
            differences[ends.second, default: []] += session.fromSecondEnd.differences
        }
        let medians = differences.filter { !$0.value.isEmpty }.mapValues(median)
        guard let least = medians.values.min(), let greatest = medians.values.max(), least < greatest else {
            return nil
        }
        let middle = least &+ (greatest &- least) / 2
        let near = Set(medians.filter { $0.value > middle }.keys)
        let (inside, outside) = differences.reduce(into: (Int64.max, Int64.min)) { bounds, host in
            if near.contains(host.key) {
                bounds.0 = min(bounds.0, host.value.min() ?? .max)
            } else {
                bounds.1 = max(bounds.1, host.value.max() ?? .min)
            }
        }
        // No packet from one side can be earlier than any from the other.
        return inside > outside ? near : nil
    }

    /// The sides of these sessions without clocks: by hop limits, then by which capture has more of a direction.
    ///
    /// - Parameter isOneWay: Whether the packets of all of them come to the same capture first.
    /// - Returns: Which capture the packets of the first end come to first, or all packets, if they go one way.
    private static func evidence(_ sessions: [SessionMatch], _ indices: [Int], isOneWay: Bool) -> CorrelationReport
        .Point?
    {
        var hops = 0
        var packets = 0
        for index in indices {
            for (match, sign) in [
                (sessions[index].ways.fromFirstEnd, 1), (sessions[index].ways.fromSecondEnd, isOneWay ? 1 : -1),
            ] {
                packets += sign * (match.first.count - match.second.count)
                for pair in match.pairs {
                    let difference = Int(match.first[pair.first].hopLimit) - Int(match.second[pair.second].hopLimit)
                    hops += sign * difference.signum()
                }
            }
        }
        let sum = hops == 0 ? packets : hops
        return sum == 0 ? nil : sum > 0 ? .first : .second
    }
}
