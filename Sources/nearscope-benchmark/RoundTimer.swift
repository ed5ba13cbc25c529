import Platform
import WireCoding

/// Runs the same work again and again and keeps the time of each round.
///
/// It is processor time, so that a busy machine gives the same numbers, as long as its other work leaves the
/// processor's caches alone.
struct RoundTimer {
    private static let minimumRound = 0.02
    private static let minimumRounds = 5

    /// Seconds for one repetition, by round, in ascending order.
    let seconds: [Double]

    var best: Double { seconds[0] }
    var median: Double { seconds[seconds.count / 2] }

    /// - Parameters:
    ///   - duration: Seconds that all rounds take together, at least.
    ///   - work: Returns a number that depends on all its results, so that the compiler cannot leave any out.
    init(seconds duration: Double, _ work: () -> Int) {
        var sum = 0
        func time(_ repetitions: Int) -> Double {
            let start = clock()
            for _ in 0..<repetitions { sum &+= work() }
            // POSIX has a million of these in a second, whatever the clock's own resolution.
            return Double(clock() - start) / 1e6
        }
        // One round takes as many repetitions as make the clock's own cost and resolution disappear.
        var repetitions = 1
        while time(repetitions) < Self.minimumRound { repetitions *= 2 }
        var rounds: [Double] = []
        var total = 0.0
        while total < duration || rounds.count < Self.minimumRounds {
            let seconds = time(repetitions)
            rounds.append(seconds / Double(repetitions))
            total += seconds
        }
        precondition(sum != .min, "the sum of small numbers is one")
        seconds = rounds.sorted()
    }
}

extension ByteWriter {
    /// Writes each value over the one before, and adds up their lengths.
    @inline(__always)
    mutating func sum<Value>(of values: [Value], _ serialize: (Value, inout ByteWriter) -> Void) -> Int {
        var sum = 0
        for value in values {
            removeAll()
            serialize(value, &self)
            sum &+= count
        }
        return sum
    }
}
