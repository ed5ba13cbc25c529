import WireCoding

/// What the schedules of each two nodes allow, and how well their clocks agree.
struct AWDLPairs {
    private(set) var pairs: [AWDLReport.Pair] = []
    /// Pairs above the limit.
    private(set) var omitted = 0

    /// Seconds of a slot: 64 time units of 1,024 µs.
    static let slotDuration = 0.065536
    /// A follower takes the time of a new leader over with the next frames that it hears; what it says before is not judged.
    static let settlingTime: Int64 = 2_000_000_000
    /// Samples of two nodes are compared when they are this near in time, or within two of their spans.
    private static let nearness: Int64 = 2_000_000_000

    /// - Parameter nodes: In order of their first frames.
    init(_ nodes: [AWDLNodeHistory]) {
        for (index, first) in nodes.enumerated() {
            for second in nodes[(index + 1)...] {
                guard pairs.count < AWDLReport.maximumPairs else {
                    omitted = nodes.count * (nodes.count - 1) / 2 - pairs.count
                    return
                }
                pairs.append(Self.pair(first, second))
            }
        }
    }

    private static func pair(_ first: AWDLNodeHistory, _ second: AWDLNodeHistory) -> AWDLReport.Pair {
        var error = DelaySamples()
        addErrors(of: first, following: second, to: &error)
        addErrors(of: second, following: first, to: &error)
        var pair = AWDLReport.Pair(
            a: first.address.description, b: second.address.description, windowOverlap: nil,
            syncError: error.distribution, commonSlots: [])
        guard let one = first.sequences.last?.channels, let other = second.sequences.last?.channels else { return pair }
        // Sequences of other lengths than 16 repeat; all known ones have 16.
        let length = max(one.count, other.count)
        pair.commonSlots = (0..<length).filter { slot in
            let channel = one[slot % one.count]
            return channel != 0 && channel == other[slot % other.count]
        }
        let overlap = Double(pair.commonSlots.count) / Double(length)
        pair.windowOverlap = overlap
        pair.longestWait = longestWait(pair.commonSlots, of: length)
        if let rate = [first.dataRate, second.dataRate].compactMap(\.self).min() {
            pair.throughputBound = overlap * rate
        }
        return pair
    }

    /// The longest row of slots without a common one, in a schedule that repeats; nil where there is no common one.
    private static func longestWait(_ slots: [Int], of length: Int) -> Double? {
        guard let first = slots.first else { return nil }
        let gaps = zip(slots, slots.dropFirst() + [first + length]).map { $1 - $0 - 1 }
        return (Double(gaps.max() ?? 0) * slotDuration).roundedToNanoseconds
    }

    /// Adds how far a node's epoch was from that of the node that it followed, each time that both were heard.
    private static func addErrors(
        of node: AWDLNodeHistory, following leader: AWDLNodeHistory, to errors: inout DelaySamples
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
                reference[place].clock == sample.clock, let other = reference[place].epoch
            else { continue }
            errors.record(Int64(AWDLClockSamples.difference(epoch, other).magnitude) * 1000)
        }
    }

    private static func distance(_ first: AWDLClockSamples.Sample, _ second: AWDLClockSamples.Sample) -> Int64 {
        Int64(clamping: (first.moment.time - second.moment.time).magnitude)
    }
}
