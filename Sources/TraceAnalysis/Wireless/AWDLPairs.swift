import TraceModel
import WireCoding

/// The possibilities of each pair of nodes by their schedules, and the agreement of their clocks.
struct AWDLPairs {
    private(set) var pairs: [AWDLReport.Pair] = []
    /// Pairs above the limit.
    private(set) var omitted = 0

    /// A follower takes the time of a new leader over with the next frames that it hears; what it says before is not judged.
    static let settlingTime: Int64 = 2_000_000_000
    /// Samples of two nodes are compared when they are this near in time, or within two of their spans.
    private static let nearness: Int64 = 2_000_000_000
    /// The number of the last frames that show the distance of clocks.
    private static let comparedSamples = 9

    /// - Parameter nodes: In order of their first frames.
    init(_ nodes: [AWDLNodeHistory], axis: TimeAxis) {
        pairs = Self.indices(of: nodes.count).prefix(AWDLReport.maximumPairs).map {
            Self.pair(nodes[$0], nodes[$1], axis)
        }
        omitted = nodes.count * (nodes.count - 1) / 2 - pairs.count
    }

    /// The indices of the two nodes of each pair, in the order of the pairs.
    static func indices(of nodes: Int) -> some Sequence<(first: Int, second: Int)> {
        (0..<nodes).lazy.flatMap { first in (first + 1..<nodes).lazy.map { (first, $0) } }
    }

    private static func pair(
        _ first: AWDLNodeHistory, _ second: AWDLNodeHistory, _ axis: TimeAxis
    ) -> AWDLReport.Pair {
        var error = ClockErrors()
        addErrors(of: first, following: second, to: &error)
        addErrors(of: second, following: first, to: &error)
        var pair = AWDLReport.Pair(
            a: first.address.description, b: second.address.description, syncError: error.all.distribution)
        pair.syncErrorSeries = error.series.bins(on: axis, unit: 1e9)
        guard let one = first.sequences.last?.channels, let other = second.sequences.last?.channels else { return pair }
        // Sequences of other lengths than 16 repeat; all known ones have 16.
        let length = max(one.count, other.count)
        pair.commonSlots = (0..<length).filter { slot in
            let channel = one[slot % one.count]
            return channel != 0 && channel == other[slot % other.count]
        }
        pair.windowOverlap = Double(pair.commonSlots.count) / Double(length)
        var shared = AWDLSharedTime(one, other, delay: 0)
        if AWDLSharedTime.isSteady(one, other) { pair.sharedTime = shared.share }
        if AWDLSharedTime.fitsRing(one, other), let delay = delay(of: second, after: first) {
            shared = AWDLSharedTime(one, other, delay: delay)
            pair.sharedTime = shared.share
            // Both schedules are the same again after so long.
            let ring = length * AWDLSharedTime.slot
            let rest = ((delay % ring) + ring) % ring
            pair.clockDistance = Double(rest * 2 > ring ? rest - ring : rest) / 1e6
        }
        pair.longestWait = shared.longestWait.map { (Double($0) / 1e6).roundedToNanoseconds }
        if let rate = [first.dataRate, second.dataRate].compactMap(\.self).min() {
            pair.throughputBound = shared.share * rate
        }
        return pair
    }

    /// The delay of a node's epoch after that of another node, in µs, by the last frames of both that were heard soon
    /// after each other; nil if there are none, or if they do not agree.
    private static func delay(of node: AWDLNodeHistory, after other: AWDLNodeHistory) -> Int? {
        let (samples, references) = (node.clock.samples, other.clock.samples)
        let limit = max(nearness, 2 * max(node.clock.width, other.clock.width))
        var place = references.count - 1
        var differences: [Int] = []
        for sample in samples.reversed() {
            guard place >= 0, differences.count < comparedSamples else { break }
            guard let epoch = sample.epoch else { continue }
            while place > 0, distance(references[place - 1], sample) <= distance(references[place], sample) {
                place -= 1
            }
            guard AWDLClockSamples.areComparable(references[place], sample), let reference = references[place].epoch,
                distance(references[place], sample) <= limit
            else { continue }
            differences.append(AWDLClockSamples.difference(epoch, reference))
        }
        guard let last = differences.first else { return nil }
        // On a ring only what is near has an order: the others by their distance from the last one.
        let deviations = differences.map { AWDLClockSamples.shorter($0 - last) }.sorted()
        let median = deviations[deviations.count / 2]
        let agreeing = deviations.count { abs($0 - median) <= AWDLSharedTime.tolerance }
        return agreeing * 2 > deviations.count ? last + median : nil
    }

