import TraceModel
import WireCoding

/// The bytes of one direction that were sent and never captured, found segment by segment.
///
/// What counts as missing is what ``StreamCoverage`` counts: between the stream's first byte and its FIN.
struct StreamHoles: Sendable {
    /// Of those that may still be filled; the oldest half of more is taken as final.
    static let maximumOpen = 256

    /// Where the stream begins: at its SYN, without one at the first byte seen.
    private var start: Int64?
    /// One past the highest byte seen.
    private var end: Int64 = 0
    /// Sorted and disjoint, all between start and end.
    private var open: [SequenceSeries.Mark] = []
    private var settled: TimeBins<LongestMark>
    private var finish: StreamSegment?

    /// - Parameter limit: Of final holes; of more, the longest one of each bin is kept.
    init(limit: Int) { settled = TimeBins(limit: limit) }

    mutating func take(_ segment: StreamSegment) {
        if segment.opens { begin(at: segment.offset, segment) }
        if segment.length > 0 { see(segment) }
        if segment.finishes, finish == nil { finish = segment }
        while open.count > Self.maximumOpen {
            for hole in open.prefix(Self.maximumOpen / 2) { settled.add(LongestMark(hole)) }
            open.removeFirst(Self.maximumOpen / 2)
        }
    }

    /// The SYN may come after bytes of its stream, where captures are not in the order of time.
    private mutating func begin(at offset: Int64, _ segment: StreamSegment) {
        if let start, offset < start { open.insert(hole(offset, start, before: segment), at: 0) }
        if start == nil { end = offset }
        start = min(start ?? offset, offset)
    }

    private mutating func see(_ segment: StreamSegment) {
        let (lower, upper) = (segment.offset, segment.offset &+ Int64(segment.length))
        guard let start else {
            (self.start, end) = (lower, upper)
            return
        }
        if lower > end {
            open.append(hole(end, lower, before: segment))
        } else if lower < start {
            if upper < start { open.insert(hole(upper, start, before: segment), at: 0) }
            self.start = lower
        }
        if lower < end { fill(lower, upper) }
        end = max(end, upper)
    }

    private func hole(_ from: Int64, _ to: Int64, before segment: StreamSegment) -> SequenceSeries.Mark {
        SequenceSeries.Mark(time: segment.time, frame: segment.frame, from: from, to: to, kind: .hole)
    }

    /// Removes bytes from holes that begin before `upper`.
    private mutating func fill(_ lower: Int64, _ upper: Int64) {
        let first = open.partitioningIndex { $0.to > lower }
        var after = first
        var rest: [SequenceSeries.Mark] = []
        while after < open.count, open[after].from < upper {
            var (left, right) = (open[after], open[after])
            (left.to, right.from) = (min(left.to, lower), max(right.from, upper))
            if left.from < left.to { rest.append(left) }
            if right.from < right.to { rest.append(right) }
            after += 1
        }
        if first < after { open.replaceSubrange(first..<after, with: rest) }
    }

    /// The holes, if nothing comes any more.
    var holes: TimeBins<LongestMark> {
        var holes = settled
        for hole in open { holes.add(LongestMark(hole)) }
        if let finish, start != nil {
            let last = finish.offset &+ Int64(finish.length)
            if last > end { holes.add(LongestMark(hole(end, last, before: finish))) }
        }
        return holes
    }
}

/// Of several marks, the longest: it is exact, the others are left out.
struct LongestMark: TimedMark {
    private(set) var mark: SequenceSeries.Mark

    init(_ mark: SequenceSeries.Mark) { self.mark = mark }

    var time: Double { mark.time }

    mutating func unite(_ other: LongestMark) {
        if other.mark.to &- other.mark.from > mark.to &- mark.from { mark = other.mark }
    }
}
