/// How likely a chain of lengths is that nobody wrote.
///
/// A chain by chance begins anywhere. So what leads on at any other place of the same streams says how often a number is
/// there that could be a length: in random bodies hardly ever, in arrays of small numbers nearly everywhere. Lengths that
/// someone wrote are small where others are not.
struct ChanceOfChain {
    /// Below this no chance is left: about 16,000 hypotheses are tried, and sessions are many.
    static let excluded = 1e-13
    /// Places that are looked at in each direction.
    private static let samples = 4096
    /// Places that say something about all.
    private static let neededSamples = 64
    /// Messages that a chain must have.
    private static let neededMessages = 12

    private let streams: [ObservedStream]
    private let trial: FramingTrial
    /// The size that a message would have at an offset; nil where none can begin.
    private let size: (ObservedStream, Int) -> Int?

    init(_ streams: [ObservedStream], _ trial: FramingTrial, size: @escaping (ObservedStream, Int) -> Int?) {
        (self.streams, self.trial, self.size) = (streams, trial, size)
    }

    private var directions: [(ObservedStream, [Range<Int>])] { Array(zip(streams, [trial.forward, trial.backward])) }

    /// Whether it is no chance that so many lengths in a row lead on, and no further than the longest does.
    var isExcluded: Bool {
        guard trial.count >= Self.neededMessages else { return false }
        var chance = 1.0
        for (stream, ranges) in directions {
            guard let share = share(stream, ranges) else { continue }
            for _ in ranges { chance *= share }
        }
        return chance < Self.excluded
    }

    /// Whether what is left of each stream may be the start of a message no longer than the longest.
    var endsWithinAMessage: Bool {
        directions.allSatisfy { stream, ranges in
            guard let end = ranges.last?.upperBound, let longest = ranges.map(\.count).max() else {
                return stream.bytes.isEmpty
            }
            return size(stream, end).map { $0 <= longest } ?? true
        }
    }

    /// The share of other places whose message would be no longer than the longest; nil where too few can be looked at.
    private func share(_ stream: ObservedStream, _ ranges: [Range<Int>]) -> Double? {
        guard let end = ranges.last?.upperBound, let longest = ranges.map(\.count).max() else { return nil }
        // Where all messages begin at a multiple of a number, as in arrays, only such places are like theirs.
        let step = ranges.reduce(0) { Divisor.greatest($0, $1.count) }
        let places = end / step
        let starts = Set(ranges.map(\.lowerBound))
        guard places - starts.count >= Self.neededSamples else { return nil }
        var (seen, found) = (0, 0)
        for index in 0..<min(places, Self.samples) {
            // Spread over the stream without a period of its own, by Knuth's multiplier.
            let place = (places <= Self.samples ? index : index &* 2_654_435_761 % places) * step
            guard !starts.contains(place) else { continue }
            seen += 1
            if let size = size(stream, place), size <= longest { found += 1 }
        }
        return seen < Self.neededSamples ? nil : Double(found + 1) / Double(seen + 1)
    }

    /// Whether chains that begin within messages lead on as well, past the messages, in steps no longer than theirs: so it
    /// is in arrays of small numbers, through which anything leads.
    var leadsAnywhere: Bool { directions.contains { leadsAnywhere($0, $1) } }

    private func leadsAnywhere(_ stream: ObservedStream, _ ranges: [Range<Int>]) -> Bool {
        let longest = ranges.map(\.count).max() ?? 0
        let starts = Set(ranges.prefix(256).map(\.lowerBound))
        for range in ranges.prefix(8) {
            for start in range.dropFirst().prefix(64) {
                var position = start
                var steps = 0
                while !starts.contains(position), position < stream.bytes.count,
                    let size = size(stream, position), size <= longest
                {
                    steps += 1
                    guard steps < 6 else { return true }
                    position += size
                }
            }
        }
        return false
    }
}