    /// Adds how far a node's epoch was from that of the node that it followed, each time that both were heard.
    private static func addErrors(
        of node: AWDLNodeHistory, following leader: AWDLNodeHistory, to errors: inout ClockErrors
    ) {
        let samples = node.clock.samples
        guard samples.contains(where: { $0.leader == leader.address }) else { return }
        let reference = leader.clock.samples.filter { $0.epoch != nil }
        let limit = max(nearness, 2 * max(node.clock.width, leader.clock.width))
        var followedSince: Int64?
        var place = 0
        for sample in samples {
            guard sample.leader == leader.address else {
                followedSince = nil
                continue
            }
            let since = followedSince ?? sample.moment.time
            followedSince = since
            guard sample.moment.time - since >= settlingTime, let epoch = sample.epoch else { continue }
            while place + 1 < reference.count,
                distance(reference[place + 1], sample) <= distance(reference[place], sample)
            {
                place += 1
            }
            guard place < reference.count, distance(reference[place], sample) <= limit,
                AWDLClockSamples.areComparable(reference[place], sample), let other = reference[place].epoch
            else { continue }
            errors.record(
                Int64(AWDLClockSamples.difference(epoch, other).magnitude) * 1000, at: sample.moment.time)
        }
    }

    private static func distance(_ first: AWDLClockSamples.Sample, _ second: AWDLClockSamples.Sample) -> Int64 {
        Int64(clamping: (first.moment.time - second.moment.time).magnitude)
    }
}

/// How far the clocks of two nodes were apart, in nanoseconds.
private struct ClockErrors {
    private(set) var all = DelaySamples()
    /// Each node has so many samples, and no more values come of them.
    private(set) var series = SampleSeries<Int64>(room: 2 * AWDLClockSamples.maximumCount)

    mutating func record(_ error: Int64, at time: Int64) {
        all.record(error)
        series.record(error, at: time)
    }
}

/// When two nodes are on one channel, by their schedules and how far their clocks are apart.
struct AWDLSharedTime: Equatable {
    /// The duration of a slot in µs: 64 time units.
    static let slot = 65_536
    /// Clocks that are within three time units of whole slots count as whole slots apart: frames have whole units, and
    /// such nodes are synchronized.
    static let tolerance = 3072

    /// The part of all time, from 0 to 1.
    let share: Double
    /// The longest time without a common channel, in µs; nil if there is none.
    let longestWait: Int?
    /// Slots of the first node, counted over the longer schedule, in which both are on one channel for some of the time.
    let slots: [Int]

    /// - Parameters:
    ///   - first: The channel of each slot, 0 for none; not empty. Schedules repeat.
    ///   - second: Likewise, of the other node.
    ///   - delay: How much later the second one's slot 0 begins, in µs; negative for earlier.
    init(_ first: [UInt8], _ second: [UInt8], delay: Int) {
        let count = max(first.count, second.count)
        let ring = count * Self.slot
        var shift = delay % ring
        if shift < 0 { shift += ring }
        var rest = shift % Self.slot
        var whole = shift / Self.slot
        if rest <= Self.tolerance {
            rest = 0
        } else if rest >= Self.slot - Self.tolerance {
            rest = 0
            whole += 1
        }
        // In each slot of the first node the second one is in its previous slot for `rest`, then in the next one.
        var spans: [Range<Int>] = []
        var slots: [Int] = []
        for index in 0..<count {
            let start = index * Self.slot
            for (span, later) in [(start..<start + rest, whole + 1), (start + rest..<start + Self.slot, whole)] {
                let channel = first[index % first.count]
                let other = second[((index - later) % count + count) % count % second.count]
                guard !span.isEmpty, channel != 0, channel == other else { continue }
                if slots.last != index { slots.append(index) }
                if let last = spans.last, last.upperBound == span.lowerBound {
                    spans[spans.count - 1] = last.lowerBound..<span.upperBound
                } else {
                    spans.append(span)
                }
            }
        }
        self.slots = slots
        share = Double(spans.reduce(0) { $0 + $1.count }) / Double(ring)
        longestWait = spans.first.flatMap { first in
            let starts = spans.dropFirst().map(\.lowerBound) + [first.lowerBound + ring]
            return zip(spans, starts).map { $1 - $0.upperBound }.max()
        }
    }

    /// Whether the distance of the clocks does not matter: one is always on the same channel.
    static func isSteady(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        [first, second].contains { channels in channels.allSatisfy { $0 == channels[0] } }
    }

    /// Whether schedules of these lengths repeat within the ring of availability windows, so that a distance of epochs
    /// determines the positions in both.
    static func fitsRing(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        [first.count, second.count].allSatisfy { $0 > 0 && $0 <= 256 && $0 & ($0 - 1) == 0 }
    }
}
