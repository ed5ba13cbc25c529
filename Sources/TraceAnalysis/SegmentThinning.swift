import TraceModel

/// Makes a plot of bounded size of the segments of one TCP session, in one pass: memory follows the size of the plot, not the number of
/// packets, and the same segments give the same plot.
///
/// Retransmissions, segments out of order and holes have a mark of their own as long as they fit in half of the plot; then the longest of
/// each span of time is kept. The other segments share what room is left, and those of one span of time are one mark.
///
/// ```swift
/// var plot = SegmentThinning(session: 3)
/// try trace.forEach(segmentsOf: [3], segment: { plot.take($0) }) { _ in true }
/// print(plot.series.forward.marks.count)
/// ```
package struct SegmentThinning: Sendable {
    /// The default number of marks, in both directions together.
    package static let defaultLimit = 1500
    private static let leastLimit = 64

    private let session: Int
    private let limit: Int
    private var forward: StreamPlot
    private var backward: StreamPlot

    /// - Parameters:
    ///   - session: Segments of others are passed over.
    ///   - limit: Marks of both directions together, at least 64; as many points have both lines of acknowledgments together, and both
    ///     edges of windows.
    package init(session: Int, limit: Int = defaultLimit) {
        self.session = session
        self.limit = max(Self.leastLimit, limit)
        forward = StreamPlot(limit: self.limit)
        backward = forward
    }

    package mutating func take(_ segment: StreamSegment) {
        guard segment.session == session else { return }
        if segment.direction == .forward {
            forward.send(segment)
            backward.acknowledge(segment)
        } else {
            backward.send(segment)
            forward.acknowledge(segment)
        }
    }

    /// The plot of what was taken so far.
    package var series: SequenceSeries {
        var series = SequenceSeries(session: session)
        var rare = [
            forward.repeated, forward.late, forward.holes.holes, backward.repeated, backward.late, backward.holes.holes,
        ]
        TimeBins.fit(&rare, into: limit / 2)
        var data = [forward.data, backward.data]
        TimeBins.fit(&data, into: limit - rare.reduce(0) { $0 + $1.marks.count })
        series.forward.marks = Self.marks(rare[..<3], data[0])
        series.backward.marks = Self.marks(rare[3...], data[1])
        series.leftOut = rare.reduce(0) { $0 + $1.count - $1.marks.count }
        series.isThinned = series.leftOut > 0 || data.contains { $0.marks.count < $0.count }
        (series.forward.acknowledgments, series.backward.acknowledgments) = StepLine.points(
            forward.acknowledgments, backward.acknowledgments, limit: limit, &series.isThinned)
        (series.forward.windowEdge, series.backward.windowEdge) = StepLine.points(
            forward.windowEdge, backward.windowEdge, limit: limit, &series.isThinned)
        return series
    }

    private static func marks(
        _ rare: ArraySlice<TimeBins<LongestMark>>, _ data: TimeBins<UnitedMark>
    ) -> [SequenceSeries.Mark] {
        let marks = data.marks.map(\.mark) + rare.flatMap { $0.marks.map(\.mark) }
        return marks.enumerated().sorted {
            ($0.element.time, $0.element.frame, $0.offset) < ($1.element.time, $1.element.frame, $1.offset)
        }.map(\.element)
    }
}

/// One direction.
private struct StreamPlot: Sendable {
    var data: TimeBins<UnitedMark>
    var repeated: TimeBins<LongestMark>
    var late: TimeBins<LongestMark>
    var holes: StreamHoles
    var acknowledgments: StepLine
    var windowEdge: StepLine

    init(limit: Int) {
        data = TimeBins(limit: limit)
        repeated = TimeBins(limit: limit / 2)
        late = repeated
        holes = StreamHoles(limit: limit / 2)
        acknowledgments = StepLine(limit: limit)
        windowEdge = acknowledgments
    }

    /// A packet in this direction.
    mutating func send(_ segment: StreamSegment) {
        holes.take(segment)
        guard segment.length > 0 else { return }
        var mark = SequenceSeries.Mark(
            time: segment.time, frame: segment.frame, from: segment.offset,
            to: segment.offset &+ Int64(segment.length), kind: .data)
        if segment.isRetransmission {
            mark.kind = .retransmission
            repeated.add(LongestMark(mark))
        } else if segment.isOutOfOrder {
            mark.kind = .outOfOrder
            late.add(LongestMark(mark))
        } else {
            data.add(UnitedMark(mark))
        }
    }

    /// A packet of the other direction, which says what came.
    mutating func acknowledge(_ segment: StreamSegment) {
        guard let acknowledged = segment.acknowledged else { return }
        acknowledgments.add(SequenceSeries.Step(time: segment.time, offset: acknowledged))
        guard let window = segment.window else { return }
        windowEdge.add(SequenceSeries.Step(time: segment.time, offset: acknowledged &+ Int64(window)))
    }
}

/// All bytes between the first and the last one of several segments, from the time of the earliest.
private struct UnitedMark: TimedMark {
    var mark: SequenceSeries.Mark

    init(_ mark: SequenceSeries.Mark) { self.mark = mark }

    var time: Double { mark.time }

    mutating func unite(_ other: UnitedMark) {
        if other.mark.time < mark.time { (mark.time, mark.frame) = (other.mark.time, other.mark.frame) }
        (mark.from, mark.to) = (min(mark.from, other.mark.from), max(mark.to, other.mark.to))
    }
}
