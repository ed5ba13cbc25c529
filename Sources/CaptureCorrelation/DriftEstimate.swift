/// The rate of the second capture's clock beside the first's, with the error that the delays leave possible.
///
/// The rate is the slope of the lines that touch the delays of both ways from below. What else tilts these lines must not
/// pass for a clock:
/// - chance: few packets were not delayed. The jackknife says how much the slope depends on a tenth of the packets.
/// - a queue that fills tilts one way and not the other. A clock tilts both by the same, in opposite directions.
/// - a path that changes tilts a way at its moment, and not before and after. A clock tilts each half of the capture.
/// - timestamps are late by microseconds, or in whole microseconds: much in a short capture.
///
/// A slope within the largest of these errors is not drift. It is reported as 0, and the error as the ``uncertainty``.
struct DriftEstimate: Sendable {
    /// Clocks of computers run within some 100 ppm of each other; the Network Time Protocol allows 500 ppm (RFC 5905
    /// §11.3). Beyond ten times that it is not a rate: the clock was set.
    static let maximumDrift = 0.005
    /// The minimum number of packets in each direction to distinguish a rate from queueing noise.
    static let leastSamples = 32
    /// Standard errors of the slope that its uncertainty has. Few packets with uneven delays reach five by chance once in
    /// a hundred captures.
    private static let significance = 5.0
    /// How much of what the two ways differ by counts: the slope lies anywhere between theirs, and the path that tilts one
    /// may tilt the other less.
    private static let asymmetry = 2.0
    /// Seconds: the least that two clocks have to part from the first packet to the last. A busy host stamps its packets
    /// so much later than an idle one.
    private static let leastShift = 0.00002
    /// How much of the least round trip: delays of a long path change more than those of a cable.
    private static let leastShare = 0.01

    /// Seconds that the second clock gains per second of the first; 0 within the uncertainty.
    private(set) var drift = 0.0
    /// By how much it may differ from that; nil where packets are too few to say.
    private(set) var uncertainty: Double?

    /// - Parameters:
    ///   - outward: Of packets that come to the first capture first, as for ``ClockEstimate``.
    ///   - homeward: Of those that come to the second capture first, upside down.
    ///   - up: The same as ``outward``, with the same blocks as ``down``.
    ///   - down: The same as ``homeward``.
    init(
        outward: [DelayEnvelope.Sample], homeward: [DelayEnvelope.Sample], up: DelayEnvelope, down: DelayEnvelope
    ) {
        guard up.count >= Self.leastSamples, down.count >= Self.leastSamples else { return }
        let slope = Self.slope(up, down)
        let (early, late) = (
            min(up.span.lowerBound, down.span.lowerBound), max(up.span.upperBound, down.span.upperBound)
        )
        guard early < late, let chance = Self.chance(up, down) else { return }
        let common = min(up.span.upperBound, down.span.upperBound) - max(up.span.lowerBound, down.span.lowerBound)
        let ways = abs(Self.slope(up, nil) + Self.slope(down, nil)) * max(0, common)
        let changes =
            Self.change(of: outward, up.span, from: slope) + Self.change(of: homeward, down.span, from: -slope)
        let roundTrip = max(0, up.intercept(slope: slope) + down.intercept(slope: -slope))
        let least = max(Self.leastShift, roundTrip * Self.leastShare)
        // Seconds by which the clocks would have parted, but for the standard error.
        let shift = max(Self.asymmetry * ways, changes, least)
        let error = max(Self.significance * chance, shift / (late - early))
        let isDrift = abs(slope) > error && abs(slope) < Self.maximumDrift
        drift = isDrift ? slope : 0
        uncertainty = isDrift ? error : error + abs(slope)
    }

    /// The standard error by the jackknife: how much does the slope depend on any of the blocks?
    private static func chance(_ up: DelayEnvelope, _ down: DelayEnvelope) -> Double? {
        let parts = (0..<DelayEnvelope.blockCount).compactMap { block -> Double? in
            let (rest, others) = (up.without(block: block), down.without(block: block))
            return rest.count > 1 && others.count > 1 ? slope(rest, others) : nil
        }
        guard parts.count > 1 else { return nil }
        let mean = parts.reduce(0, +) / Double(parts.count)
        let squares = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares * Double(parts.count - 1) / Double(parts.count)).squareRoot()
    }

    /// Seconds by which the delays of one way part otherwise in the first and the second half of its time than a slope says.
    private static func change(
        of way: [DelayEnvelope.Sample], _ span: ClosedRange<Double>, from slope: Double
    ) -> Double {
        let middle = (span.lowerBound + span.upperBound) / 2
        return [true, false].reduce(0) { sum, isFirst in
            let half = DelayEnvelope(way.filter { ($0.time < middle) == isFirst }, edges: [])
            guard half.count > 1 else { return sum }
            return sum + abs(Self.slope(half, nil) - slope) * (half.span.upperBound - half.span.lowerBound)
        }
    }

    /// The slope with the least ``DelayEnvelope/excess(slope:)`` of both: found by thirds, because that is convex.
    private static func slope(_ up: DelayEnvelope, _ down: DelayEnvelope?) -> Double {
        let excess = { (slope: Double) in up.excess(slope: slope) + (down?.excess(slope: -slope) ?? 0) }
        var (low, high) = (-2 * maximumDrift, 2 * maximumDrift)
        for _ in 0..<64 {
            let third = (high - low) / 3
            if excess(low + third) <= excess(high - third) { high -= third } else { low += third }
        }
        return (low + high) / 2
    }
}
