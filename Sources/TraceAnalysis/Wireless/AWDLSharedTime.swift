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
