import TraceModel

/// A line of steps over time in bounded memory: of each bin the lowest and the highest point, and the ends of the line.
struct StepLine: Sendable {
    private var bins: TimeBins<Steps>
    private var first: SequenceSeries.Step?
    private var last: SequenceSeries.Step?

    /// - Parameter limit: Points kept meanwhile, beside the ends.
    init(limit: Int) { bins = TimeBins(limit: limit / 2) }

    mutating func add(_ step: SequenceSeries.Step) {
        defer { last = step }
        if first == nil { first = step }
        // A line that goes on has no new point.
        if last?.offset != step.offset { bins.add(Steps(step)) }
    }

    /// The points, in the order of time.
    private var points: [SequenceSeries.Step] {
        guard let first, let last else { return [] }
        var points = bins.sorted.flatMap(\.points)
        if points.first.map({ first.time < $0.time }) ?? true { points.insert(first, at: 0) }
        if points.last.map({ last.time > $0.time }) ?? true { points.append(last) }
        return points
    }

    /// The points of two lines, which share the room.
    ///
    /// - Parameters:
    ///   - limit: Of both together.
    ///   - isThinned: Becomes true where points are left out.
    static func points(
        _ first: StepLine, _ second: StepLine, limit: Int, _ isThinned: inout Bool
    ) -> ([SequenceSeries.Step], [SequenceSeries.Step]) {
        var (first, second) = (first, second)
        var bins = [first.bins, second.bins]
        // Each bin has two points at most, and each line two ends.
        TimeBins.fit(&bins, into: limit / 2 - 2)
        (first.bins, second.bins) = (bins[0], bins[1])
        if bins.contains(where: { $0.marks.count < $0.count }) { isThinned = true }
        return (first.points, second.points)
    }
}

/// The lowest and the highest point of a bin, the earlier one of equals.
private struct Steps: TimedMark {
    private var low: SequenceSeries.Step
    private var high: SequenceSeries.Step

    init(_ step: SequenceSeries.Step) { (low, high) = (step, step) }

    var time: Double { min(low.time, high.time) }

    mutating func unite(_ other: Steps) {
        if other.low.offset < low.offset { low = other.low }
        if other.high.offset > high.offset { high = other.high }
    }

    var points: [SequenceSeries.Step] {
        if low == high { return [low] }
        return low.time <= high.time ? [low, high] : [high, low]
    }
}
